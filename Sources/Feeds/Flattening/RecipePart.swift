import Catalog
import Text

/// A part of a recipe that lists of objects describe.
enum RecipePart {
  case ingredients
  case steps

  /// Determines the part from a key; nil if it is another key.
  init?(key: String) {
    var key = plainKey(key)
    for ending in ["flat", "list"] where key.hasSuffix(ending) { key.removeLast(ending.count) }
    if ["ingredient", "ingredients"].contains(where: key.hasSuffix) {
      self = .ingredients
    } else if ["step", "steps", "instructions", "directions", "method"].contains(
      where: key.hasSuffix)
    {
      self = .steps
    } else {
      return nil
    }
  }

  func items(of value: JSONValue) -> RecipeItems {
    switch self {
    case .ingredients: IngredientReader.items(of: value)
    case .steps: StepReader.items(of: value)
    }
  }
}

/// Ingredients and steps in columns.
extension UnmappedColumns.Column {
  /// A text or number of a row that no field shows, by the keys and indices that lead to it.
  typealias Unused = (row: UInt32, path: [String])

  /// Returns the column with lists of texts, and what they leave out; nil if no text was found.
  ///
  /// - Parameters:
  ///   - part: What the column contains.
  ///   - isOfTexts: Whether texts become lists, too, and not only lists and objects.
  /// - Returns: The column, and the texts and numbers that it lacks.
  func items(
    _ part: RecipePart, ofTexts isOfTexts: Bool = false
  ) -> (column: Self, unused: [Unused], omittedCount: Int)? {
    var (unused, omittedCount): ([Unused], Int) = ([], 0)
    let keys = path.split(separator: ".").map(String.init)
    let texts = rewritten(key, ofTexts: isOfTexts) { value, row in
      let items = part.items(of: value)
      unused += items.unused.map { (row, keys + $0.path) }
      omittedCount += items.omittedCount
      return items.items
    }
    return texts.map { ($0, unused, omittedCount) }
  }

  /// Returns the column with the ingredients of its steps; nil if no step lists any.
  func ingredientsOfSteps() -> (column: Self, unused: [Unused], omittedCount: Int)? {
    var (unused, omittedCount): ([Unused], Int) = ([], 0)
    let keys = path.split(separator: ".").map(String.init)
    var texts = rewritten("ingredients") { value, row in
      guard case .array(let steps) = value else { return [] }
      return steps.enumerated().flatMap { place, step -> [String] in
        guard let list = step["ingredients"] else { return [] }
        let items = IngredientReader.items(of: list)
        unused += items.unused.map { (row, keys + [String(place), "ingredients"] + $0.path) }
        omittedCount += items.omittedCount
        return items.items
      }
    }
    texts?.path += ".ingredients"
    return texts.map { ($0, unused, omittedCount) }
  }

  /// Returns the column with the results of `rewrite` in place of lists, objects and perhaps texts; nil if all are empty.
  private func rewritten(
    _ key: String, ofTexts isOfTexts: Bool = false,
    _ rewrite: (JSONValue, _ row: UInt32) -> [String]
  ) -> Self? {
    var new = UnmappedColumns.Column(key: key)
    (new.path, new.isInner) = (path, isInner)
    var hasItems = false
    for (place, value) in values.enumerated() {
      let isText = value.shape == .text || value.shape == .escapedText
      guard value.shape == .list || value.shape == .object || isText && isOfTexts else {
        if key == self.key { unsafe new.add(value, of: rows[place], in: text.span.bytes) }
        continue
      }
      var reader = JSONReader(text, at: value.range.lowerBound)
      // The bytes were parsed before and are valid JSON.
      let tree = isText ? trimmedText(place).map { .string($0) } : try? reader.readTree()
      let items = tree.map { rewrite($0, rows[place]) } ?? []
      if items.isEmpty { continue }
      hasItems = true
      let bytes = JSONValue.array(items.map { .string($0) }).bytes()
      new.add(0..<bytes.count, of: bytes, row: rows[place])
    }
    return hasItems ? new : nil
  }
}
