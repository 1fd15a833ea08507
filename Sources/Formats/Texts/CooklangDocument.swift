import Text

/// A recipe in Cooklang, as its parts: metadata, sections, and steps of texts and components.
package struct CooklangDocument: Equatable {
  /// A part of a step.
  package enum Item: Equatable {
    case text(String)
    case ingredient(Component)
    case cookware(Component)
    case timer(Component)
  }

  /// An ingredient, a piece of cookware or a timer.
  package struct Component: Equatable {
    package var name: String
    /// The name that is shown, after a bar in the name; nil if it is ``name``.
    package var alias: String?
    /// What stands before `%` in braces, without `=`; empty if there is nothing.
    package var quantity = ""
    package var units = ""
    /// What follows in parentheses.
    package var preparation = ""
    /// The signs of extensions between the mark and the name: `?` optional, `-` hidden, `&` mentioned before.
    package var modifiers = ""
  }

  /// Steps under a heading.
  package struct Section: Equatable {
    /// The heading; empty for the first steps.
    package var name: String
    package var steps: [[Item]] = []
  }

  package private(set) var sections = [Section(name: "")]
  /// Metadata in the order of the text, nested keys joined by dots.
  package private(set) var metadata: [(key: String, value: String)] = []
  /// Paragraphs that begin with `>`.
  package private(set) var notes: [String] = []
  let front: FrontMatter

  package static func == (one: Self, other: Self) -> Bool {
    one.sections == other.sections && one.notes == other.notes && one.front == other.front
  }

  package init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
      String.init)
    front = FrontMatter(lines)
    metadata = front.entries.map { ($0.key, $0.values.joined(separator: ", ")) }
    let body = lines[front.end...].joined(separator: "\n")
    read(
      withoutComments(body).split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init))
  }

  private mutating func read(_ lines: [String]) {
    var paragraph: [String] = []
    for line in lines + [""] {
      let words = trimmingSpace(line)
      if words.hasPrefix(">>") {
        flush(&paragraph)
        readOldMetadata(words.dropFirst(2))
      } else if words.hasPrefix("=") {
        flush(&paragraph)
        let name = trimmingSpace(
          String(words.drop { $0 == "=" }.reversed().drop { $0 == "=" }.reversed()))
        sections.append(Section(name: withoutEscapes(name)))
      } else if words.isEmpty {
        flush(&paragraph)
      } else {
        paragraph.append(line)
      }
    }
  }

  private mutating func readOldMetadata(_ text: Substring) {
    guard let colon = text.firstIndex(of: ":") else { return }
    metadata.append(
      (
        trimmingSpace(String(text[..<colon])),
        trimmingSpace(String(text[text.index(after: colon)...]))
      ))
  }

  private mutating func flush(_ lines: inout [String]) {
    defer { lines = [] }
    guard let first = lines.first else { return }
    if trimmingSpace(first).hasPrefix(">") {
      let words = lines.map { line -> String in
        let line = trimmingSpace(line)
        return trimmingSpace(String(line.hasPrefix(">") ? line.dropFirst() : line[...]))
      }
      notes.append(withoutEscapes(joined(words)))
      return
    }
    var parser = StepParser(joined(lines))
    let items = parser.items()
    if !items.isEmpty { sections[sections.count - 1].steps.append(items) }
  }
}

/// Joins the lines of a paragraph; a backslash at the end of a line keeps the break.
private func joined(_ lines: [String]) -> String {
  var text = ""
  for (number, line) in lines.enumerated() {
    let isLast = number + 1 == lines.count
    text += line.hasSuffix("\\") && !isLast ? line.dropLast() + "\n" : line + (isLast ? "" : " ")
  }
  return text
}

/// Whether a letter after a backslash stands for itself, as the reference parser has it.
private func isEscapable(_ letter: Character) -> Bool {
  letter.isASCII && (letter.isPunctuation || letter.isSymbol)
}

private func withoutEscapes(_ text: String) -> String {
  guard text.contains("\\") else { return text }
  var plain = ""
  var rest = text[...]
  while let letter = rest.popFirst() {
    if letter == "\\", let next = rest.first, isEscapable(next) {
      plain.append(next)
      rest = rest.dropFirst()
    } else {
      plain.append(letter)
    }
  }
  return plain
}

/// Returns a text without comments: `-- …` to the end of the line, and `[- … -]`.
///
/// A line of a comment alone does not divide a step.
private func withoutComments(_ text: String) -> String {
  var rest = text[...]
  var plain = ""
  while let open = rest.firstRange(of: "[-"),
    let close = rest[open.upperBound...].firstRange(of: "-]")
  {
    plain += rest[..<open.lowerBound]
    rest = rest[close.upperBound...]
  }
  plain += rest
  return plain.split(separator: "\n", omittingEmptySubsequences: false).compactMap {
    line -> Substring? in
    guard let mark = commentMark(in: line) else { return line }
    let before = line[..<mark]
    return before.allSatisfy(\.isWhitespace) ? nil : before
  }.joined(separator: "\n")
}

/// The place of two dashes; three are none of a comment.
private func commentMark(in line: Substring) -> Substring.Index? {
  var place = line.startIndex
  while let dash = line[place...].firstIndex(of: "-") {
    let end = line[dash...].firstIndex { $0 != "-" } ?? line.endIndex
    if line.distance(from: dash, to: end) == 2 { return dash }
    place = end
  }
  return nil
}

/// Reads the parts of a step.
private struct StepParser {
  private let letters: [Character]
  private var place = 0
  private var text = ""
  private var found: [CooklangDocument.Item] = []

  init(_ step: String) { letters = Array(step) }

  mutating func items() -> [CooklangDocument.Item] {
    while place < letters.count {
      let mark = letters[place]
      if "@#~".contains(mark), let component = component(after: mark) {
        if !text.isEmpty { found.append(.text(text)) }
        text = ""
        switch mark {
        case "@": found.append(.ingredient(component))
        case "#": found.append(.cookware(component))
        default: found.append(.timer(component))
        }
      } else if mark == "\\", place + 1 < letters.count, isEscapable(letters[place + 1]) {
        text.append(letters[place + 1])
        place += 2
      } else {
        text.append(mark)
        place += 1
      }
    }
    if !text.allSatisfy(\.isWhitespace) { found.append(.text(text)) }
    return found
  }

  /// Reads a component at its mark, and moves behind it; nil if there is none.
  private mutating func component(after mark: Character) -> CooklangDocument.Component? {
    var next = place + 1
    var component = CooklangDocument.Component(name: "")
    while next < letters.count, mark != "~", "?-&+@".contains(letters[next]) {
      component.modifiers.append(letters[next])
      next += 1
    }
    guard next < letters.count, !letters[next].isWhitespace else { return nil }
    if let brace = brace(from: next), mark == "~" || brace > next {
      component.setName(trimmingSpace(String(letters[next..<brace])))
      guard let close = letters[brace...].firstIndex(of: "}") else { return nil }
      read(String(letters[(brace + 1)..<close]), into: &component)
      next = close + 1
      if mark != "~", next < letters.count, letters[next] == "(",
        let end = letters[next...].firstIndex(of: ")")
      {
        component.preparation = withoutEscapes(trimmingSpace(String(letters[(next + 1)..<end])))
        next = end + 1
      }
    } else {
      let end =
        letters[next...].firstIndex { $0.isWhitespace || isPunctuation($0) } ?? letters.count
      guard end > next else { return nil }
      component.name = String(letters[next..<end])
      next = end
    }
    place = next
    return component
  }

  /// The place of the brace that belongs to a name: in the same line, before the next mark.
  private func brace(from start: Int) -> Int? {
    var place = start
    while place < letters.count {
      if letters[place] == "{" { return place }
      if "@#~\n".contains(letters[place]) { return nil }
      place += letters[place] == "\\" ? 2 : 1
    }
    return nil
  }

  private func read(_ amount: String, into component: inout CooklangDocument.Component) {
    let parts = amount.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map {
      trimmingSpace(String($0))
    }
    let quantity = parts[0].hasPrefix("=") ? String(parts[0].dropFirst()) : parts[0]
    component.quantity = trimmingSpace(quantity)
    component.units = parts.count > 1 ? parts[1] : ""
  }

  private func isPunctuation(_ letter: Character) -> Bool {
    letter.unicodeScalars.first.map {
      switch $0.properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        true
      default: false
      }
    } ?? false
  }
}

extension CooklangDocument.Component {
  /// Sets the name as it is written, and the alias after a bar.
  fileprivate mutating func setName(_ text: String) {
    var isEscaped = false
    let bar = text.indices.first { place in
      defer { isEscaped = !isEscaped && text[place] == "\\" }
      return text[place] == "|" && !isEscaped
    }
    name = withoutEscapes(trimmingSpace(String(text[..<(bar ?? text.endIndex)])))
    alias = bar.map { withoutEscapes(trimmingSpace(String(text[text.index(after: $0)...]))) }
  }

  /// The quantity as a number: digits, a decimal fraction or `1/2`; nil for other texts.
  package var number: Double? {
    let parts = quantity.split(separator: "/", omittingEmptySubsequences: false).map {
      trimmingSpace(String($0))
    }
    let numbers = parts.compactMap { part -> Double? in
      let isCode = part.hasPrefix("0") && part.count > 1 && !part.hasPrefix("0.")
      return isCode || !part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        ? nil : Double(part)
    }
    guard numbers.count == parts.count else { return nil }
    if numbers.count == 1 { return numbers[0] }
    return numbers.count == 2 && numbers[1] != 0 ? numbers[0] / numbers[1] : nil
  }
}
