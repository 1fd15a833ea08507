import Text

extension JSONValue {
  /// Texts, and supplies with their amounts; a text that stands alone has one ingredient in each line.
  var ingredients: [String] {
    var texts: [String] = []
    forEachIngredient { text in
      let clean = cleanText(text, keepingLines: true)
      if !clean.isEmpty { texts.append(clean) }
    }
    return texts.count == 1 ? cleanLines(texts[0]) : texts.map(onLine)
  }

  private func forEachIngredient(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachIngredient(body) }
    case .object:
      if let parts = self["itemListElement"] ?? self["item"] {
        return parts.forEachIngredient(body)
      }
      if let supply { body(supply) }
    default: if let text = scalarText { body(text) }
    }
  }

  /// A `HowToSupply` or `PropertyValue` as a cook would write it: `200 g flour`.
  private var supply: String? {
    let amount = (self["requiredQuantity"] ?? self["value"])?.quantity(unitIn: self)
    let name = firstText(["name", "text", "@value", "url", "@id"])
    return joined([amount, name].compactMap(\.self), by: " ")
  }

  /// A number or text with its unit, which stands beside it or in the object around it.
  func quantity(unitIn owner: JSONValue = .null) -> String? {
    if case .object = self, let value = self["value"] { return value.quantity(unitIn: self) }
    let unit = owner.firstText(["unitText"]).map(cleanLine)
    return joined(cleanTexts).flatMap { amount in
      joined([amount, unit].compactMap(\.self), by: " ")
    }
  }
}
