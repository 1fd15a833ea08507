extension Script {
  /// Parses the scripts of a file: one, or those of a Markdown document, by the extension of its path.
  ///
  /// In a document, a fenced code block with the info string `rcp` begins a script if its first line is that of a
  /// script, and continues the one before it otherwise. ``Script/lines`` are the lines of the whole document, so that
  /// the document itself is updated.
  ///
  /// - Throws: ``ScriptProblem`` for the first problem.
  package static func all(in bytes: [UInt8], path: String) throws(ScriptProblem) -> [Script] {
    guard [".md", ".markdown"].contains(where: { path.lowercased().hasSuffix($0) }) else {
      return [try Script(bytes, path: path)]
    }
    let source = try SourceText(bytes, path: path)
    let parts = markdownScripts(source.lines)
    guard !parts.isEmpty else {
      throw ScriptProblem(
        path: path, line: 1, "there is no script in the document",
        hint: "write one between ```rcp and ```")
    }
    return try parts.map { lines throws(ScriptProblem) in try Script(lines, of: source) }
  }

  /// Parses a file that must have a single script.
  ///
  /// - Throws: ``ScriptProblem`` for the first problem.
  package static func reading(_ bytes: [UInt8], path: String) throws(ScriptProblem) -> Script {
    let scripts = try all(in: bytes, path: path)
    guard scripts.count == 1 else {
      throw ScriptProblem(
        path: path, line: scripts[1].header.range.lowerBound + 1,
        "another script begins here; an included file can contain only one",
        hint: "move it to a file of its own")
    }
    return scripts[0]
  }

  /// Whether the script is part of a Markdown document.
  var isInDocument: Bool {
    let above = header.range.lowerBound - 1
    return lines.indices.contains(above) && Fence(opening: lines[above]) != nil
  }
}

/// Returns the lines of each script in a document, with a blank line after each block.
func markdownScripts(_ lines: [String]) -> [[SourceLine]] {
  var scripts: [[SourceLine]] = []
  var block: [SourceLine] = []
  var fence: Fence?
  func add() {
    let isFirst = block.first { !$0.isBlank && !$0.text.hasPrefix("#!") }?.text.hasPrefix("rcp ")
    if scripts.isEmpty || isFirst == true { scripts.append([]) }
    scripts[scripts.count - 1] += block
    block = []
  }
  for (offset, text) in lines.enumerated() {
    guard let open = fence else {
      fence = Fence(opening: text)
      continue
    }
    if open.isClosed(by: text) {
      fence = nil
      guard open.isScript else { continue }
      block.append(SourceLine(offset: offset, text: ""))
      add()
    } else if open.isScript {
      let indent = text.prefix(open.indent).prefix { $0 == " " }.count
      block.append(SourceLine(offset: offset, indent: indent, text: String(text.dropFirst(indent))))
    }
  }
  // A block that is not closed ends with the document.
  if !block.isEmpty { add() }
  return scripts
}

/// The opening line of a fenced code block (CommonMark 0.31, section 4.5).
struct Fence {
  let mark: Character
  let length: Int
  let indent: Int
  let isScript: Bool

  init?(opening line: String) {
    indent = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indent)
    guard indent <= 3, let mark = text.first, mark == "`" || mark == "~" else { return nil }
    length = text.prefix { $0 == mark }.count
    let info = text.dropFirst(length)
    guard length >= 3, mark == "~" || !info.contains("`") else { return nil }
    self.mark = mark
    isScript = info.split(whereSeparator: \.isWhitespace).first == "rcp"
  }

  func isClosed(by line: String) -> Bool {
    let text = line.drop { $0 == " " }
    let marks = text.prefix { $0 == mark }.count
    return line.prefix { $0 == " " }.count <= 3 && marks >= length
      && text.dropFirst(marks).allSatisfy { $0 == " " || $0 == "\t" }
  }
}
