extension Script {
  /// Parses a script or a Markdown document that contains one, by the extension of its path.
  package static func reading(_ bytes: [UInt8], path: String) throws(ScriptProblem) -> Script {
    let isDocument = [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
    return isDocument ? try Script(markdown: bytes, path: path) : try Script(bytes, path: path)
  }

  /// Parses the fenced code blocks with the info string `rcp` in a Markdown document as one script.
  ///
  /// ``Script/lines`` are the lines of the whole document, so that the document itself is updated.
  ///
  /// - Throws: ``ScriptProblem`` for the first problem.
  package init(markdown bytes: [UInt8], path: String) throws(ScriptProblem) {
    let source = try SourceText(bytes, path: path)
    let lines = markdownBlocks(source.lines)
    guard !lines.isEmpty else {
      throw ScriptProblem(
        path: path, line: 1, "there is no script in the document",
        hint: "write one between ```rcp and ```")
    }
    try self.init(lines, of: source)
  }

  /// Whether the script is part of a Markdown document.
  var isInDocument: Bool {
    let above = header.range.lowerBound - 1
    return lines.indices.contains(above) && Fence(opening: lines[above]) != nil
  }
}

/// Returns the lines of all script blocks, with a blank line after each block.
func markdownBlocks(_ lines: [String]) -> [SourceLine] {
  var script: [SourceLine] = []
  var fence: Fence?
  for (offset, text) in lines.enumerated() {
    guard let open = fence else {
      fence = Fence(opening: text)
      continue
    }
    if open.isClosed(by: text) {
      if open.isScript { script.append(SourceLine(offset: offset, text: "")) }
      fence = nil
    } else if open.isScript {
      let indent = text.prefix(open.indent).prefix { $0 == " " }.count
      script.append(
        SourceLine(offset: offset, indent: indent, text: String(text.dropFirst(indent))))
    }
  }
  return script
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
