import Catalog
import Cooking
import Text

/// Finds dishes for the ingredients at home.
extension Session {
  /// The ingredients of all rows; read when first asked for, and retained until the feed changes.
  ///
  /// - Parameter progress: Called after every 4,096 rows with the number of rows read; returns whether to go on.
  /// - Returns: The index; nil if `progress` returned false.
  /// - Complexity: O(*text of all ingredients*) the first time, then O(1).
  package func ingredientIndex(progress: (Int) -> Bool = { _ in true }) -> IngredientIndex? {
    if let readIngredients { return readIngredients }
    var index = IngredientIndex()
    let field = catalog.schema.index(of: .ingredients)
    for row in 0..<catalog.count {
      switch field.flatMap({ catalog.value($0, row) }) {
      case .list(let lines): index.add(lines)
      case .text(let text): index.add(text.split(whereSeparator: \.isNewline).map { String($0) })
      case .number, nil: index.add([])
      }
      if row & 0xFFF == 0xFFF, !progress(row) { return nil }
    }
    knownIngredients = (feedNumber, index)
    return index
  }

  /// The ingredients of all rows, if they were read already; nil if not.
  package var readIngredients: IngredientIndex? {
    knownIngredients.flatMap { $0.feed == feedNumber ? $0.index : nil }
  }

  /// The keys of the staples according to the settings.
  package var staples: [IngredientKey] {
    let text = library.settings["staples"]
    return text == "none" ? [] : text.split(separator: ",").map { IngredientKey(String($0)) }
  }

  /// The rows of which no ingredient is missing.
  func cookableRows() -> RowSet {
    var rows = RowSet(capacity: catalog.count)
    let pantry = ingredientsAtHome()
    guard !pantry.isEmpty, let index = ingredientIndex() else { return rows }
    for row in index.cookable(pantry: pantry, staples: staples) { rows.insert(row) }
    return rows
  }
}
