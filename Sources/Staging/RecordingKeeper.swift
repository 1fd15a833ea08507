import LiveWorld
import Recordings
import World

/// Makes sure that a recording holds no secret and plays as it was recorded, and writes it.
struct RecordingKeeper {
  let place: RecordingPlace
  /// Whether what is there may be replaced.
  let isReplacing: Bool
  /// The texts to take out.
  let secrets: [String]
  /// The fingerprints of what looks like a secret and is none.
  let accepted: Set<String>
  /// What is kept of it while it goes on.
  let unfinished: UnfinishedRecording

  /// Writes what was recorded, and nothing if there is a secret in it.
  ///
  /// What was asked for in lines that are not kept, as while the recording paused, is not kept either.
  ///
  /// - Returns: How it went: whether it plays in a fresh world as it was recorded.
  /// - Throws: ``ScriptRefusal`` if a secret was found; whatever keeps it from being played or written.
  func keep(
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
    let report = ScriptReport(player, isStrict: false)
    run.print(patch: report.difference)
    run.say(
      report.exit == .matched
        ? ["\(place.script): \(report.steps), checked in a fresh world"]
        : ["\(place.script): written, but it does not play as it was recorded:"] + report.summary)
    return report.exit
  }

  private func cleaned(_ network: NetworkRecording) throws(HTTPFailure) -> NetworkRecording {
    var network = network
    for spelling in secrets.flatMap(Redaction.spellings) {
      network = try network.replacing(spelling, with: Redaction.word)
    }
    return network
  }

  /// The script and its bundle, in neither of which a text stands that was to be taken out.
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
    let session = try ScriptSession(
      Array(text.utf8), path: place.script, files: files, version: ScriptRun.version)
    return try run.play(session)
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
        "\(place.script): not written, since that looks like a secret; larder script record --redact TEXT leaves a text out, --allow-secret FINGERPRINT lets it be"
      )
    }
  }
}

/// What is written, all or nothing.
extension RecordingKeeper {
  /// Puts a recording that cannot be where it was to be into a folder of its own, for the person alone.
  ///
  /// - Returns: How what kept it from its place ends.
  private func rescue(
    _ script: [UInt8], _ draft: BundleDraft, after fault: any Error, in run: ScriptRun
  ) -> ScriptExit {
    let folder = run.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let name = place.script.split(separator: "/").last.map(String.init) ?? "recording.rcp"
    let other = RecordingPlace(
      "\(folder)/larder-\(String(liveChance().next(), radix: 36))/\(name)")
    let exit = run.say(fault)
    do throws(FileError) {
      try run.files.makeFolder(other.folder)
      try write(script, draft, at: other, run.files)
      unfinished.forget()
      run.say(["what was recorded is in \(other.script), for you alone"])
    } catch {
      run.say([
        "what was recorded is \(unfinished.isKept ? "in \(unfinished.path)" : "lost"): \(error)"
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

/// What was recorded so far, beside the script for the person alone, in case this program is killed.
final class UnfinishedRecording {
  let path: String
  private let files: any FileSystem
  /// Whether one that is there may be replaced: an older one that the person gives up, then our own.
  private var mayReplace: Bool
  /// Whether it is there, and ours.
  private(set) var isKept = false

  init(_ path: String, _ files: any FileSystem, isReplacing: Bool) {
    (self.path, self.files, mayReplace) = (path, files, isReplacing)
  }

  /// Writes what was recorded so far; where nothing was, nothing stays.
  func keep(_ recorder: Recorder, header: [String], without secrets: [String]) {
    if recorder.isEmpty { return forget() }
    let text = Redaction.redacted(recorder.script(header: header), secrets)
    do throws(FileError) {
      try files.write(Array(text.utf8), to: path, replacing: mayReplace)
      (isKept, mayReplace) = (true, true)
    } catch {
      // Another one is being made there, or nothing can be: the end of the recording says what becomes of it.
    }
  }

  /// Removes it, if it is ours.
  func forget() {
    guard isKept else { return }
    isKept = false
    // What is not there need not be removed.
    try? files.remove(path)
  }
}
