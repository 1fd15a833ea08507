import Text

/// What is needed for a recipe.
extension ItemSpeech {
  /// The words for it as a cook would write them, `200 g flour`; none if the members do not say it.
  mutating func supply(_ values: [Range<Int>], _ layout: ItemLayout) -> [ArraySlice<UInt8>] {
    if let whole = words(layout.wholeSupplies, values, \.named) { return [whole] }
    guard let supply = words(layout.supplies, values, \.named) else { return [] }
    let amount = words(layout.amounts, values) { $0.amounts + $0.others }
    // No amount is as good as an unknown one.
    if let amount, amount.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }) {
      return [supply]
    }
    let objects = layout.amounts.filter { isNested(values[$0]) }
    let unit = words(layout.units, values, \.named) ?? words(objects, values, \.units)
    return [amount, unit, supply].compactMap(\.self)
  }

  /// What the first of some members says that is a text or a number, or an object that has one in a member of its own.
  private mutating func words(
    _ places: [Int], _ values: [Range<Int>], _ inner: (ItemLayout) -> [Int]
  ) -> ArraySlice<UInt8>? {
    for place in places {
      var words = content(of: values[place])
      if column.text[values[place].lowerBound] == UInt8(ascii: "{") {
        var reader = JSONReader(column.text, at: values[place].lowerBound)
        let (values, layout) = members(&reader)
        words = content(of: inner(layout), values)
      }
      if !words.isEmpty { return words }
    }
    return nil
  }
}
