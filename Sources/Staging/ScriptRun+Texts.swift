import LiveWorld
import Recordings
import Text
import World

extension ScriptRun {
  /// Gives scripts their one form.
  ///
  /// - Parameters:
  ///   - files: The paths of scripts.
  ///   - isDry: Whether nothing is changed; the exit is `mismatch` if something would be.
  /// - Returns: The worst of all exits.
  package func format(_ files: [String], isDry: Bool) -> ScriptExit {
    each(files) { file, bytes, script in
      let text = Array(formatted(script).utf8)
      guard text != bytes else { return .matched }
      if isDry {
        say(["\(file): would change"])
        return .mismatch
      }
      try self.files.write(text, to: file, replacing: true)
      return .matched
    }
  }

  /// Prints what is wrong with scripts and casts, or could be better.
  ///
  /// - Returns: The worst of all exits.
  package func lint(_ files: [String]) -> ScriptExit {
    let (casts, scripts) = (
      files.filter { $0.hasSuffix(".cast") }, files.filter { !$0.hasSuffix(".cast") }
    )
    var exit = each(scripts) { _, _, script in
      let findings = Recordings.lint(script)
      print(findings.map { escapingHarmful($0.description) })
      return findings.isEmpty ? .matched : .invalid
    }
    for file in casts {
      exit = exit.worse(
        saying {
          let problems = castProblems(try self.files.contents(of: file, limit: 64 << 20))
          print(problems.map { escapingHarmful("\(file):\($0)") })
          return problems.isEmpty ? .matched : .invalid
        })
    }
    return exit
  }

  /// Prints in plain words what scripts would do, without playing them.
  ///
  /// - Returns: The worst of all exits.
  package func explain(_ files: [String]) -> ScriptExit {
    each(files) { _, _, script in
      print(explanation(of: script).map { escapingHarmful($0, keeping: ["\t"]) })
      return .matched
    }
  }
}
