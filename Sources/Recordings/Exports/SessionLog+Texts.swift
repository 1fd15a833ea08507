import Text

extension SessionLog {
  /// Returns the session as Markdown, with chapters as headings and each step as a code block.
  package func markdown() -> String {
    var page = MarkdownPage()
    if !title.isEmpty { page.add("# \(escaped(title))") }
    for event in events {
      switch event.kind {
      case .chapter(let text): page.add("## \(escaped(text))")
      case .narration(let text): page.add(escaped(text))
      case .command(let text):
        page.endBlock()
        page.block.append("> \(harmless(text))")
      case .edit(let keys, let line, let menu):
        page.add("Keys: " + codeSpan(harmless(keys)))
        page.block += ["> \(harmless(line))"] + menu.map { harmless($0) }
      case .line(_, let text): page.block.append(harmless(PictureLine.shown(text)))
      case .output, .key, .resize, .shot: break
      }
    }
    page.endBlock()
    return page.parts.joined(separator: "\n\n") + "\n"
  }
}

private struct MarkdownPage {
  var parts: [String] = []
  /// The lines of the open code block.
  var block: [String] = []

  mutating func add(_ part: String) {
    endBlock()
    parts.append(part)
  }

  /// Closes the block, with fences longer than any run of backticks in it (CommonMark, 4.5).
  mutating func endBlock() {
    guard !block.isEmpty else { return }
    let longest = block.map(longestBacktickRun).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    parts.append("\(fence)console\n\(block.joined(separator: "\n"))\n\(fence)")
    block = []
  }
}

/// Returns a text as a code span, with delimiters longer than any run of backticks in it (CommonMark, 6.1).
private func codeSpan(_ text: String) -> String {
  let mark = String(repeating: "`", count: longestBacktickRun(of: text) + 1)
  let isSpaced = text.hasPrefix("`") || text.hasSuffix("`")
  return isSpaced ? "\(mark) \(text) \(mark)" : mark + text + mark
}

private func longestBacktickRun(of line: String) -> Int {
  var (longest, run) = (0, 0)
  for byte in line.utf8 {
    run = byte == UInt8(ascii: "`") ? run + 1 : 0
    longest = max(longest, run)
  }
  return longest
}

/// Escapes all Markdown syntax in a text.
private func escaped(_ text: String) -> String {
  var out = ""
  let text = trimmingSpace(harmless(text))
  for character in text {
    if "\\`*_[]<>#|~&!".contains(character) { out.append("\\") }
    out.append(character)
  }
  return escapingStart(out)
}

/// Escapes the first punctuation mark of a text that would start a list or a heading.
private func escapingStart(_ text: String) -> String {
  if let first = text.first, "-+=".contains(first) { return "\\" + text }
  let rest = text.drop { $0.isASCII && $0.isNumber }
  guard rest.startIndex > text.startIndex, let mark = rest.first, ".)".contains(mark) else {
    return text
  }
  return "\(text[..<rest.startIndex])\\\(rest)"
}

extension SessionLog {
  /// Returns the commands and output as plain text.
  package func transcript() -> String {
    var lines = title.isEmpty ? [] : [harmless(title), ""]
    for event in events {
      switch event.kind {
      case .chapter(let text):
        let title = harmless(text)
        lines.append("", title, String(repeating: "-", count: max(1, displayWidth(of: title))))
      case .narration(let text): lines.append("", harmless(text))
      case .command(let text): lines.append("", "> \(harmless(text))")
      case .edit(let keys, let line, let menu):
        lines.append("", "@ keys \(harmless(keys))", "> \(harmless(line))")
        lines += menu.map { harmless($0) }
      case .line(_, let text): lines.append(harmless(PictureLine.shown(text)))
      case .output, .key, .resize, .shot: break
      }
    }
    return joined(lines)
  }

  /// Joins lines.
  ///
  /// Consecutive empty lines are collapsed, and those at both ends are removed.
  private func joined(_ lines: [String]) -> String {
    var text = ""
    for (place, line) in lines.enumerated() {
      if line.isEmpty, place == 0 || lines[place - 1].isEmpty || place + 1 == lines.count {
        continue
      }
      text += line + "\n"
    }
    return text
  }
}

extension [String] {
  fileprivate mutating func append(_ lines: String...) { append(contentsOf: lines) }
}

extension SessionLog {
  /// Returns the session in the format of script(1), for scriptreplay(1).
  ///
  /// That format has no window size changes, so they are left out.
  ///
  /// - Returns: The typescript with its header line, and the timing file, with seconds and a byte count in
  ///   each line.
  package func typescript() -> (typescript: [UInt8], timing: [UInt8]) {
    var bytes: [UInt8] = []
    var timing = ""
    var told = 0
    for event in colored.events {
      guard case .output(let output) = event.kind, !output.isEmpty else { continue }
      bytes += output
      timing += "\(decimals(event.time - told, 6)) \(output.count)\n"
      told = event.time
    }
    // A delay needs output after it; this sequence displays nothing.
    let rest = Array("\u{1B}[m".utf8)
    bytes += rest
    timing += "\(decimals(end - told, 6)) \(rest.count)\n"
    let head = """
      Script started [TERM="xterm-256color" COLUMNS="\(size.columns)" LINES="\(size.rows)"]\n
      """
    return (Array(head.utf8) + bytes, Array(timing.utf8))
  }
}
