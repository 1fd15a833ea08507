import Interpreter
import World

@testable import Recordings

/// A program with a few predictable commands, for scripts to play.
final class FakeProgram: PlayedProgram {
  private let player: Player
  private var line = ""
  private var drawing: [UInt8] = Array("❯ ".utf8)

  init(_ player: Player) { self.player = player }

  func run() {
    while let key = player.nextKey() {
      switch key {
      case [0x0D]:
        let entered = line
        (line, drawing) = ("", drawing + [0x0A])
        player.entered(entered)
        if entered == "quit" { return }
        player.ended(obey(entered))
        drawing += Array("❯ ".utf8)
      case [0x03]:
        line = ""
        player.droppedLine()
      case [0x7F]: line = String(line.dropLast())
      default:
        line += String(decoding: key, as: UTF8.self)
        drawing += key
      }
    }
  }

  /// Runs a command and returns its error code if it fails.
  private func obey(_ line: String) -> String? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "say": write(words.count > 1 ? words[1] : "", player.terminal.console.output)
    case "fail":
      write("it fails", player.terminal.console.errors)
      return "broken"
    case "ask": write(ask() ? "as you wish" : "then not", player.terminal.console.output)
    case "flood":
      let count = words.count > 1 ? Int(words[1]) ?? 0 : 1000
      write(String(repeating: "x", count: count), player.terminal.console.output)
    case "lines":
      for number in 0..<(words.count > 1 ? Int(words[1]) ?? 0 : 0) {
        write("line \(number)", player.terminal.console.output)
      }
    case "time": write("\(player.clock.now)", player.terminal.console.output)
    default: break
    }
    return nil
  }

  private func write(_ line: String, _ stream: Console.Stream) {
    _ = stream.write(Array((line + "\n").utf8))
  }

  private func ask() -> Bool {
    player.asked("Sure? ")
    var answer = ""
    while let key = player.nextKey(), key != [0x0D] {
      answer += String(decoding: key, as: UTF8.self)
    }
    player.answered(answer)
    return answer == "yes"
  }

  var snapshot: LineSnapshot {
    LineSnapshot(text: line, cursor: line.unicodeScalars.count, rowsBelowCursor: 0)
  }

  func takeDrawing() -> [UInt8] {
    defer { drawing = [] }
    return drawing
  }

  func resize(_ size: ScriptSize) { drawing += Array("<\(size.columns)>".utf8) }

  func awaitIdle() -> Bool { false }
}

/// Plays a script on the fake program.
func played(
  _ body: String, header: String = "",
  _ options: Player.Options = Player.Options(isLogged: true),
  for audience: FakeAudience = FakeAudience(), _ prepare: (Player) -> Void = { _ in }
) throws -> Player {
  let script = try script(body, header: header)
  let loaded = try ScriptLoader.load(script, in: "/f", MemoryFileSystem())
  let plan = ScriptPlan(loaded, digest: String(repeating: "0", count: 64), version: [1, 2])
  let player = Player(plan, options, interruptions: Interruptions(), delegate: audience)
  prepare(player)
  try player.play { FakeProgram(player) }
  return player
}
