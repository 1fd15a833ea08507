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

  /// Writes what was recorded, and nothing if there is a secret in it.
  ///
  /// - Returns: How it went: whether it plays in a fresh world as it was recorded.
  /// - Throws: ``ScriptRefusal`` if a secret was found; whatever keeps it from being played or written.
  func keep(
    _ recorder: Recorder, _ header: [String], _ source: RecordedSource,
    _ network: NetworkRecording?, in run: ScriptRun
  ) throws -> ScriptExit {
    let (draft, fields) = try bundle(source, network)
    let body = Redaction.redacted(recorder.script(header: []), secrets)
    let lines = ["rcp 1"] + fields + header + (network == nil ? [] : ["net: replay"])
    let text = lines.joined(separator: "\n") + "\n" + body.dropFirst("rcp 1\n".count)
    try refuseSecrets(text, draft, run)
    let files = MountedFiles(run.files, folder: place.bundle, contents: draft?.contents ?? [:])
    let session = try ScriptSession(
      Array(text.utf8), path: place.script, files: draft == nil ? run.files : files,
      version: ScriptRun.version)
    let report = ScriptReport(try run.play(session), isStrict: false)
    try write(Array(text.utf8), draft, run.files)
    run.print(report.difference)
    run.say(
      report.exit == .matched
        ? ["\(place.script): \(report.stepCount) steps, checked in a fresh world"]
        : ["\(place.script): written, but it does not play as it was recorded:"] + report.summary)
    return report.exit
  }

  /// The bundle, if one is needed, and the fields of the header that tell of it; neither holds a secret any more.
  private func bundle(
    _ source: RecordedSource, _ network: NetworkRecording?
  ) throws -> (BundleDraft?, [String]) {
    var (draft, feed) = (BundleDraft(), source.field)
    if let copy = source.copy {
      let bytes = secrets.reduce(copy.bytes) {
        NetworkRecording.replacing($1, with: Redaction.word, in: $0)
      }
      let name = RecordingPlace.word(Redaction.redacted(copy.name, secrets))
      let path = draft.add(feed: bytes, named: name)
      feed = RecordedSource.field("\(place.bundleName)/\(path)", bytes)
    } else if feed.contains("://") {
      feed = Redaction.redacted(feed, secrets)
    }
    if let network {
      draft.add(
        try secrets.flatMap(Redaction.spellings).reduce(network) {
          try $0.replacing($1, with: Redaction.word)
        })
    }
    if draft.files.isEmpty { return (nil, [feed]) }
    let field = "bundle: \(place.bundleName) sha256:\(draft.digest)"
    return (draft, network == nil ? [feed] : [feed, field])
  }

  private func refuseSecrets(_ text: String, _ draft: BundleDraft?, _ run: ScriptRun) throws {
    let scanner = SecretScanner(environment: run.environment, accepted: accepted)
    var findings = scanner.findings(in: Array(text.utf8), path: place.script, .script)
    for (path, bytes) in (draft?.files ?? [:]).sorted(by: { $0.key < $1.key }) {
      let kind: SecretScanner.Source = path == "http/index" ? .index : .content
      findings += scanner.findings(in: bytes, path: "\(place.bundleName)/\(path)", kind)
    }
    guard findings.isEmpty else {
      run.say(findings.map(\.description))
      throw ScriptRefusal(
        .refused,
        "\(place.script): not written; --redact TEXT takes a text out, --allow-secret FINGERPRINT keeps it"
      )
    }
  }
}

/// What is written, all or nothing.
extension RecordingKeeper {
  private func write(
    _ script: [UInt8], _ draft: BundleDraft?, _ files: any FileSystem
  ) throws(FileError) {
    guard let draft else {
      return try files.write(script, to: place.script, replacing: isReplacing)
    }
    let new = place.temporary()
    try draft.write(to: new, files)
    let old = files.kind(of: place.bundle) == nil ? nil : place.temporary()
    do throws(FileError) {
      if let old { try files.rename(place.bundle, to: old) }
      try files.rename(new, to: place.bundle)
      try files.write(script, to: place.script, replacing: isReplacing)
    } catch {
      restore(old, new, files)
      throw error
    }
    if let old { try BundleDraft.remove(old, files) }
  }

  /// Puts back what was there before.
  private func restore(_ old: String?, _ new: String, _ files: any FileSystem) {
    // The first error is the one to tell of; what cannot be put back stays under its other name.
    if files.kind(of: new) == nil { try? files.rename(place.bundle, to: new) }
    if let old { try? files.rename(old, to: place.bundle) }
    try? BundleDraft.remove(new, files)
  }
}
