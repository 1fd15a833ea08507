import World

/// Scripts that others include.
extension ScriptLoader {
  /// Reads a script that another includes, unless it is read already.
  ///
  /// - Returns: Its offset in the scripts.
  mutating func include(
    _ path: String, _ item: ScriptItem, of script: Int, _ chain: [Int]
  ) throws(ScriptProblem) -> Int {
    guard chain.count <= ScriptBounds.includeDepth else {
      let hint = "at most \(ScriptBounds.includeDepth)"
      throw problem(item, script, "inclusions stand too deep in one another", hint, .limit)
    }
    let base =
      places[script].path.utf8.lastIndex(of: 0x2F).map { String(places[script].path[..<$0]) } ?? ""
    let place = base.isEmpty ? path : "\(base)/\(path)"
    let included: Int
    if let known = known[place] {
      included = known
    } else {
      included = try read(place, item, script)
    }
    let isCycle = chain.contains {
      $0 == included || places[$0].identity.map { $0 == places[included].identity } ?? false
    }
    if isCycle {
      throw problem(item, script, "\(path) includes itself", "remove one of the inclusions")
    }
    return included
  }

  private mutating func read(
    _ place: String, _ item: ScriptItem, _ script: Int
  ) throws(ScriptProblem) -> Int {
    guard playable.scripts.count <= ScriptBounds.includes else {
      let hint = "at most \(ScriptBounds.includes)"
      throw problem(item, script, "too many scripts are included", hint, .limit)
    }
    let (content, identity) = try contents(place, item, script)
    bytes += content.count
    guard bytes <= ScriptBounds.includedText else {
      let hint = "all may have \(ScriptBounds.includedText) bytes"
      throw problem(item, script, "the included scripts are too long", hint, .limit)
    }
    let included = try Script.reading(content, path: prefix + place)
    playable.scripts.append(included)
    places.append((place, identity))
    known[place] = places.count - 1
    define(included.header.variables)
    return places.count - 1
  }

  /// What messages put before the path of an included script.
  private var prefix: String {
    let path = playable.scripts[0].path
    return path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? ""
  }

  private func contents(
    _ place: String, _ item: ScriptItem, _ script: Int
  ) throws(ScriptProblem) -> ([UInt8], [UInt8]?) {
    do throws(FileError) {
      let file = try files.open(place, beneath: folder, limit: ScriptBounds.text)
      var bytes = [UInt8](repeating: 0, count: file.count)
      let count = try file.read(at: 0, into: &bytes, 0..<bytes.count)
      return (Array(bytes[..<count]), file.identity)
    } catch {
      let kind: ScriptProblem.Kind =
        switch error.reason {
        case .tooLong: .limit
        case .other: .refused
        default: .unmet
        }
      throw problem(item, script, "\(error.description)", "put a script there", kind)
    }
  }

  func problem(
    _ item: ScriptItem, _ script: Int, _ message: String, _ hint: String,
    _ kind: ScriptProblem.Kind = .invalid
  ) -> ScriptProblem {
    ScriptProblem(
      path: playable.scripts[script].path, line: item.line, message, hint: hint, kind: kind)
  }
}
