import Text

/// Builds a recipe in the vocabulary of schema.org.
struct RecipeBuilder {
  private var members: [JSONValue.Member] = [.init("@type", .string("Recipe"))]
  private var ingredients: [JSONValue] = []
  private var steps: [JSONValue] = []
  /// The steps of the open section, and its name.
  private var section: (name: String, steps: [JSONValue])?
  private var nutrition: [JSONValue.Member] = []
  private var pictures: [JSONValue] = []
  private var comments: [String] = []
  private var yields: [String] = []
  private var marks: [String] = []
  private var properties: [JSONValue.Member] = []
  private var ownPictures: [ForeignPicture] = []
  private(set) var hasName = false
  /// The address of the complete recipe, if this is a summary of it.
  var details: String?

  init() {}

  init(name: String?) { set("name", name) }

  /// Sets a property, if the value says something.
  mutating func set(_ property: String, _ value: JSONValue?) {
    guard let value, !value.isEmpty else { return }
    if property == "name" { hasName = true }
    members.append(.init(property, value))
  }

  mutating func set(_ property: String, _ text: String?) {
    set(property, text.map { .string(trimmingSpace($0)) })
  }

  mutating func set(_ property: String, _ texts: [String]) {
    set(property, .array(texts.map { .string($0) }))
  }

  /// Sets a number of minutes.
  mutating func set(minutes property: String, _ minutes: Double?) {
    set(property, minutes.map { .number($0) })
  }

  /// Sets a duration as a person wrote it; `1:30` is an hour and a half.
  mutating func set(written property: String, _ text: String?) {
    if let minutes = clockMinutes(text) {
      set(minutes: property, minutes)
    } else {
      set(property, text)
    }
  }

  mutating func add(ingredient: JSONValue?) {
    if let ingredient, !ingredient.isEmpty { ingredients.append(ingredient) }
  }

  mutating func add(ingredient: String) { add(ingredient: .string(trimmingSpace(ingredient))) }

  /// Begins a group of ingredients.
  mutating func add(ingredientHeading name: String) {
    let name = headingName(name)
    if !name.isEmpty { ingredients.append(.string(name + ":")) }
  }

  mutating func add(step: JSONValue?) {
    guard let step, !step.isEmpty else { return }
    if section != nil { section?.steps.append(step) } else { steps.append(step) }
  }

  mutating func add(step: String) { add(step: .string(trimmingSpace(step))) }

  /// Begins a section of steps.
  mutating func add(stepHeading name: String) {
    endSection()
    let name = headingName(name)
    if !name.isEmpty { section = (name, []) }
  }

  private mutating func endSection() {
    guard let ended = section.take() else { return }
    let items = ended.steps.map { step -> JSONValue in
      if case .object = step { return step }
      return .object([.init("@type", .string("HowToStep")), .init("text", step)])
    }
    steps.append(
      .object([
        .init("@type", .string("HowToSection")), .init("name", .string(ended.name)),
        .init("itemListElement", .array(items)),
      ]))
  }

  mutating func add(nutrient property: String, _ text: String?) {
    if let text, !text.isEmpty { nutrition.append(.init(property, .string(text))) }
  }

  /// Adds a picture on the web.
  mutating func add(picture: String?) {
    if let picture, !picture.isEmpty { pictures.append(.string(picture)) }
  }

  /// Adds a picture at an address on the web, or at a path from the folder of the recipe's file.
  mutating func add(pictureAt place: String) {
    if isAddress(place) { add(picture: place) } else { add(pictureFile: place) }
  }

  /// Adds a picture in base64.
  mutating func add(pictureData text: String?) {
    if let text, !text.isEmpty { ownPictures.append(.inline(text)) }
  }

  /// Adds a picture that may be a file, by its path from the folder of the recipe's file.
  mutating func add(pictureFile path: String?) {
    if let path, !path.isEmpty { ownPictures.append(.file(path)) }
  }

  /// Adds pictures that may be files with one of the usual endings.
  mutating func add(pictureFileNamed stem: String) {
    for ending in ["jpg", "jpeg", "png", "webp", "gif"] { add(pictureFile: "\(stem).\(ending)") }
  }

  /// Adds a line that says where the recipe is from: its address, or the name of its author.
  mutating func add(sourceLine line: String) {
    let property = isAddress(line) ? "url" : "author"
    if members.contains(where: { $0.name == property }) {
      add(comment: "Source: " + line)
    } else {
      set(property, line)
    }
  }

  /// Adds what it makes: the servings, and perhaps the pieces.
  mutating func add(yield: String?) {
    let text = yield.map { trimmingSpace($0) } ?? ""
    if !text.isEmpty, !yields.contains(text) { yields.append(text) }
  }

  /// Adds a remark of the recipe's owner.
  mutating func add(comment: String?) {
    let text = comment.map { trimmingSpace($0) } ?? ""
    if !text.isEmpty { comments.append(text) }
  }

  /// Adds a value that recipes do not share; its name becomes that of a field.
  mutating func add(property name: String, _ value: JSONValue?) {
    if let value, !value.isEmpty { properties.append(.init(name, value)) }
  }

  /// Adds a mark that a person set in the program, such as `favorite`, if its value says so.
  mutating func add(mark name: String, if value: JSONValue?) {
    guard let value, !value.isEmpty, !marks.contains(name),
      !["false", "no", "0"].contains(value.plainText?.lowercased())
    else { return }
    marks.append(name)
  }

  /// The recipe as JSON.
  var value: JSONValue {
    var copy = self
    copy.endSection()
    var members = copy.members
    if !copy.ingredients.isEmpty {
      members.append(.init("recipeIngredient", .array(copy.ingredients)))
    }
    if !copy.steps.isEmpty { members.append(.init("recipeInstructions", .array(copy.steps))) }
    if !yields.isEmpty {
      members.append(.init("recipeYield", .array(yields.map { .string($0) })))
    }
    if !nutrition.isEmpty { members.append(.init("nutrition", .object(nutrition))) }
    if !pictures.isEmpty { members.append(.init("image", .array(pictures))) }
    if !comments.isEmpty {
      members.append(.init("recipeNotes", .string(comments.joined(separator: "\n\n"))))
    }
    var properties = properties
    if !marks.isEmpty {
      properties.append(.init("marks", .array(marks.map { .string($0) })))
    }
    if !properties.isEmpty {
      members.append(.init("additionalProperty", .array(properties.map(\.asPropertyValue))))
    }
    return .object(members)
  }

  func record(line: Int = 1, unused: [String] = []) -> ForeignRecord {
    var record = ForeignRecord(value, line: line, unused: unused, pictures: ownPictures)
    record.details = details
    return record
  }
}

extension JSONValue.Member {
  /// A name and a value as schema.org's `PropertyValue`.
  var asPropertyValue: JSONValue {
    .object([
      .init("@type", .string("PropertyValue")), .init("name", .string(name)), .init("value", value),
    ])
  }
}

/// Returns the last component of a path of any system.
func lastComponent(_ path: String) -> String? {
  path.split { "/\\".contains($0) }.last.map(String.init)
}

/// Returns the name of a heading without a colon at its end.
func headingName(_ text: String) -> String {
  var name = trimmingSpace(text)
  while name.hasSuffix(":") { name = trimmingSpace(String(name.dropLast())) }
  return name
}

/// Returns the lines of a text that are not blank, without white space around them.
///
/// The separators of Unicode divide lines, too.
func filledLines(_ text: String) -> [String] {
  text.split { $0.isNewline }.map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
}

/// Returns the lines of a text as one.
func oneLine(_ text: String) -> String { filledLines(text).joined(separator: " ") }

/// Returns the lines of steps without the numbers before them, if most lines have one.
func stepLines(_ text: String) -> [String] {
  let lines = filledLines(text)
  let numbered = lines.count { withoutNumber($0) != nil }
  return numbered * 2 > lines.count ? lines.map { withoutNumber($0) ?? $0 } : lines
}

/// Returns a line without a number and a dot or bracket before it; nil if it has none.
private func withoutNumber(_ line: String) -> String? {
  let digits = line.prefix(while: \.isNumber)
  let rest = line[digits.endIndex...]
  guard 1...2 ~= digits.count, let mark = rest.first, mark == "." || mark == ")",
    rest.dropFirst().first?.isWhitespace ?? false
  else { return nil }
  return trimmingSpace(String(rest.dropFirst()))
}

/// Returns a duration such as `1:30` or `00:45`, in minutes; nil for none.
func clockMinutes(_ text: String?) -> Double? {
  let parts = trimmingSpace(text ?? "").split(separator: ":", omittingEmptySubsequences: false)
  guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
    parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
    let hours = Double(parts[0]), let minutes = Double(parts[1]), minutes < 60,
    case let total = hours * 60 + minutes, total > 0
  else { return nil }
  return total
}
