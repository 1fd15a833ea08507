import Text

/// A text by its lines, with their numbers.
struct TextLines {
  /// The lines without their ends and the white space there.
  let lines: [String]

  init(_ file: SourceFile) { self.init(text: file.text) }

  init(text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      var line = String($0)
      while line.last?.isWhitespace ?? false { line.removeLast() }
      return line
    }
  }
}

/// Returns the columns of a line, counted from 0; fewer if the line ends before.
func columns(_ line: String, _ range: Range<Int>) -> String {
  trimmingSpace(String(line.dropFirst(range.lowerBound).prefix(range.count)))
}

/// Joins lines to paragraphs: blank lines divide them.
func paragraphs(_ lines: [String]) -> [String] {
  var paragraphs: [[String]] = [[]]
  for line in lines {
    let words = trimmingSpace(line)
    if words.isEmpty {
      if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
    } else {
      paragraphs[paragraphs.count - 1].append(words)
    }
  }
  return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
}

/// Returns the names between commas.
func commaNames(_ text: String) -> [String] {
  text.split(separator: ",").map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
}
