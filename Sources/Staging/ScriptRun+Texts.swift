import LiveWorld
import Recordings
import Text
import World

extension ScriptRun {
  /// Rewrites scripts in their canonical form.
  ///
  /// - Parameters:
  ///   - files: The paths of scripts.
  ///   - isDry: Whether to leave the files unchanged. The exit status is `mismatch` if there are any changes.
  /// - Returns: The most severe exit status.
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

  /// Prints problems in scripts and casts.
  ///
  /// - Returns: The most severe exit status.
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

  /// Explains what scripts do, without playing them.
  ///
  /// - Returns: The most severe exit status.
  package func explain(_ files: [String]) -> ScriptExit {
    each(files) { _, _, script in
      print(explanation(of: script).map { escapingHarmful($0, keeping: ["\t"]) })
      return .matched
    }
  }
}
