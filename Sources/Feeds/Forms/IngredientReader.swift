import Catalog
import Text

/// Reads ingredients: texts, and objects with an amount, a unit, a name and a note.
///
/// It knows the members of schema.org and of recipe programs by their names. The texts and numbers of other members are
/// noted, so that none is dropped in silence.
struct IngredientReader {
  private(set) var result = RecipeItems()

  /// Returns the ingredients in a value; a text has one for each line.
  static func items(of value: JSONValue) -> RecipeItems {
    var reader = IngredientReader()
    reader.read(value, at: [], isAlone: true)
    reader.result.items = markingHeadings(withoutBullets(reader.result.items))
    return reader.result
  }

  /// Returns lines with a colon after those in capitals, if most lines are not: these are headings.
  private static func markingHeadings(_ lines: [String]) -> [String] {
    let marks = lines.map(isInCapitals)
    guard marks.contains(true), marks.count(where: { $0 }) * 2 < lines.count else { return lines }
    return lines.indices.map { place in
      let isLast = place + 1 == lines.count
      return marks[place] && !isLast && !marks[place + 1] ? heading(lines[place]) : lines[place]
    }
  }

  /// Whether a line has capitals only, and is too long for an abbreviation such as `MSG`.
  private static func isInCapitals(_ line: String) -> Bool {
    let letters = line.filter(\.isLetter)
    return letters.count > 3 && letters.allSatisfy(\.isUppercase)
      && !line.contains { $0.isNumber || $0 == ":" }
  }

  /// Returns the ingredients of recipes inside of steps, with the names of these recipes.
  static func items(insideSteps value: JSONValue) -> RecipeItems {
    var reader = IngredientReader()
    reader.readRecipes(value, at: [], isInside: false)
    return reader.result
  }

  private mutating func read(_ value: JSONValue, at path: [String], isAlone: Bool) {
    switch value {
    case .null, .bool: break
    case .number(let number): result.items.append(shown(number))
    case .string(let text): result.items += ingredientLines(text, isAlone: isAlone)
    case .array(let items):
      let list = PositionedItems(items)
      result.note(list.ignored, at: path)
      for (place, item) in list.items {
        read(item, at: path + [String(place)], isAlone: isAlone && items.count == 1)
      }
    case .object: readObject(PartObject(value, at: path))
    }
  }

  private mutating func readObject(_ object: PartObject) {
    var object = object
    let start = result.items.count
    let isGroup =
      object.isSet(Self.groupFlags) || object.types.contains { Self.groups.contains($0) }
    let isSupply = object.text(Self.amountKeys) != nil
    let contents =
      object.takeContents(Self.contentKeys, texts: ["ingredients"])
      ?? (isSupply ? nil : object.takeContents(["item", "items"]))
    if let contents {
      appendHeading(object.text(Self.titleKeys), &object)
      result.note(object, besides: result.items[start...])
      return read(contents.value, at: object.path(of: contents.name), isAlone: true)
    }
    if isGroup, let title = object.text(Self.titleKeys + Self.noteKeys) {
      appendHeading(title, &object)
    } else {
      readSupply(&object)
    }
    result.note(object, besides: result.items[start...])
  }

  private mutating func appendHeading(
    _ title: (line: String, name: String)?, _ object: inout PartObject
  ) {
    guard let title else { return }
    object.read(title.name)
    result.items.append(heading(title.line))
  }

  /// Reads an ingredient with its amount.
  private mutating func readSupply(_ object: inout PartObject) {
    let hasAmount = object.text(Self.amountKeys) != nil
    var thing = object.text(Self.nameKeys)
    if thing == nil, hasAmount, object.text(Self.noteKeys) == nil { thing = object.text(["title"]) }
    if let thing, whole(object, thing.line) == nil {
      object.read(thing.name)
      appendTitle(besides: thing.line, &object)
      let isUncounted = object.isSet(["disableamount", "noamount"])
      let amounts = isUncounted ? [] : takeAmounts(&object)
      if isUncounted { object.ignore(Set(Self.amountKeys)) }
      let others = amounts.dropFirst().map { "(\($0))" }
      let notes = takeNotes(&object).map { "(\($0))" }
      let parts = Array(amounts.prefix(1)) + others + [thing.line] + notes
      result.items.append(parts.joined(separator: " "))
    } else if let whole = whole(object, thing?.line) {
      object.read(whole.name)
      appendTitle(besides: whole.line, &object)
      let shown = ShownTexts([whole.line])
      let notes = takeNotes(&object).filter { !shown.contain($0) }
      result.items.append(([whole.line] + notes.map { "(\($0))" }).joined(separator: " "))
    } else {
      readUnknown(&object)
    }
  }

  /// The text of an ingredient as its author wrote it; nil if there is none, or if it lacks the ingredient or its amount.
  private func whole(_ object: PartObject, _ thing: String?) -> (line: String, name: String)? {
    let written = object.text(["original", "originalstring", "raw", "rawtext", "fulltext"])
    if let written { return written }
    guard let thing else { return object.text(Self.wholeKeys) }
    let isUncounted = object.isSet(["disableamount", "noamount"])
    let amount = isUncounted ? nil : object.text(Self.amountKeys)?.line
    return object.text(Self.wholeKeys) { line in
      guard folded(line).contains(folded(thing)) else { return false }
      guard let amount else { return true }
      let shown = ShownTexts([line])
      return shown.contain(amount)
        || JSONValue.string(amount).plainNumber.map { $0 == 0 || shown.contain($0) } ?? false
    }
  }

  /// Appends the title of the ingredients that begin with this one.
  private mutating func appendTitle(besides line: String, _ object: inout PartObject) {
    let title = object.text(["title", "section", "group", "heading"]) { $0 != line }
    appendHeading(title, &object)
  }

  private func takeNotes(_ object: inout PartObject) -> [String] {
    var notes = object.isSet(["optional", "isoptional"]) ? ["optional"] : []
    while notes.count < mostNotes, let note = object.text(Self.noteKeys) {
      object.read(note.name)
      notes.append(note.line)
    }
    return notes
  }

  /// Reads an object without a known name of the ingredient: its notes, or the lists in it and all other texts in a
  /// line.
  private mutating func readUnknown(_ object: inout PartObject) {
    let notes = takeNotes(&object)
    if !notes.isEmpty {
      appendTitle(besides: notes[0], &object)
      result.items.append(notes.joined(separator: ", "))
      // In Mealie, a note without a food has the quantity 1, which means nothing.
      if object.text(["quantity"])?.line == "1" { object.ignore(["quantity"]) }
      return
    }
    let lists = object.unread.filter { member in
      if case .array(let items) = member.value { items.count > 1 } else { false }
    }
    let names = Set(lists.map(\.name))
    let others = object.unread.filter { member in
      plainKey(member.name) != "title" && !isIdentifying(member) && !names.contains(member.name)
    }
    let line = others.flatMap(\.value.leafTexts).map(cleanLine).filter { !$0.isEmpty }
      .joined(separator: " ")
    let title = object.text(["title"])
    if let title, line.isEmpty, lists.isEmpty { return result.items.append(title.line) }
    appendTitle(besides: line, &object)
    if !line.isEmpty { result.items.append(line) }
    object.ignore(Set(lists.map { plainKey($0.name) }))
    for list in lists {
      read(list.value, at: object.path(of: list.name), isAlone: false)
    }
  }

  private func isIdentifying(_ member: JSONValue.Member) -> Bool {
    isIdentifier(member.name) || ["@type", "@context", "type"].contains(plainKey(member.name))
  }
}

/// Recipes inside of steps.
extension IngredientReader {
  private mutating func readRecipes(_ value: JSONValue, at path: [String], isInside: Bool) {
    switch value {
    case .array(let items):
      for (place, item) in items.enumerated() {
        readRecipes(item, at: path + [String(place)], isInside: isInside)
      }
    case .object(let members):
      var object = PartObject(value, at: path)
      if isInside,
        let supplies = object.takeContents(["recipeingredient"], texts: ["recipeingredient"])
      {
        appendHeading(object.text(["name"]), &object)
        read(supplies.value, at: object.path(of: supplies.name), isAlone: true)
      }
      for member in members {
        readRecipes(member.value, at: object.path(of: member.name), isInside: true)
      }
    case .null, .bool, .number, .string: break
    }
  }
}

/// Amounts.
extension IngredientReader {
  /// Takes the amounts of an ingredient with their units, the first one first.
  private func takeAmounts(_ object: inout PartObject) -> [String] {
    var amounts: [String] = []
    let unit = object.text(Self.unitKeys)
    if let range = range(&object) {
      amounts.append(measured(range, unit?.line))
    } else if let member = object.member(
      Self.amountKeys, where: { !self.amounts(in: $0, nil).isEmpty })
    {
      object.read(member.name)
      amounts = self.amounts(in: member.value, unit?.line)
    }
    if let unit {
      object.read(unit.name)
      if amounts.isEmpty {
        // The unit of an amount that is unknown says nothing.
        let amount = object.member(Self.amountKeys, where: { $0 != .null })?.value
        let isUnknown = amount == .string("") || amount?.plainNumber == 0
        if isUnknown || unitCodes[unit.line] != nil {
          object.ignore(Set(Self.unitKeys))
        } else if amount == nil {
          amounts = [unit.line]
        }
      }
    }
    for (key, unit) in Self.unitsOfKeys {
      guard let found = object.text([key], where: { JSONValue.string($0).plainNumber ?? 0 != 0 })
      else { continue }
      object.read(found.name)
      let amount = found.line + " " + unit
      if !amounts.contains(where: { ShownTexts([$0]).contain(amount) }) { amounts.append(amount) }
    }
    if let weight = object.member(["weight", "mass", "volume"], where: { isMeasure($0) }) {
      object.read(weight.name)
      amounts += self.amounts(in: weight.value, nil)
    }
    return amounts
  }

  /// Whether a value is an amount with its unit.
  private func isMeasure(_ value: JSONValue) -> Bool {
    amounts(in: value, nil).contains {
      $0.contains(where: \.isLetter) && $0.contains(where: \.isNumber)
    }
  }

  /// Takes a least and a greatest amount, as in `2–3`.
  private func range(_ object: inout PartObject) -> String? {
    for (least, most) in Self.ranges {
      guard let low = object.text([least]), let high = object.text([most]) else { continue }
      object.read(low.name)
      object.read(high.name)
      return low.line == high.line ? low.line : low.line + "–" + high.line
    }
    return nil
  }

  /// Returns the amounts in a value, such as a number, `{"value": 2, "unitText": "g"}` or an object with one for each
  /// system of units.
  private func amounts(in value: JSONValue, _ unit: String?) -> [String] {
    switch value {
    case .null, .bool: return []
    case .array(let items): return items.flatMap { amounts(in: $0, unit) }
    case .number, .string:
      let amount = words(of: value)
      // An amount of zero means that the amount is unknown.
      if amount.isEmpty || Double(amount) == 0 { return [] }
      return [measured(amount, unit)]
    case .object(let members):
      var object = PartObject(value, at: [])
      let own = object.text(Self.unitKeys)?.line ?? unit
      if let range = range(&object) {
        return [measured(range, own)]
      }
      if let member = object.member(Self.amountKeys, where: { !amounts(in: $0, nil).isEmpty }) {
        return amounts(in: member.value, own)
      }
      return members.filter { Self.systems.contains(plainKey($0.name)) }
        .flatMap { amounts(in: $0.value, unit) }
    }
  }

  /// Returns an amount with its unit; `GRM`, a code of UN/CEFACT, is `g`.
  private func measured(_ amount: String, _ unit: String?) -> String {
    guard let unit, case let name = unitCodes[unit] ?? unit, !name.isEmpty else { return amount }
    return amount + " " + name
  }
}

/// Codes of units in Recommendation 20 of UN/CEFACT; those of pieces have no name.
let unitCodes = [
  "GRM": "g", "KGM": "kg", "MGM": "mg", "MLT": "ml", "CLT": "cl", "DLT": "dl", "LTR": "l",
  "ONZ": "oz", "LBR": "lb", "OZA": "fl oz", "G21": "cup", "G24": "tbsp", "G25": "tsp",
  "CMT": "cm", "C62": "", "EA": "",
]

/// The names of members, without case and marks.
extension IngredientReader {
  private static let groupFlags = ["isheader", "isheading", "issection", "isgroup", "header"]
  private static let groups: Set = ["group", "header", "heading", "section", "title"]
  private static let contentKeys = [
    "itemlistelement", "ingredients", "recipeingredient", "recipeingredients", "ingredientsflat",
    "supplies", "supply", "children", "contents",
  ]
  private static let titleKeys = ["name", "title", "label", "purpose", "heading", "text", "group"]
  private static let wholeKeys = [
    "originaltext", "display", "displaytext", "line", "text", "original", "originalstring", "raw",
    "rawtext", "fulltext",
  ]
  private static let nameKeys = [
    "name", "food", "ingredient", "item", "product", "label", "@value", "text", "description",
    "url",
    "@id",
  ]
  private static let noteKeys = [
    "note", "notes", "comment", "comments", "preparation", "preparationnote", "remark", "remarks",
    "detail", "details", "info",
  ]
  private static let amountKeys = [
    "requiredquantity", "value", "amount", "quantity", "qty", "count", "measure", "measurement",
    "measures",
  ]
  private static let unitKeys = [
    "unittext", "unit", "units", "uom", "unitname", "unitshort", "unitlong", "measure", "unitcode",
    "unitofmeasure",
  ]
  private static let ranges = [
    ("minvalue", "maxvalue"), ("min", "max"), ("minimum", "maximum"), ("from", "to"),
    ("low", "high"), ("quantitymin", "quantitymax"), ("minquantity", "maxquantity"),
    ("amountmin", "amountmax"), ("minamount", "maxamount"), ("quantity", "quantitymax"),
    ("quantity", "quantity2"), ("amount", "amount2"), ("amount", "amountmax"),
  ]
  /// The systems of units that an amount has a form in.
  private static let systems: Set = ["metric", "us", "imperial", "uscustomary"]
  /// Names of members that are units.
  private static let unitsOfKeys = [
    ("grams", "g"), ("gram", "g"), ("g", "g"), ("weightgrams", "g"), ("weightingrams", "g"),
    ("amountgrams", "g"), ("kilograms", "kg"), ("kg", "kg"), ("milliliters", "ml"),
    ("millilitres", "ml"), ("ml", "ml"), ("liters", "l"), ("litres", "l"), ("ounces", "oz"),
    ("oz", "oz"), ("pounds", "lb"), ("lb", "lb"), ("cups", "cups"), ("tablespoons", "tbsp"),
    ("tbsp", "tbsp"), ("teaspoons", "tsp"), ("tsp", "tsp"),
  ]
}

/// Splits a text into ingredients.
///
/// - Parameters:
///   - text: A text that may contain HTML.
///   - isAlone: Whether it is the only text, so that each line is an ingredient; otherwise its lines are one, unless each
///     begins with a number.
/// - Returns: The ingredients.
func ingredientLines(_ text: String, isAlone: Bool) -> [String] {
  let lines = cleanLines(text)
  let parts = lines.flatMap { bulletedParts($0, isList: true) }
  guard !isAlone, lines.count > 1, parts.count == lines.count else { return parts }
  let isList = text.contains("<li") || lines.allSatisfy { $0.first.map { $0.isNumber } ?? false }
  return isList ? lines : [lines.joined(separator: " ")]
}

/// Removes the bullets of lines, if all but headings have one.
private func withoutBullets(_ lines: [String]) -> [String] {
  let bullets = ["- ", "– ", "• ", "* ", "▪ ", "·"]
  let isMarked: (String) -> Bool = { line in bullets.contains { line.hasPrefix($0) } }
  guard lines.contains(where: isMarked), lines.allSatisfy({ isMarked($0) || $0.hasSuffix(":") })
  else { return lines }
  return lines.map { isMarked($0) ? trimmingSpace(String($0.dropFirst())) : $0 }
}

extension JSONValue {
  /// The texts and numbers of a value at any depth.
  fileprivate var leafTexts: [String] {
    switch self {
    case .array(let items): items.flatMap(\.leafTexts)
    case .object(let members):
      members.flatMap { member in
        let isAside = ["@type", "@context", "type"].contains(plainKey(member.name))
        return isAside || isIdentifier(member.name) ? [] : member.value.leafTexts
      }
    case .number, .string: scalarText.map { [$0] } ?? []
    case .null, .bool: []
    }
  }
}
