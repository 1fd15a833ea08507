import Text

extension JSONValue {
  /// The names of people and organisations, each once.
  ///
  /// An object with nothing but an `@id` refers to another one, and has no name here.
  var people: String? {
    var seen: Set<String> = []
    var names: [String] = []
    forEachName { name in
      let clean = cleanLine(name)
      if !clean.isEmpty, seen.insert(clean).inserted { names.append(clean) }
    }
    return joined(names)
  }

  private func forEachName(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachName(body) }
    case .object:
      if let name = self["name"] ?? self["@value"] { return name.forEachName(body) }
      let parts = ["givenName", "familyName"].compactMap { firstText([$0]) }
      if let name = joined(parts, by: " ") { body(name) }
    case .string(let text): body(text)
    case .null, .bool, .number: break
    }
  }

  /// How much comes out: of several texts the longest, since `4 servings` says more than `4`.
  var amount: String? {
    var best = ""
    forEachAmount { text in if text.utf8.count > best.utf8.count { best = onLine(text) } }
    return best.isEmpty ? nil : best
  }

  private func forEachAmount(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachAmount(body) }
    case .object: if let text = range ?? quantity() { body(text) }
    case .bool, .null: break
    default: cleanTexts.forEach(body)
    }
  }

  /// Such as `4–6 servings`, for an object with the least and the most.
  private var range: String? {
    guard let least = self["minValue"]?.quantity(),
      let most = self["maxValue"]?.quantity(unitIn: self)
    else { return nil }
    return least + "–" + most
  }
}
