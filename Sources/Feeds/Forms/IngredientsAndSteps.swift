import Text

extension JSONValue {
  /// The ingredients: texts, and supplies with their amounts.
  ///
  /// A single text has one ingredient per line.
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

  /// Returns a number or text with its unit, which is a member of this object or of the object around it.
  func quantity(unitIn owner: JSONValue = .null) -> String? {
    if case .object = self, let value = self["value"] { return value.quantity(unitIn: self) }
    let unit = owner.firstText(["unitText"]).map(cleanLine)
    return joined(cleanTexts).flatMap { amount in
      joined([amount, unit].compactMap(\.self), by: " ")
    }
  }
}

extension JSONValue {
  /// The lines of all texts, without numbering.
  var lines: [String] {
    var lines: [String] = []
    forEachText { lines += cleanLines($0) }
    return withoutNumbering(lines)
  }

  /// The instructions in texts, steps, sections, and nested lists of these.
  ///
  /// The name of a section ends in a colon.
  var steps: [String] {
    var collector = StepCollector()
    collector.collect(self)
    return withoutNumbering(collector.steps)
  }
}

private struct StepCollector {
  private var texts: [String] = []

  /// The collected steps.
  ///
  /// A single text has one step per line.
  var steps: [String] {
    texts.count == 1 ? cleanLines(texts[0]) : texts.map(onLine)
  }

  mutating func collect(_ json: JSONValue) {
    switch json {
    case .array(let items): for item in items { collect(item) }
    case .object: collectObject(json)
    default: if let text = json.scalarText { add(text) }
    }
  }

  private mutating func collectObject(_ json: JSONValue) {
    if json.typeNames.contains("HowToSection") { return collectSection(json) }
    if let text = json.firstText(["text", "@value"]) { return add(text) }
    let count = texts.count
    collectParts(json)
    if texts.count == count, let text = json.firstText(["name", "description"]) { add(text) }
  }

  private mutating func collectSection(_ json: JSONValue) {
    let place = texts.count
    if let name = json.firstText(["name"]).map(cleanLine), !name.isEmpty { texts.append(name) }
    let start = texts.count
    collectParts(json)
    if texts.count == start, let text = json.firstText(["text"]) { add(text) }
    let isHeading = start > place && texts.count > start
    if isHeading, !texts[place].hasSuffix(":") { texts[place] += ":" }
  }

  private mutating func collectParts(_ json: JSONValue) {
    if let parts = json["itemListElement"] ?? json["steps"] ?? json["item"] { collect(parts) }
  }

  private mutating func add(_ text: String) {
    let clean = cleanText(text, keepingLines: true)
    if !clean.isEmpty { texts.append(clean) }
  }
}
