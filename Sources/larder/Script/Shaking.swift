import LiveWorld
import Recordings
import World

/// Plays a script again and again in other surroundings, and looks whether anything of them shows through.
struct Shaking {
  let file: String
  let count: Int
  let work: ScriptRun

  /// What a script could see of a machine, another one each time.
  private static let surroundings: [[String: String]] = [
    ["TZ": "Pacific/Apia", "LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8"],
    ["TERM": "dumb", "COLUMNS": "33", "LINES": "7"],
    [:],
    ["NO_COLOR": "1", "PAGER": "false", "EDITOR": "false", "BROWSER": "false"],
    ["HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "x"],
    ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "TERM": "xterm-kitty"],
    ["LC_ALL": "C", "TERM_PROGRAM": "WezTerm", "COLORTERM": "truecolor"],
    ["SWIFT_DETERMINISTIC_HASHING": "1", "TERM": "xterm"],
  ]

  /// Plays it once as a measure, and then as often as asked for.
  ///
  /// - Returns: Whether all was the same each time.
  func run() throws -> ScriptExit {
    let path = work.files.absolute(file)
    var measure: [UInt8]?
    for number in 0...count {
      var environment =
        number == 0 ? ["HOME": "/"] : Self.surroundings[(number - 1) % Self.surroundings.count]
      // Without it not even a loader finds its libraries everywhere.
      if let libraries = work.environment["LD_LIBRARY_PATH"] {
        environment["LD_LIBRARY_PATH"] = libraries
      }
      let folder = number % 2 == 0 ? "/" : "/usr"
      guard
        let played = OwnProgram.output(
          of: ["script", "log", path, "--folder", folder], environment: environment,
          nice: number % 3 == 2 ? 5 : 0)
      else { throw ScriptRefusal(.unfit, "this program cannot be run again") }
      guard let first = measure else {
        measure = played.bytes
        continue
      }
      guard played.bytes != first else { continue }
      let names = environment.map { $0.key + "=" + $0.value }.sorted().joined(separator: " ")
      work.say(["\(file): not the same with \(names)"] + Self.difference(first, played.bytes))
      return .mismatch
    }
    work.say(["\(file): the same \(count) times in other surroundings"])
    return .matched
  }

  /// The first lines that are not the same.
  private static func difference(_ first: [UInt8], _ second: [UInt8]) -> [String] {
    let (old, new) = (lines(first), lines(second))
    let place = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    guard let place else { return ["  one goes on where the other ends"] }
    return ["  - \(old[place])", "  + \(new[place])"]
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
