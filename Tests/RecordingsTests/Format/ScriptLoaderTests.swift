import LiveWorld
import Recordings
import Testing
import TestSupport
import World

@Suite("Inclusions and repetitions")
struct ScriptLoaderTests {
  private func load(
    _ body: String, _ files: [String: String], header: String = ""
  ) throws(ScriptProblem) -> PlayableScript {
    var held: [String: String] = [:]
    for (name, body) in files { held["/f/" + name] = "rcp 1\n\n" + body }
    let script = try script(body, header: header)
    return try ScriptLoader.load(script, in: "/f", MemoryFileSystem(held))
  }

  private func commands(_ playable: PlayableScript) -> [String] {
    playable.items.compactMap {
      if case .step(let step) = $0.item.kind, case .command(let text) = step.action {
        text
      } else {
        nil
      }
    }
  }

  @Test func `items are in playing order and as often as repeated`() throws {
    let playable = try load(
      "> a\n@ repeat 2\n@ include lib/b.rcp\n@ end\n@ when feature:x\n@ include lib/c.rcp\n> d",
      ["lib/b.rcp": "> b\n@ include c.rcp", "lib/c.rcp": "> c"])
    #expect(commands(playable) == ["a", "b", "c", "b", "c", "c", "d"])
    #expect(playable.items.map(\.script) == [0, 1, 2, 1, 2, 2, 0])
    #expect(playable.items.map(\.isRepeated) == [false, false, false, true, true, true, false])
    #expect(playable.items.map(\.conditions.count) == [0, 0, 0, 0, 0, 1, 0])
    #expect(playable.scripts.map(\.path) == ["a.rcp", "lib/b.rcp", "lib/c.rcp"])
  }

  @Test(arguments: [
    ("@ include b.rcp", [:], ScriptProblem.Kind.unmet, "no such file"),
    ("@ include a.rcp", ["a.rcp": ""], .invalid, "includes itself"),
    (
      "@ include b.rcp", ["b.rcp": "@ include c.rcp", "c.rcp": "@ include b.rcp"], .invalid,
      "includes itself"
    ),
    ("@ include b.rcp", ["b.rcp": "@ inclde c"], .invalid, "inclde"),
    (
      "@ repeat 100\n@ repeat 100\n@ include b.rcp\n@ end\n@ end", ["b.rcp": "% x"], .limit,
      "too long"
    ),
    (
      "@ repeat 100\n@ include b.rcp\n@ end", ["b.rcp": "@ repeat 100\n> x\n@ end"], .limit,
      "too long"
    ),
    ("@ repeat 100\n@ include b.rcp\n@ end", ["b.rcp": "@ pause 30s"], .limit, "pauses"),
  ])
  func `invalid inclusions are rejected`(
    body: String, files: [String: String], kind: ScriptProblem.Kind, message: String
  ) {
    do {
      _ = try load(body, files)
      Issue.record("it was loaded")
    } catch {
      #expect(error.kind == kind)
      #expect(error.description.contains(message), "\(error)")
    }
  }

  /// The message of the fault in a script or in a file that it includes; empty if there is none.
  private func complaint(_ body: String, _ files: [String: String]) -> String {
    do {
      _ = try load(body, files)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func `inclusions are limited in depth, number and size`() {
    var chain: [String: String] = ["20.rcp": ""]
    for number in 0..<20 { chain["\(number).rcp"] = "@ include \(number + 1).rcp" }
    #expect(complaint("@ include 13.rcp", chain) == "")
    #expect(complaint("@ include 12.rcp", chain).contains("inclusions are nested too deeply"))
    let many = Dictionary(uniqueKeysWithValues: (0..<65).map { ("\($0).rcp", "") })
    let lines = (0..<65).map { "@ include \($0).rcp" }
    #expect(complaint(lines.dropLast().joined(separator: "\n"), many) == "")
    let number = complaint(lines.joined(separator: "\n"), many)
    #expect(number.contains("too many scripts are included") && number.contains("at most 64"))
    // Each file has an own header before its comments.
    let comment = "# " + String(repeating: "x", count: 4000) + "\n"
    let long = String(repeating: comment, count: 200)
    let files = ["x.rcp": long, "y.rcp": long, "z.rcp": long]
    #expect(complaint("@ include x.rcp\n@ include y.rcp", files) == "")
    let size = complaint("@ include x.rcp\n@ include y.rcp\n@ include z.rcp", files)
    #expect(size.contains("the included scripts are too long") && size.contains("2097152 bytes"))
  }

  @Test func `symbolic links and pipes are refused`() throws {
    let folder = try TemporaryFolder()
    makePipe(at: folder.path + "/pipe.rcp")
    makeLink(at: folder.path + "/link.rcp", to: "/etc/passwd")
    for name in ["pipe.rcp", "link.rcp"] {
      do {
        _ = try ScriptLoader.load(script("@ include \(name)"), in: folder.path, LiveFileSystem())
        Issue.record("it was loaded")
      } catch {
        #expect(error.kind == .refused)
      }
    }
  }

  @Test func `variables of the script take precedence over included ones`() throws {
    let held = MemoryFileSystem(["/f/b.rcp": "rcp 1\nvar: x = 2\nvar: y = 3\n\n> ${x}"])
    let script = try script("@ include b.rcp", header: "var: x = 1")
    #expect(try ScriptLoader.load(script, in: "/f", held).variables == ["x": "1", "y": "3"])
  }
}
