import Films
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
      let findings = Recordings.lint(script) + lettersToBorrow(in: script)
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

  /// Returns a problem if films of a script need fonts of the system.
  ///
  /// Nothing is found without FreeType: then there are no films either.
  private func lettersToBorrow(in script: Script) -> [ScriptProblem] {
    var lines: [Unicode.Scalar: Int] = [:]
    for (number, line) in script.lines.enumerated()
    where !line.hasPrefix("#") && !line.hasPrefix(":") {
      for scalar in line.unicodeScalars where scalar.value > 0x7F && lines[scalar] == nil {
        lines[scalar] = number + 1
      }
    }
    guard let missing = try? builtInFontLacks(Set(lines.keys)),
      let line = missing.compactMap({ lines[$0] }).min()
    else { return [] }
    let list = missing.prefix(10).map { String($0) }.joined(separator: " ")
    return [
      ScriptProblem(
        path: script.path, line: line, column: 1,
        "films need a font of the system for \(list), so they can differ on other machines",
        hint: "use other words, or --font with a font that has them")
    ]
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
