import LiveWorld
import Recordings
import World

/// Checks a recording for secrets, verifies that it replays, and saves it.
struct RecordingSaver {
  let place: RecordingPlace
  /// Whether existing files can be replaced.
  let isReplacing: Bool
  /// The texts to redact.
  let secrets: [String]
  /// The fingerprints of findings that are not secrets.
  let accepted: Set<String>
  /// The temporary copy of the recording.
  let unfinished: UnfinishedRecording

  /// Saves a recording, unless it contains a secret.
  ///
  /// Responses to requests of unrecorded lines, such as those entered while paused, are dropped.
  ///
  /// - Returns: Whether the recording replays in a fresh world.
  /// - Throws: ``ScriptRefusal`` if a secret was found; errors from replaying and writing.
  func save(
    _ recorder: Recorder, _ header: [String], _ source: RecordedSource,
    _ network: NetworkRecording?, in run: ScriptRun
  ) throws -> ScriptExit {
    var network = try network.map(cleaned)
    var (text, draft) = self.draft(recorder, header, source, network)
    let player: Player
    do {
      var played = try play(text, draft, run)
      if let all = network, let used = played.replay?.used(of: all), used != all {
        network = used
        (text, draft) = self.draft(recorder, header, source, network)
        played = try play(text, draft, run)
      }
      player = played
      try refuseSecrets(text, draft, run)
      try write(Array(text.utf8), draft, at: place, run.files)
    } catch {
      return rescue(Array(text.utf8), draft, after: error, in: run)
    }
    unfinished.forget()
    let report = ScriptReport(player)
    run.print(patch: report.difference)
    run.say(
      report.exit == .matched
        ? ["\(place.script): \(report.steps), checked in a fresh environment"]
        : ["\(place.script): written, but playing it gives another result than the recording:"]
          + report.summary)
    return report.exit
  }

  private func cleaned(_ network: NetworkRecording) throws(HTTPFailure) -> NetworkRecording {
    var network = network
    for spelling in secrets.flatMap(Redaction.spellings) {
      network = try network.replacing(spelling, with: Redaction.word)
    }
    return network
  }

  /// Returns the script and its bundle, both redacted.
  private func draft(
    _ recorder: Recorder, _ header: [String], _ source: RecordedSource,
    _ network: NetworkRecording?
  ) -> (String, BundleDraft) {
    var (draft, fields) = (BundleDraft(), [source.field])
    if let copy = source.copy {
      let bytes = secrets.reduce(copy.bytes) {
        NetworkRecording.replacing($1, with: Redaction.word, in: $0)
      }
      let name = RecordingPlace.word(Redaction.redacted(copy.name, secrets))
      let path = draft.add(feed: bytes, named: name)
      fields = [RecordedSource.field("\(place.bundleName)/\(path)", bytes)]
    } else if source.field.contains("://") {
      fields = [Redaction.redacted(source.field, secrets)]
    }
    if let network {
      draft.add(network)
      fields.append("bundle: \(place.bundleName) sha256:\(draft.digest)")
    }
    let lines = ["rcp 1"] + fields + header + (network == nil ? [] : ["net: replay"])
    let body = Redaction.redacted(recorder.script(header: []), secrets).dropFirst("rcp 1\n".count)
    return (lines.joined(separator: "\n") + "\n" + body, draft)
  }

  private func play(_ text: String, _ draft: BundleDraft, _ run: ScriptRun) throws -> Player {
    let files: any FileSystem =
      draft.files.isEmpty
      ? run.files : MountedFiles(run.files, folder: place.bundle, contents: draft.contents)
    let sessions = try ScriptSession.sessions(
      of: Array(text.utf8), path: place.script, files: files, version: ScriptRun.version)
    return try run.play(sessions[0])
  }

  private func refuseSecrets(_ text: String, _ draft: BundleDraft, _ run: ScriptRun) throws {
    let scanner = SecretScanner(environment: run.environment, accepted: accepted)
    var findings = scanner.findings(in: Array(text.utf8), path: place.script, .script)
    for (path, bytes) in draft.files.sorted(by: { $0.key < $1.key }) {
      let kind: SecretScanner.Source = path == "http/index" ? .index : .content
      findings += scanner.findings(in: bytes, path: "\(place.bundleName)/\(path)", kind)
    }
    guard findings.isEmpty else {
      run.say(findings.map(\.description))
      throw ScriptRefusal(
        .refused,
        "\(place.script): not written, because this looks like a secret; larder script record --redact TEXT removes a text, --allow-secret FINGERPRINT accepts it"
      )
    }
  }
}

/// Writing.
extension RecordingSaver {
  /// Saves a recording that cannot be written to its destination in a new private folder.
  ///
  /// - Returns: The exit status for the original error.
  private func rescue(
    _ script: [UInt8], _ draft: BundleDraft, after fault: any Error, in run: ScriptRun
  ) -> ScriptExit {
    let folder = run.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let name = place.script.split(separator: "/").last.map(String.init) ?? "recording.rcp"
    let other = RecordingPlace(
      "\(folder)/larder-\(String(liveRandom().next(), radix: 36))/\(name)")
    let exit = run.say(fault)
    do throws(FileError) {
      try run.files.makeFolder(other.folder)
      try write(script, draft, at: other, run.files)
      unfinished.forget()
      run.say(["the recording is in \(other.script); only you can read it"])
    } catch {
      run.say([
        "the recording is \(unfinished.isSaved ? "in \(unfinished.path)" : "lost"): \(error)"
      ])
    }
    return exit
  }

  private func write(
    _ script: [UInt8], _ draft: BundleDraft, at place: RecordingPlace, _ files: any FileSystem
  ) throws(FileError) {
    if draft.files.isEmpty {
      return try files.write(script, to: place.script, replacing: isReplacing)
    }
    try draft.place(
      at: place.bundle, with: (place.script, script), replacing: isReplacing,
      temporary: place.temporary, files)
  }
}

/// A copy of the recording so far, next to the script and readable only by the user, in case the program is
/// killed.
final class UnfinishedRecording {
  let path: String
  private let files: any FileSystem
  /// Whether an existing file can be replaced: initially on the user's request, then because it is this one.
  private var mayReplace: Bool
  /// Whether the file was written.
  private(set) var isSaved = false

  init(_ path: String, _ files: any FileSystem, isReplacing: Bool) {
    (self.path, self.files, mayReplace) = (path, files, isReplacing)
  }

  /// Updates the file, and removes it if the recording is empty.
  func save(_ recorder: Recorder, header: [String], without secrets: [String]) {
    if recorder.isEmpty { return forget() }
    let text = Redaction.redacted(recorder.script(header: header), secrets)
    do throws(FileError) {
      try files.write(Array(text.utf8), to: path, replacing: mayReplace)
      (isSaved, mayReplace) = (true, true)
    } catch {
      // Ignored: the file may belong to another recording, or the folder may not be writable. The final save
      // reports its own errors.
    }
  }

  /// Removes the file, if it was written.
  func forget() {
    guard isSaved else { return }
    isSaved = false
    // The file may have been removed already.
    try? files.remove(path)
  }
}
