import ArgumentParser
import FoundationEssentials
import LineEditor
import LiveWorld
import Recordings
import Shell
import Text
import World

/// Records what a person does as a script.
struct ScriptRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record what you do at a prompt of its own as a script.",
    discussion: """
      The recording has its own favorites, settings and clock. `record stop` or Ctrl-D ends it; it is played \
      once in a fresh world before it is written. `record pause`, `mark`, `note` and `drop` work at its prompt.
      """)

  @Argument(help: "The script to write.")
  var file: String

  @Option(help: "The feed: a bundled one, or a file.")
  var feed = "demo"

  @Option(
    help: ArgumentHelp(
      "The size of the terminal, as in 80x24; else that of this one.", valueName: "size"))
  var size: String?

  @Flag(help: "Keep every line as the keys that were pressed for it.")
  var keys = false

  @Flag(help: "Keep rests of more than a second.")
  var timing = false

  @Flag(help: "Replace a file that is there.")
  var force = false

  @Option(help: ArgumentHelp("Write [..] wherever a text occurs.", valueName: "text"))
  var redact: [String] = []

  @Option(
    help: ArgumentHelp(
      "Accept a secret by the fingerprint that was told.", valueName: "fingerprint"))
  var allowSecret: [String] = []

  func run() throws {
    let run = ScriptRun()
    do {
      try leave(record(run))
    } catch let error as ExitCode {
      throw error
    } catch {
      try leave(run.say(error))
    }
  }

  private func record(_ run: ScriptRun) throws -> ScriptExit {
    if run.files.kind(of: file) != nil, !force {
      throw ScriptRefusal(.unfit, "\(file): is there already; --force replaces it")
    }
    guard let keys = WatchedKeys() else {
      throw ScriptRefusal(.unfit, "record needs a terminal")
    }
    var choices = Recorder.Choices()
    (choices.keepsKeys, choices.keepsTiming) = (self.keys, timing)
    let header = try self.header(run, keys)
    let session = try ScriptSession(
      Array(("rcp 1\n" + header.joined(separator: "\n") + "\n").utf8), path: file,
      files: run.files, version: ScriptRun.version)
    let start = ContinuousClock.now
    let recorder = Recorder(choices) { Int((ContinuousClock.now - start) / .milliseconds(1)) }
    run.say(["recording \(file); record stop or Ctrl-D ends it"])
    let player = try run.play(session) { live($0, keys, recorder, run.console) }
    _ = run.console.output.write(Array("\u{1B}[0m\r\n".utf8))
    keys.close()
    guard recorder.count > 0, player.stop == nil else {
      run.say(["nothing was recorded, so nothing was written"])
      return .matched
    }
    return try keep(recorder.script(header: header), run)
  }

  /// Has a person type instead of a script.
  private func live(
    _ player: Player, _ keys: WatchedKeys, _ recorder: Recorder, _ console: Console
  ) {
    player.hasAudience = true
    player.recorder = recorder
    player.onShow = { _ = console.output.write($0) }
    player.liveKeys = {
      let pressed = keys.next(within: nil)
      return keys.isAtEnd ? nil : pressed
    }
  }

  /// The world, pinned from the start: what was seen is what is played.
  private func header(_ run: ScriptRun, _ keys: WatchedKeys) throws -> [String] {
    let seconds = Int(Date().timeIntervalSince1970)
    let moment = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    let size = self.size ?? terminalSize(keys)
    return [
      "feed: \(try feedField(run))", "size: \(size)", "clock: \(moment)", "tz: UTC",
      "locale: en_US", "seed: \(UInt32.random(in: 1 ... .max))", "color: 256",
    ]
  }

  private func terminalSize(_ keys: WatchedKeys) -> String {
    let size = keys.size
    return "\(min(max(20, size.columns), 400))x\(min(max(5, size.rows), 200))"
  }

  /// A bundled feed by its name, a file by its path from the script's folder and its digest.
  private func feedField(_ run: ScriptRun) throws -> String {
    if Shell.bundledFeeds.contains(feed) { return "builtin:\(feed)" }
    let folder = (file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") + "/"
    let path = run.files.absolute(feed)
    let base = run.files.absolute(folder) + "/"
    guard run.files.kind(of: path) == .file, path.hasPrefix(base) else {
      throw ScriptRefusal(
        .unfit,
        "\(feed): a script can take a bundled feed, or a file in its own folder or below; copy it there"
      )
    }
    let bytes = try run.files.contents(of: path, limit: 64 << 20)
    return "\(path.dropFirst(base.utf8.count)) sha256:\(sha256(of: bytes))"
  }

  /// Looks for secrets, plays the script in a fresh world, and writes it.
  private func keep(_ text: String, _ run: ScriptRun) throws -> ScriptExit {
    var text = text
    for secret in redact where !secret.isEmpty { text = Redaction.redacted(text, secret) }
    let secrets = SecretScanner(environment: run.environment, accepted: Set(allowSecret))
      .findings(in: text, path: file)
    guard secrets.isEmpty else {
      run.say(secrets.map(\.description))
      throw ScriptRefusal(
        .refused, "\(file): not written; --redact TEXT takes a text out, --allow-secret keeps it")
    }
    let bytes = Array(text.utf8)
    let session = try ScriptSession(
      bytes, path: file, files: run.files, version: ScriptRun.version)
    let report = ScriptReport(try run.play(session), isStrict: false)
    run.print(report.difference)
    try run.files.write(bytes, to: file, replacing: force)
    run.say(
      report.exit == .matched
        ? ["\(file): \(report.stepCount) steps, checked in a fresh world"]
        : ["\(file): written, but it does not play as it was recorded:"] + report.summary)
    return report.exit
  }
}
