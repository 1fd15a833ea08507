import Foundation
import Recordings
import TerminalEmulator
import TestSupport
import Testing

/// Whether external programs are installed.
private func areHere(_ programs: String...) -> Bool {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return programs.allSatisfy { program in
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

/// The system's Python, which has the packages of the distribution.
private let python = "/usr/bin/python3"
private let hasPyte = FileManager.default.fileExists(
  atPath: "/usr/lib/python3/dist-packages/pyte/__init__.py")

/// Compatibility with external programs that read the exports.
@Suite struct SessionWitnessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
  }

  /// Returns the output of a shell script that runs in the folder.
  private func output(of script: String) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "HOME": folder.path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the final screen of a log and the output that produces it.
  private func shown(_ log: SessionLog) -> (lines: [String], cursor: String, bytes: [UInt8]) {
    var screen = TerminalScreen(columns: log.size.columns, rows: log.size.rows)
    var bytes: [UInt8] = []
    for case .output(let output) in log.events.map(\.kind) { bytes += output }
    screen.feed(bytes)
    #expect(screen.unknown == [])
    return (screen.lines, "\(screen.cursor.row) \(screen.cursor.column)", bytes)
  }

  /// Sessions of a fixed size with characters whose width all terminals agree on.
  private static var sessions: [SessionLog] {
    var editing = SampleSession("Editing", columns: 20, rows: 6)
    editing.show("a long line that wraps about 料理料理料理")
    editing.show("\u{1B}[A\u{1B}[4D\u{1B}[2P\u{1B}[1@X\u{1B}[K\r\n\u{1B}[31;48;2;1;2;3m▀▄\u{1B}[0m")
    editing.show(
      "\u{1B}7\u{1B}[2;3H\u{1B}[2mghost\u{1B}[0m\u{1B}8 e\u{301}\u{8}\u{8}o\u{1B}[2;1H\u{1B}[L\u{1B}[4G!"
    )
    var scrolling = SampleSession("Scrolling", columns: 30, rows: 5)
    scrolling.enter(
      "list", (0..<12).map { "row \($0) 🍮 天ぷら" } + SampleSession.picture(columns: 9, rows: 3))
    scrolling.show("\u{1B}[H\u{1B}M\u{1B}Mtop\u{1B}[3;1H\u{1B}[M\u{1B}[3X\u{1B}[J0123456789")
    return [editing.log, scrolling.log, SampleSession.minute.log]
  }

  @Test(.enabled(if: hasPyte), arguments: sessions)
  func `pyte shows the same screen`(log: SessionLog) throws {
    let shown = shown(log)
    try write("bytes", shown.bytes)
    let script = """
      import pyte
      screen = pyte.Screen(\(log.size.columns), \(log.size.rows))
      pyte.ByteStream(screen).feed(open("bytes", "rb").read())
      print(screen.cursor.y, min(screen.cursor.x, \(log.size.columns - 1)))
      for line in screen.display: print(line.rstrip())
      """
    try write("witness.py", Array(script.utf8))
    let seen = try output(of: "\(python) witness.py").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    #expect(seen.first == shown.cursor)
    #expect(Array(seen.dropFirst().prefix(log.size.rows)) == shown.lines)
  }

  @Test(.enabled(if: areHere("tmux")), arguments: sessions)
  func `tmux shows the same screen`(log: SessionLog) throws {
    let shown = shown(log)
    try write("bytes", shown.bytes)
    let script = """
      run() { tmux -S ./socket "$@"; }
      run -f /dev/null new-session -d -x \(log.size.columns) -y \(log.size.rows) \
      "stty raw; cat bytes; tmux -S ./socket wait-for -S over; cat"
      run set-option -g status off
      run wait-for over
      run capture-pane -p
      run kill-server
      """
    let seen = try output(of: script).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(seen.prefix(log.size.rows).map(String.init) == shown.lines)
  }

  @Test(.enabled(if: areHere("asciinema", "script")), arguments: [SampleSession.everything.log])
  func `asciinema plays version 2`(log: SessionLog) throws {
    try write("out.cast", log.cast2())
    let seen = try output(of: "script -qec 'asciinema cat out.cast' /dev/null")
    #expect(seen.utf8.elementsEqual(shown(log).bytes))
  }

  @Test(.enabled(if: areHere("xmllint", "rsvg-convert")), arguments: [false, true])
  func `SVG readers accept the pictures`(showsKeys: Bool) throws {
    let options = PictureOptions(theme: showsKeys ? .light : .dark, showsKeys: showsKeys)
    for log in Self.sessions + [SampleSession.everything.log] {
      try write("out.svg", log.svg(options))
      try write("still.svg", log.still())
      let script = """
        xmllint --noout out.svg still.svg &&
        rsvg-convert out.svg -o out.png && rsvg-convert still.svg -o still.png &&
        head -c 4 out.png | tail -c 3
        """
      #expect(try output(of: script) == "PNG")
    }
  }

  /// A reader without animation shows the end, as the still does.
  @Test(.enabled(if: areHere("rsvg-convert"))) func `a reader without animation shows the end`()
    throws
  {
    let log = SampleSession.everything.log
    try write("out.svg", log.svg())
    try write("still.svg", log.still())
    let script =
      "rsvg-convert out.svg -o a.png && rsvg-convert still.svg -o b.png && cmp a.png b.png"
    #expect(try output(of: script) == "")
  }

  /// The animation stopped at a time equals the still of a session that ends then.
  @Test(.enabled(if: areHere("rsvg-convert", "compare")), arguments: Self.sessions.dropFirst())
  func `the animation shows the right screen at each time`(log: SessionLog) throws {
    var log = log
    log.events.removeAll {
      switch $0.kind {
      case .narration, .chapter: true
      default: false
      }
    }
    let film = StoppedFilm(String(decoding: try log.svg(), as: UTF8.self), duration: log.duration)
    let script = """
      rsvg-convert a.svg -o a.png && rsvg-convert b.svg -o b.png &&
      compare -metric AE -fuzz 25% a.png b.png null: 2>&1; true
      """
    for part in 0..<9 {
      // Shortly before the next key, when all earlier output is visible.
      let moment = log.duration / 9 * part
      let end = log.events.firstIndex { $0.time > moment } ?? log.events.count
      let time = log.events[max(0, end - 1)].time + 29_000
      guard end == log.events.count || log.events[end].time > time else { continue }
      var short = log
      short.events = Array(log.events[..<end])
      try write("a.svg", film.svg(at: time))
      try write(
        "b.svg", StoppedFilm(String(decoding: short.still(), as: UTF8.self), duration: 1).svg(at: 0)
      )
      let same = try output(
        of: script)
      #expect(Int(same) ?? 9999 < 1, "at \(time)")
    }
  }

  @Test(.enabled(if: areHere("scriptreplay"))) func `scriptreplay replays the typescript`() throws {
    let log = SampleSession.everything.log
    let (script, timing) = log.typescript()
    try write("typescript", script)
    try write("timing", timing)
    let seen = try output(of: "scriptreplay -d 100000 -t timing typescript")
    #expect(seen.contains(String(decoding: shown(log).bytes, as: UTF8.self)))
  }
}

/// An animated picture stopped at a time.
private struct StoppedFilm {
  private struct Step {
    var percent: Double
    var place: String
  }

  private let text: String
  private var steps: [String: [Step]] = [:]
  private let duration: Int

  init(_ text: String, duration: Int) {
    // The font of the reader is slightly wider than its cells.
    self.text = text.replacingOccurrences(of: "text{font:15px", with: "text{font:14.949px")
    self.duration = duration
    for rule in text.components(separatedBy: "@keyframes ").dropFirst() {
      let parts = rule.components(separatedBy: "@")[0].components(separatedBy: "{")
      let body = parts.dropFirst().joined(separator: "{")
      steps[parts[0]] = body.components(separatedBy: "}").compactMap(Self.step)
    }
  }

  private static func step(_ text: String) -> Step? {
    let parts = text.components(separatedBy: "%{transform:")
    guard parts.count == 2, let percent = Double(parts[0]) else { return nil }
    return Step(percent: percent, place: parts[1].replacingOccurrences(of: "px", with: ""))
  }

  /// Returns the picture at a time in microseconds.
  func svg(at time: Int) -> [UInt8] {
    let pieces = text.components(separatedBy: " class=\"s\" style=\"animation-name:")
    let percent = Double(time) / Double(duration) * 100
    var stopped = pieces[0]
    for piece in pieces.dropFirst() {
      let parts = piece.components(separatedBy: "\"")
      let place = steps[parts[0]]?.last { $0.percent <= percent }?.place ?? parts[2]
      stopped += " transform=\"\(place)\"" + parts[3...].joined(separator: "\"")
    }
    return Array(stopped.utf8)
  }
}
