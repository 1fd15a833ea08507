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
      if let parts = self["itemListElement"] ?? nestedItem { return parts.forEachIngredient(body) }
      let text = supply
      if let title = firstText(["title"]), let text, text != title { body(heading(title)) }
      if let text { body(text) }
    default: if let text = scalarText { body(text) }
    }
  }

  /// The `item` of a list element; nil if it is the name of an ingredient with an amount.
  private var nestedItem: JSONValue? {
    guard let item = self["item"] else { return nil }
    let isSupply = Self.amountKeys.contains { self[$0]?.scalarText != nil }
    return isSupply ? nil : item
  }

  private static var amountKeys: [String] {
    ["requiredQuantity", "value", "amount", "quantity", "qty"]
  }

  /// An ingredient object as a cook would write it: `200 g flour (sifted)`.
  ///
  /// The members of recipe programs and of schema.org's `HowToSupply` and `PropertyValue` are known. Of other objects,
  /// all texts and numbers are joined, so that none is dropped.
  private var supply: String? {
    if let whole = firstText(["display", "original", "originalString", "raw_text"]) {
      return whole
    }
    let names = ["name", "food", "ingredient", "item", "product", "text", "@value", "url", "@id"]
    let note = firstText(["note", "comment", "preparation"])
    guard let name = firstText(names) else {
      return note ?? joined(memberTexts, by: " ") ?? firstText(["title"])
    }
    let amount = Self.amountKeys.lazy.compactMap { self[$0]?.quantity(unitIn: self) }.first
    // An amount of zero means that the amount is unknown.
    let known = amount.flatMap {
      Double($0) == 0 || self["disable_amount"] == .bool(true) ? nil : $0
    }
    return joined([known, name, note.map { "(\($0))" }].compactMap(\.self), by: " ")
  }

  /// The texts and numbers of an object's members at any depth, except its title, types and ids.
  private var memberTexts: [String] {
    switch self {
    case .array(let items): items.flatMap(\.memberTexts)
    case .object(let members):
      members.flatMap { member in
        let key = member.name.lowercased()
        let isAside = key.hasPrefix("@") || key.hasSuffix("id") || key == "title" || key == "type"
        return isAside ? [] : member.value.memberTexts
      }
    case .number, .string: scalarText.map { [$0] } ?? []
    case .null, .bool: []
    }
  }

  /// Returns a number or text with its unit, which is a member of this object or of the object around it.
  func quantity(unitIn owner: JSONValue = .null) -> String? {
    if case .object = self, let value = self["value"] { return value.quantity(unitIn: self) }
    let unit = owner.firstText(["unitText", "unit", "units", "measure"]).map(cleanLine)
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

/// A title with the colon that marks it as the heading of the items after it.
private func heading(_ title: String) -> String {
  let title = cleanLine(title)
  return title.hasSuffix(":") ? title : title + ":"
}

private struct StepCollector {
  private var texts: [String] = []
  private var headingCount = 0

  /// The collected steps.
  ///
  /// A single text has one step per line.
  var steps: [String] {
    texts.count - headingCount <= 1 ? texts.flatMap(cleanLines) : texts.map(onLine)
  }

  mutating func collect(_ json: JSONValue) {
    switch json {
    case .array(let items): for item in items { collect(item) }
    case .object: collectObject(json)
    default: if let text = json.scalarText { add(text) }
    }
  }

  private mutating func collectObject(_ json: JSONValue) {
    let place = texts.count
    let isSection = json.typeNames.contains("HowToSection")
    let text = json.firstText(["text", "@value", "instruction", "direction", "step"])
    if let text, !isSection { add(text) } else { collectParts(json) }
    if let text, texts.count == place { add(text) }
    if texts.count == place, !isSection, let text = json.firstText(["description"]) { add(text) }
    guard let title = json.firstText(["title", "name"]).map(cleanLine), !title.isEmpty else {
      return
    }
    if texts.count == place {
      add(title)
    } else if isSection || isHeading(title, of: texts[place]) {
      texts.insert(heading(title), at: place)
      headingCount += 1
    }
  }

  private mutating func collectParts(_ json: JSONValue) {
    if let parts = json["itemListElement"] ?? json["steps"] ?? json["item"] { collect(parts) }
  }

  private mutating func add(_ text: String) {
    let clean = cleanText(text, keepingLines: true)
    if !clean.isEmpty { texts.append(clean) }
  }
}
