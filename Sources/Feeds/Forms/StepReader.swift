import Text

/// Reads the instructions of a recipe: texts, steps, sections, and nested lists of these.
///
/// The name of a section ends in a colon. Texts and numbers of members that are not read are noted, so that none is
/// dropped in silence.
struct StepReader {
  private(set) var result = RecipeItems()

  /// Returns the steps in a value.
  static func items(of value: JSONValue) -> RecipeItems {
    var reader = StepReader()
    reader.read(value, at: [])
    reader.result.items = withoutNumbering(reader.result.items)
    return reader.result
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: Its JSONPath.
  ///   - isAlone: Whether there is no text next to it, so that each of its lines is a step.
  private mutating func read(_ value: JSONValue, at path: [String], isAlone: Bool = true) {
    switch value {
    case .array(let items):
      let hasTitles = Self.haveOwnNames(items)
      let list = PositionedItems(items)
      result.note(list.ignored, at: path)
      for (place, item) in list.items {
        let inner = path + [String(place)]
        if hasTitles, let title = Self.title(ofStep: item) {
          var object = PartObject(item, at: inner)
          object.ignore(["text", "name"])
          result.items.append(heading(title))
          result.note(object, besides: [title])
        } else {
          read(item, at: inner, isAlone: isAlone && items.count == 1)
        }
      }
    case .object: readObject(PartObject(value, at: path), isAlone: isAlone)
    default:
      if let text = value.scalarText { result.items += stepLines(text, isAlone: isAlone) }
    }
  }

  /// Whether most steps with names have others than their texts, so that one whose text is its name is a heading.
  private static func haveOwnNames(_ items: [JSONValue]) -> Bool {
    var (own, same) = (0, 0)
    for item in items {
      guard let text = item["text"]?.scalarText, !text.isEmpty else { continue }
      guard let name = item["name"]?.scalarText, !name.isEmpty else {
        own += 1
        continue
      }
      if cleanLine(name) == cleanLine(text) { same += 1 } else { own += 1 }
    }
    return same > 0 && own > same
  }

  /// Returns the text of a step that is its name, and looks like a title: a few words without a point.
  private static func title(ofStep step: JSONValue) -> String? {
    guard let name = step["name"]?.scalarText, let text = step["text"]?.scalarText,
      case let title = cleanLine(name), title == cleanLine(text), !title.isEmpty,
      title.split(separator: " ").count <= 5,
      !title.contains(where: { $0.isNumber || ".!?,;。".contains($0) })
    else { return nil }
    return title
  }

  private mutating func readObject(_ object: PartObject, isAlone: Bool) {
    var object = object
    let start = result.items.count
    let isSection =
      object.types.contains { Self.sections.contains($0) } || object.isSet(Self.groupFlags)
    if object.types.contains("recipe") { object.ignore(["recipeingredient"]) }
    let text = isSection ? nil : text(&object)
    var own = text.map { stepLines($0, isAlone: isAlone) } ?? []
    result.items += own
    readContents(&object, besides: text)
    if result.items.count == start, isSection, let text = self.text(&object) {
      own = stepLines(text, isAlone: true)
      result.items += own
    }
    own += takeTitle(&object, isSection: isSection, at: start, of: text.map(cleanLine))
    own += takeNotes(&object, from: start, besides: own)
    if result.items.count == start {
      readUnknown(&object)
      own = Array(result.items[start...])
    }
    result.note(object, besides: own)
  }

  /// Reads the text of a step; a number is one only if there is nothing else.
  private func text(_ object: inout PartObject) -> String? {
    let hasLetters: (JSONValue) -> Bool = { words(of: $0).contains(where: \.isLetter) }
    let isScalar: (JSONValue) -> Bool = { $0.scalarText.map { !cleanLine($0).isEmpty } ?? false }
    let found =
      object.member(Self.textKeys) { isScalar($0) && hasLetters($0) }
      ?? object.member(["text", "@value"], where: hasLetters)
      ?? object.member(Self.textKeys.filter { $0 != "step" }, where: isScalar)
    guard let found else { return nil }
    object.read(found.name)
    return found.value.scalarText ?? words(of: found.value)
  }

  /// Reads the steps of a section, or the parts of a step that are not in its text.
  private mutating func readContents(_ object: inout PartObject, besides text: String?) {
    let texts = text == nil ? ["itemlistelement", "recipeinstructions"] : []
    guard let contents = object.takeContents(Self.contentKeys, texts: texts) else { return }
    var reader = StepReader()
    reader.read(contents.value, at: object.path(of: contents.name))
    let shown = ShownTexts(text.map { [cleanLine($0)] } ?? [])
    result.items += reader.result.items.filter { text == nil || !shown.contain($0) }
    result.addUnused(of: reader.result)
  }

  /// Adds the title of a section, or of a step whose text does not begin with it.
  ///
  /// - Returns: The title, if there is one.
  private mutating func takeTitle(
    _ object: inout PartObject, isSection: Bool, at start: Int, of text: String?
  ) -> [String] {
    guard let title = object.text(Self.titleKeys) else { return [] }
    object.read(title.name)
    if result.items.count == start {
      // A section of schema.org without steps is a step itself.
      let isTitle = isSection && !object.types.contains("howtosection")
      result.items.append(isTitle ? heading(title.line) : title.line)
    } else if isSection || isHeading(title.line, of: text ?? result.items[start]) {
      result.items.insert(heading(title.line), at: start)
    }
    // A title that is left out is the number of a step, or the beginning of its text.
    return [title.line]
  }

  /// Adds the notes of a step in parentheses, and returns them.
  private mutating func takeNotes(
    _ object: inout PartObject, from start: Int, besides own: [String]
  ) -> [String] {
    var notes: [String] = []
    while result.items.count > start, notes.count < mostNotes,
      let note = object.text(Self.noteKeys)
    {
      object.read(note.name)
      notes.append(note.line)
      if !ShownTexts(own).contain(note.line) {
        result.items[result.items.count - 1] += " (\(note.line))"
      }
    }
    return notes
  }

  /// Reads an object without known members: each text in it.
  private mutating func readUnknown(_ object: inout PartObject) {
    var nested: Set<String> = []
    defer { object.ignore(nested) }
    for member in object.unread {
      let key = plainKey(member.name)
      guard !isIdentifier(member.name), !["@type", "@context", "type", "url"].contains(key),
        !mediaKeys.contains(key)
      else { continue }
      switch member.value {
      case .string(let text) where text.contains(where: \.isLetter) && !isWebLink(text):
        result.items += stepLines(text, isAlone: true)
      case .array, .object:
        nested.insert(key)
        read(member.value, at: object.path(of: member.name))
      default: break
      }
    }
  }
}

/// The names of members, without case and marks.
extension StepReader {
  private static let sections: Set = [
    "group", "header", "heading", "howtosection", "recipe", "section",
  ]
  private static let groupFlags = ["isheader", "isheading", "issection", "isgroup"]
  private static let contentKeys = [
    "itemlistelement", "steps", "recipeinstructions", "instructions", "directions",
    "instructionsflat", "substeps", "step", "item", "items", "children",
  ]
  private static let textKeys = [
    "text", "@value", "instruction", "instructions", "direction", "directions", "description",
    "displaytext", "step", "body", "content", "html", "paragraph", "value", "action",
  ]
  private static let titleKeys = ["title", "name", "headline", "heading", "label", "summary"]
  private static let noteKeys = ["note", "notes", "tip", "tips", "hint", "comment", "remark"]
}

/// Returns a title with the colon that marks it as the heading of the items after it.
func heading(_ title: String) -> String {
  let title = cleanLine(title)
  return title.hasSuffix(":") ? title : title + ":"
}

extension JSONValue {
  /// The lines of all texts, without numbering.
  var lines: [String] {
    var lines: [String] = []
    forEachText { lines += stepLines($0, isAlone: true) }
    return withoutNumbering(lines)
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
