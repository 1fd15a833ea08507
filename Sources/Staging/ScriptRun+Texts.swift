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
    var exit = ScriptExit.matched
    for file in files { exit = exit.worse(saying { try format(file, isDry: isDry) }) }
    return exit
  }

  private func format(_ file: String, isDry: Bool) throws -> ScriptExit {
    let bytes = try scriptBytes(of: file)
    var text = bytes
    // The lines of a script depend on how those before it in the document are written.
    for number in try Script.all(in: bytes, path: file).indices {
      text = Array(formatted(try Script.all(in: text, path: file)[number]).utf8)
    }
    guard text != bytes else { return .matched }
    if isDry {
      say(["\(file): would change"])
      return .mismatch
    }
    try files.write(text, to: file, replacing: true)
    return .matched
  }

  /// Prints problems in scripts and casts.
  ///
  /// - Returns: The most severe exit status.
  package func lint(_ files: [String]) -> ScriptExit {
    let (casts, scripts) = (
      files.filter { $0.hasSuffix(".cast") }, files.filter { !$0.hasSuffix(".cast") }
    )
    var exit = each(scripts) { _, script in
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
    each(files) { _, script in
      print(explanation(of: script).map { escapingHarmful($0, keeping: ["\t"]) })
      return .matched
    }
  }
}
