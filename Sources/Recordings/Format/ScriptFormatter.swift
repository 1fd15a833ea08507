/// Returns the script in its canonical form, including comments; its meaning is unchanged.
///
/// Header fields with defaults are written out. A blank line follows each step and precedes each chapter. In
/// a Markdown document, only the lines of the script change.
package func formatted(_ script: Script) -> String {
  let lines = script.isInDocument ? documentLines(script) : scriptLines(script)
  return lines.map { $0 + "\n" }.joined()
}

private func scriptLines(_ script: Script) -> [String] {
  let head = script.lines[..<script.header.range.lowerBound] + HeaderPrinter(script).lines
  let body = body(script.items, of: script)
  return head + (body.isEmpty ? [] : [""] + body)
}

/// Returns the lines of items, separated by blank lines.
private func body(_ items: [ScriptItem], of script: Script) -> [String] {
  var lines: [String] = []
  var previous: ScriptItem?
  for item in items {
    if let previous, isApart(previous, item) { lines.append("") }
    if case .repeated(let count, let items) = item.kind {
      lines += ["@ repeat \(count)"] + body(items, of: script) + ["@ end"]
    } else {
      lines += ScriptPrinter.lines(item, of: script)
    }
    previous = item
  }
  return lines
}

/// Whether a blank line separates two items.
private func isApart(_ one: ScriptItem, _ other: ScriptItem) -> Bool {
  if case .chapter = other.kind { return true }
  switch one.kind {
  case .step, .repeated, .attachment: return true
  default: return one.range.upperBound < other.range.lowerBound
  }
}

/// Returns the lines of a document, with those of the script in canonical form.
private func documentLines(_ script: Script) -> [String] {
  let pieces =
    [(script.header.range, HeaderPrinter(script).lines)] + pieces(script.items, of: script)
  var lines: [String] = []
  var position = 0
  for (range, text) in pieces {
    lines += script.lines[position..<range.lowerBound]
    let indent = script.lines[range.lowerBound].prefix { $0 == " " }
    lines += text.map { indent + $0 }
    position = range.upperBound
  }
  return lines + script.lines[position...]
}

/// Returns the replacements for line ranges.
private func pieces(_ items: [ScriptItem], of script: Script) -> [(Range<Int>, [String])] {
  items.flatMap { item -> [(Range<Int>, [String])] in
    guard case .repeated(let count, let items) = item.kind else {
      return [(item.range, ScriptPrinter.lines(item, of: script))]
    }
    let (first, last) = (item.range.lowerBound, item.range.upperBound - 1)
    return [(first..<first + 1, ["@ repeat \(count)"])] + pieces(items, of: script)
      + [(last..<last + 1, ["@ end"])]
  }
}
