import FoundationEssentials
import LineEditor
import LiveWorld
import Recordings
import TerminalEmulator
import World

/// Records a live session as a script.
package struct ScriptRecording {
  /// The path of the script to write.
  let file: String
  /// The feed: the name of a bundled feed, a path or an address.
  package var feed = "demo"
  /// The terminal size, such as `80x24`; nil for the current size.
  package var size: String?
  /// Whether to record every line as key presses.
  package var keepsKeys = false
  /// Whether to record pauses of more than a second.
  package var keepsTiming = false
  /// Whether to use the network and record its responses.
  package var reachesNetwork = false
  /// Whether to replace existing files.
  package var isReplacing = false
  /// The texts to redact.
  package var secrets: [String] = []
  /// The fingerprints of findings that are not secrets.
  package var accepted: Set<String> = []

  private let run = ScriptRun()

  /// Creates a recording to a file.
  package init(to file: String) { self.file = file }

  /// Records until the user ends the session, and saves the script.
  ///
  /// - Returns: The exit status: whether the script replays in a fresh world.
  package func start() -> ScriptExit { run.saying(record) }

  private func record() throws -> ScriptExit {
    let place = RecordingPlace(file)
    try place.check(run.files, isReplacing: isReplacing)
    let source = try RecordedSource(feed, for: place, run.files, hasNetwork: reachesNetwork)
    guard let keys = WatchedKeys(outlivesTerminal: true) else {
      throw ScriptRefusal(.unfit, "record needs a terminal")
    }
    var choices = Recorder.Choices()
    (choices.keepsKeys, choices.keepsTiming) = (keepsKeys, keepsTiming)
    let moment = Date(timeIntervalSince1970: liveNow().timeIntervalSince1970.rounded(.down))
    let header = header(keys, moment)
    let sessions = try ScriptSession.sessions(
      of: Array((["rcp 1", source.field] + header + [""]).joined(separator: "\n").utf8), path: file,
      files: source.files(run.files, at: place), version: ScriptRun.version)
    let start = ContinuousClock.now
    let recorder = Recorder(choices) { Int((ContinuousClock.now - start) / .milliseconds(1)) }
    let unfinished = UnfinishedRecording(place.unfinished, run.files, isReplacing: isReplacing)
    let saver = RecordingSaver(
      place: place, isReplacing: isReplacing, secrets: secrets.filter { !$0.isEmpty },
      accepted: accepted, unfinished: unfinished)
    recorder.onChange = { [unowned recorder] in
      unfinished.save(recorder, header: [source.field] + header, without: saver.secrets)
    }
    let network = reachesNetwork ? RecordingTransport(CurlTransport()) : nil
    run.say([
      "recording \(file); record stop or Ctrl-D ends it; its favorites and notes are deleted then"
    ])
    let player = try run.play(
      sessions[0], .init(hasAudience: true), network: network,
      for: RecordedUser(keys, recorder, run.console, followsWindow: size == nil))
    _ = run.console.output.write(Array("\u{1B}[0m\r\n".utf8))
    keys.close()
    let stop = stopped(player)
    if let stop { run.say([stop.reason]) }
    guard recorder.count > 0 else {
      unfinished.forget()
      run.say(["nothing was recorded, so nothing was written"])
      return stop?.exit ?? .matched
    }
    if let problem = network?.problem {
      let rest = unfinished.isSaved ? "; the typed lines are in \(unfinished.path)" : ""
      throw ScriptRefusal(.limit, problem + rest)
    }
    let exit = try saver.save(
      recorder, header, source, network?.recording(at: moment), in: run)
    return exit.worse(stop?.exit ?? .matched)
  }

  /// Returns the reason why the session ended early; nil if the user ended it.
  private func stopped(_ player: Player) -> (reason: String, exit: ScriptExit)? {
    switch player.stop {
    case .limit(let limit):
      ("\(file): the last line reached a limit and was not recorded: \(limit)", .limit)
    case .unfit(let reason): ("\(file): the feed cannot be loaded: \(reason)", .unfit)
    default: nil
    }
  }

  /// Returns the header fields that define the world, so that the replay has the same one.
  private func header(_ keys: WatchedKeys, _ moment: Date) -> [String] {
    [
      "size: \(size ?? terminalSize(keys))", "clock: \(moment.formatted(.iso8601))", "tz: UTC",
      "locale: en_US", "seed: \(UInt32(truncatingIfNeeded: liveRandom().next()))", "color: 256",
    ]
  }

  private func terminalSize(_ keys: WatchedKeys) -> String {
    let size = ScriptSize(of: keys)
    return "\(size.columns)x\(size.rows)"
  }
}

extension ScriptSize {
  /// The size of the window, as far as a script may have it.
  fileprivate init(of keys: WatchedKeys) {
    let size = keys.size
    self.init(columns: min(max(20, size.columns), 400), rows: min(max(5, size.rows), 200))
  }
}

/// The delegate that passes the user's keys to the recorder.
private final class RecordedUser: ScriptAudience {
  private let keys: WatchedKeys
  private let recorder: Recorder
  private let console: Console
  /// The size of the window; nil if the script has a size of its own.
  private var window: ScriptSize?
  /// How often the wait for a key looks at the size of the window, in milliseconds.
  private static let watchInterval = 100

  init(_ keys: WatchedKeys, _ recorder: Recorder, _ console: Console, followsWindow: Bool) {
    (self.keys, self.recorder, self.console) = (keys, recorder, console)
    window = followsWindow ? ScriptSize(of: keys) : nil
    super.init()
  }

  override var early: EarlyKeys? { keys.early }

  override func willPlay(_ player: Player) { player.handOver(to: recorder) }

  override func player(_ player: Player, shows bytes: [UInt8]) { write(bytes, to: console) }

  override func nextLiveKeys(for player: Player) -> [UInt8]? {
    while true {
      var pressed = keys.next(within: Self.watchInterval)
      if keys.isAtEnd { return nil }
      if pressed.contains(WatchedKeys.suspension) {
        pressed.removeAll { $0 == WatchedKeys.suspension }
        write(Array("\u{1B}[0m\r\n".utf8), to: console)
        keys.suspend()
        write(player.screen.redrawn(), to: console)
      }
      if let window, window != ScriptSize(of: keys) {
        let size = ScriptSize(of: keys)
        self.window = size
        player.followWindow(size)
        return pressed
      }
      if !pressed.isEmpty { return pressed }
    }
  }
}
