import ArgumentParser
import LiveWorld
import Recordings
import Text
import World

/// Gives scripts their one form.
struct ScriptFormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Give scripts their one form, with all of the header said.")

  @Argument(help: "Scripts.", completion: .file())
  var files: [String]

  @Flag(help: "Change nothing; exit with 1 if something would change.")
  var check = false

  func run() throws {
    let run = ScriptRun()
    try leave(
      run.each(files) { file, bytes, script in
        let text = Array(formatted(script).utf8)
        guard text != bytes else { return .matched }
        if check {
          run.say(["\(file): would change"])
          return .mismatch
        }
        try run.files.write(text, to: file, replacing: true)
        return .matched
      })
  }
}

/// Says what could be better about scripts, and what is wrong with recordings.
struct ScriptLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Say what is wrong with scripts and casts, or could be better.")

  @Argument(help: "Scripts, or .cast files.", completion: .file())
  var files: [String]

  func run() throws {
    let run = ScriptRun()
    let (casts, scripts) = (
      files.filter { $0.hasSuffix(".cast") }, files.filter { !$0.hasSuffix(".cast") }
    )
    var exit = run.each(scripts) { _, _, script in
      let findings = lint(script)
      run.print(findings.map { escapingHarmful($0.description) })
      return findings.isEmpty ? .matched : .invalid
    }
    for file in casts {
      do {
        let problems = castProblems(try run.files.contents(of: file, limit: 64 << 20))
        run.print(problems.map { escapingHarmful("\(file):\($0)") })
        if !problems.isEmpty { exit = exit.worse(.invalid) }
      } catch {
        exit = exit.worse(run.say(error))
      }
    }
    try leave(exit)
  }
}

/// Says in plain words what scripts would do.
struct ScriptExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say in plain words what scripts would do, without playing them.")

  @Argument(help: "Scripts.", completion: .file())
  var files: [String]

  func run() throws {
    let run = ScriptRun()
    try leave(
      run.each(files) { _, _, script in
        run.print(explanation(of: script).map { escapingHarmful($0, keeping: ["\t"]) })
        return .matched
      })
  }
}

extension ScriptRun {
  /// The text of a script.
  private func scriptBytes(of path: String) throws(ScriptRefusal) -> [UInt8] {
    do {
      return try files.contents(of: path, limit: ScriptBounds.text)
    } catch {
      throw ScriptRefusal(error)
    }
  }

  /// Does something with each script; what cannot be read is said.
  ///
  /// - Returns: The worst of all exits.
  func each(
    _ paths: [String],
    _ body: (_ path: String, _ bytes: [UInt8], _ script: Script) throws -> ScriptExit
  ) -> ScriptExit {
    var exit = ScriptExit.matched
    for path in paths {
      do {
        let bytes = try scriptBytes(of: path)
        exit = exit.worse(try body(path, bytes, try Script.reading(bytes, path: path)))
      } catch {
        exit = exit.worse(say(error))
      }
    }
    return exit
  }
}
