import Text

extension SessionLog {
  /// The session as a page of Markdown: chapters with headings, and each step in a block.
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
      case .line(_, let text): page.block.append(harmless(text))
      case .output, .key, .resize, .shot: break
      }
    }
    page.endBlock()
    return page.parts.joined(separator: "\n\n") + "\n"
  }
}

private struct MarkdownPage {
  var parts: [String] = []
  /// The lines of the block that is not complete.
  var block: [String] = []

  mutating func add(_ part: String) {
    endBlock()
    parts.append(part)
  }

  /// Puts the block between fences longer than any in it (CommonMark, 4.5).
  mutating func endBlock() {
    guard !block.isEmpty else { return }
    let longest = block.map(longestRun).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    parts.append("\(fence)console\n\(block.joined(separator: "\n"))\n\(fence)")
    block = []
  }

  private func longestRun(of line: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in line.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

/// A text in which nothing has a meaning in Markdown.
private func escaped(_ text: String) -> String {
  var out = ""
  let text = trimmingSpace(harmless(text))
  for character in text {
    if "\\`*_[]<>#|~&!".contains(character) { out.append("\\") }
    out.append(character)
  }
  return escapingStart(out)
}

/// The text with its first mark escaped if that would begin a list or a heading.
private func escapingStart(_ text: String) -> String {
  if let first = text.first, "-+=".contains(first) { return "\\" + text }
  let rest = text.drop { $0.isASCII && $0.isNumber }
  guard rest.startIndex > text.startIndex, let mark = rest.first, ".)".contains(mark) else {
    return text
  }
  return "\(text[..<rest.startIndex])\\\(rest)"
}
