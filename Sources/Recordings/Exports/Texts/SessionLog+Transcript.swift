import Text

extension SessionLog {
  /// What was said and entered, as plain text.
  package func transcript() -> String {
    var lines = title.isEmpty ? [] : [harmless(title), ""]
    for event in events {
      switch event.kind {
      case .chapter(let text):
        let title = harmless(text)
        lines.append("", title, String(repeating: "-", count: max(1, displayWidth(of: title))))
      case .narration(let text): lines.append("", harmless(text))
      case .command(let text): lines.append("", "> \(harmless(text))")
      case .line(_, let text): lines.append(harmless(text))
      case .output, .key, .resize, .shot: break
      }
    }
    return joined(lines)
  }

  /// The lines with no more than one empty one between others, and none at the end.
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
