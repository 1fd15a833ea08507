import Text

/// A recipe in RecipeMD 2.4, as its parts.
package struct RecipeMDDocument: Equatable, Sendable {
  /// A number and a unit, such as `1 1/2 cups`.
  package struct Amount: Equatable, Sendable {
    package var factor: Double
    /// The number as it is written.
    package var written: String
    package var unit: String?
  }

  package struct Ingredient: Equatable, Sendable {
    package var amount: Amount?
    /// The name in Markdown, with everything else in the item.
    package var name: String
    /// The address, if the item is one link alone.
    package var link: String?
  }

  package struct Group: Equatable, Sendable {
    package var title: String
    package var level: Int
    package var ingredients: [Ingredient] = []
    package var groups: [Group] = []
  }

  package var title = ""
  /// Markdown; nil if there is none.
  package var description: String?
  package var tags: [String] = []
  package var yields: [Amount] = []
  package var ingredients: [Ingredient] = []
  package var groups: [Group] = []
  /// Markdown; nil if there is none.
  package var instructions: String?
}

extension RecipeMDDocument {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: The document, without a front matter.
  ///   - first: The number of lines before it, for errors.
  /// - Throws: ``FormatFault`` at the first place that RecipeMD does not allow.
  package init(_ text: String, after first: Int = 0) throws(FormatFault) {
    let tree = try MarkdownTree(text)
    var reader = RecipeMDReader(text, first)
    try reader.read(tree.blocks)
    self = reader.document
  }
}

/// Reads the blocks of RecipeMD.
private struct RecipeMDReader {
  private(set) var document = RecipeMDDocument()
  private let lines: [String]
  private let first: Int
  /// The open groups of ingredients.
  private var open: [RecipeMDDocument.Group] = []

  init(_ text: String, _ first: Int) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.hasSuffix("\r") ? $0.dropLast() : $0)
    }
    self.first = first
  }

  private func fault(_ reason: String, at node: MarkdownTree.Node?) -> FormatFault {
    FormatFault(reason, line: first + (node.map { $0.lines.lowerBound + 1 } ?? lines.count))
  }

  mutating func read(_ blocks: [MarkdownTree.Node]) throws(FormatFault) {
    guard let title = blocks.first, title.kind == .heading, title.level == 1 else {
      throw fault("a heading of the first level was expected", at: blocks.first)
    }
    document.title = headingText(title)
    var rest = blocks.dropFirst()
    let head = rest.prefix { $0.kind != .thematicBreak }
    rest = rest.dropFirst(head.count)
    guard let divider = rest.popFirst() else {
      throw fault("a line of three dashes before the ingredients was expected", at: nil)
    }
    try readHead(Array(head), title.lines.upperBound..<divider.lines.lowerBound)
    let supplies = rest.prefix { $0.kind != .thematicBreak }
    rest = rest.dropFirst(supplies.count)
    for block in supplies { try readIngredients(block) }
    closeGroups(from: 0)
    guard let second = rest.popFirst() else { return }
    let text = source(second.lines.upperBound..<lines.count)
    document.instructions = text.isEmpty ? nil : text
  }

  /// The text of a heading, without its marks.
  private func headingText(_ heading: MarkdownTree.Node) -> String {
    let line = trimmingSpace(lines[heading.lines.lowerBound])
    guard line.hasPrefix("#") else {
      let text = lines[heading.lines].map { trimmingSpace($0) }
      return text.filter { line in !line.isEmpty && !line.allSatisfy { "=-".contains($0) } }
        .joined(separator: "\n")
    }
    let words = trimmingSpace(String(line.drop { $0 == "#" }))
    let bare = words.reversed().drop { $0 == "#" }.reversed()
    return bare.last?.isWhitespace ?? true ? trimmingSpace(String(bare)) : words
  }

  private mutating func readHead(
    _ blocks: [MarkdownTree.Node], _ range: Range<Int>
  ) throws(FormatFault) {
    let marked = blocks.first { whole($0, .emphasis) != nil || whole($0, .strong) != nil }
    let end = marked?.lines.lowerBound ?? range.upperBound
    let text = source(range.lowerBound..<max(range.lowerBound, end))
    document.description = text.isEmpty ? nil : text
    var (hasTags, hasYields) = (false, false)
    for block in blocks where block.lines.lowerBound >= end {
      if let words = whole(block, .emphasis) {
        if hasTags { throw fault("there are tags twice", at: block) }
        hasTags = true
        document.tags = separated(words)
      } else if let words = whole(block, .strong) {
        if hasYields { throw fault("there are yields twice", at: block) }
        hasYields = true
        for part in separated(words) {
          guard let amount = RecipeMDDocument.Amount(part) else {
            throw fault("a yield begins with a number: `\(part)`", at: block)
          }
          document.yields.append(amount)
        }
      } else {
        throw fault("a line of three dashes before the ingredients was expected", at: block)
      }
    }
  }

  /// The words of a paragraph that is one emphasis; nil for others.
  private func whole(_ block: MarkdownTree.Node, _ kind: MarkdownTree.Kind) -> String? {
    guard block.kind == .paragraph, block.children.count == 1, block.children[0].kind == kind else {
      return nil
    }
    return block.children[0].plainText
  }

  /// The texts between commas, except those between two digits.
  private func separated(_ text: String) -> [String] {
    var (parts, last): ([String], Character?) = ([""], nil)
    var rest = text[...]
    while let letter = rest.popFirst() {
      let isInNumber = last?.isNumber ?? false && rest.first?.isNumber ?? false
      if letter == ",", !isInNumber {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
      last = letter
    }
    return parts.map { trimmingSpace($0) }.filter { !$0.isEmpty }
  }

  /// The lines of a range as they are, without blank ones at the ends.
  private func source(_ range: Range<Int>) -> String {
    var text = lines[range.clamped(to: 0..<lines.count)]
    while text.first.map({ trimmingSpace($0).isEmpty }) ?? false { text = text.dropFirst() }
    while text.last.map({ trimmingSpace($0).isEmpty }) ?? false { text = text.dropLast() }
    return withoutEnd(text.joined(separator: "\n"))
  }
}

/// Returns a text without the white space at its end.
private func withoutEnd(_ text: String) -> String {
  var text = text
  while text.last?.isWhitespace ?? false { text.removeLast() }
  return text
}

/// Ingredients.
extension RecipeMDReader {
  private mutating func readIngredients(_ block: MarkdownTree.Node) throws(FormatFault) {
    switch block.kind {
    case .heading:
      closeGroups(from: block.level)
      open.append(.init(title: headingText(block), level: block.level))
    case .list:
      for item in block.children {
        let ingredient = try ingredient(item)
        if open.isEmpty {
          document.ingredients.append(ingredient)
        } else {
          open[open.count - 1].ingredients.append(ingredient)
        }
      }
    default:
      throw fault("a list of ingredients, or a line of three dashes, was expected", at: block)
    }
  }

  /// Closes the groups of some level and of lower ones.
  private mutating func closeGroups(from level: Int) {
    while let last = open.last, last.level >= level {
      open.removeLast()
      if open.isEmpty {
        document.groups.append(last)
      } else {
        open[open.count - 1].groups.append(last)
      }
    }
  }

  private func ingredient(
    _ item: MarkdownTree.Node
  ) throws(FormatFault) -> RecipeMDDocument.Ingredient {
    guard let first = item.children.first else {
      throw fault("an ingredient is empty", at: item)
    }
    var ingredient = RecipeMDDocument.Ingredient(name: "")
    var inlines = first.kind == .paragraph ? first.children[...] : []
    var text = source(of: item, from: first)
    if let mark = inlines.first, mark.kind == .emphasis {
      guard let amount = RecipeMDDocument.Amount(mark.plainText) else {
        throw fault("an amount begins with a number: `\(mark.plainText)`", at: item)
      }
      ingredient.amount = amount
      inlines = inlines.dropFirst().drop { $0.plainText.allSatisfy(\.isWhitespace) }
      text = trimmingSpace(withoutAmount(text))
    }
    ingredient.name = text
    if item.children.count == 1, inlines.count == 1, let link = inlines.first, link.kind == .link {
      ingredient.name = link.plainText
      ingredient.link = link.text.replacing(" ", with: "%20")
    }
    if ingredient.name.isEmpty { throw fault("an ingredient has no name", at: item) }
    return ingredient
  }

  /// The lines of an item as they are, without its mark and the white space behind its first paragraph.
  private func source(of item: MarkdownTree.Node, from first: MarkdownTree.Node) -> String {
    var text = Array(lines[item.lines.clamped(to: 0..<lines.count)])
    let place = first.lines.lowerBound - item.lines.lowerBound
    guard text.indices.contains(place) else { return "" }
    text.removeFirst(place)
    text[0] = String(decoding: Array(text[0].utf8).dropFirst(first.start), as: UTF8.self)
    let last = first.lines.count - 1
    if text.indices.contains(last) { text[last] = withoutEnd(text[last]) }
    while text.last.map({ trimmingSpace($0).isEmpty }) ?? false { text.removeLast() }
    return trimmingSpace(text.joined(separator: "\n"))
  }

  /// A text without the emphasis that it begins with.
  private func withoutAmount(_ text: String) -> String {
    guard let mark = text.first, mark == "*" || mark == "_",
      let end = text.dropFirst().firstIndex(of: mark)
    else { return text }
    return String(text[text.index(after: end)...])
  }
}

extension RecipeMDDocument.Amount {
  /// Reads a number and a unit; nil if the text does not begin with a number.
  init?(_ text: String) {
    let letters = Array(trimmingSpace(text))
    var reader = NumberReader(letters)
    guard let factor = reader.number() else { return nil }
    self.factor = factor
    written = trimmingSpace(String(letters[..<reader.place]))
    let unit = trimmingSpace(String(letters[reader.place...]))
    self.unit = unit.isEmpty ? nil : unit
  }
}

/// Reads a number: `a b/c`, `a ½`, `a/b`, `½`, `a.b`, `a,b`, `.5` or `a`.
private struct NumberReader {
  let letters: [Character]
  private(set) var place = 0

  init(_ letters: [Character]) { self.letters = letters }

  mutating func number() -> Double? {
    let isNegative = letters.first == "-"
    if isNegative { skip(1) }
    guard let value = positive() else { return nil }
    return isNegative ? -value : value
  }

  private mutating func skip(_ count: Int) {
    place += count
    while place < letters.count, letters[place].isWhitespace { place += 1 }
  }

  private mutating func positive() -> Double? {
    if let fraction = fraction() { return fraction }
    guard let whole = decimal() else { return nil }
    let end = place
    if whole == whole.rounded() {
      skip(0)
      if let fraction = fraction() { return whole + fraction }
    }
    place = end
    return whole
  }

  /// Reads `1/2` or `½`.
  private mutating func fraction() -> Double? {
    guard place < letters.count else { return nil }
    if let value = letters[place].unicodeScalars.first?.properties.numericValue,
      value != value.rounded(), letters[place].unicodeScalars.count == 1
    {
      place += 1
      return value
    }
    let start = place
    if let top = digits() {
      let end = place
      skip(0)
      if place < letters.count, letters[place] == "/" {
        skip(1)
        if let bottom = digits(), bottom != 0 { return top / bottom }
      }
      place = end
    }
    place = start
    return nil
  }

  private mutating func decimal() -> Double? {
    let start = place
    var text = ""
    while place < letters.count, letters[place].isASCII, letters[place].isNumber {
      text.append(letters[place])
      place += 1
    }
    if place + 1 < letters.count, ".,".contains(letters[place]), letters[place + 1].isASCII,
      letters[place + 1].isNumber
    {
      text += "."
      place += 1
      while place < letters.count, letters[place].isASCII, letters[place].isNumber {
        text.append(letters[place])
        place += 1
      }
    }
    guard let value = Double(text.hasPrefix(".") ? "0" + text : text) else {
      place = start
      return nil
    }
    return value
  }

  private mutating func digits() -> Double? {
    let start = place
    while place < letters.count, letters[place].isASCII, letters[place].isNumber { place += 1 }
    return place > start ? Double(String(letters[start..<place])) : nil
  }
}
