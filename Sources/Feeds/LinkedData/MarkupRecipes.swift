import Text

/// The recipes that a web page describes in its markup: as microdata (HTML Standard, section 5) or RDFa Lite 1.1.
struct MarkupRecipes {
  /// The recipes, as schema.org's JSON-LD would have them.
  private(set) var recipes: [JSONValue] = []
  /// Why some of the page was not read; nil if all was.
  private(set) var fault: LinkedData.Remark.Kind?

  /// The attributes of a syntax.
  ///
  /// A page may use both for different things, so that an item of one has no properties in the other.
  private struct Syntax {
    var scope: String
    var type: String
    var property: String

    static let microdata = Syntax(scope: "itemscope", type: "itemtype", property: "itemprop")
    static let rdfa = Syntax(scope: "typeof", type: "typeof", property: "property")
  }

  private let tree: MarkupTree
  private var syntax = Syntax.microdata
  /// The items around the current property, of which none can be its own value.
  private var open: Set<Int> = []
  /// The number of properties that may still be read: references can repeat parts of a page.
  private var budget: Int
  /// The number of bytes of text that may still be taken: properties inside of properties repeat their texts.
  private var textBudget: Int

  /// Whether a page may describe a recipe in its markup.
  ///
  /// - Complexity: O(*n*).
  static func mayOccur(in page: [UInt8]) -> Bool {
    (mentions(Array("itemprop".utf8), page) || mentions(Array("typeof".utf8), page))
      && mentions(Array("ecipe".utf8), page)
  }

  /// Reads a page.
  ///
  /// - Complexity: O(*n*) in the bytes of the page, and bounded time.
  init(_ page: [UInt8]) {
    do throws(MarkupTree.Fault) {
      tree = try MarkupTree(page)
    } catch {
      fault = error == .isMissing ? .noMarkupReader : .markupCut
      (tree, budget, textBudget) = (MarkupTree(), 0, 0)
      return
    }
    if tree.isCut { fault = .markupCut }
    budget = tree.elements.count * 8 + 4096
    textBudget = page.count * 2 + 4096
    findRecipes(0)
    if budget <= 0 || textBudget <= 0 { fault = .markupCut }
  }

  /// Finds the recipes in an element that are not parts of other recipes.
  private mutating func findRecipes(_ element: Int) {
    for syntax in [Syntax.microdata, .rdfa] {
      self.syntax = syntax
      if isItem(element), types(of: element).contains(where: { $0.lowercased() == "recipe" }) {
        recipes.append(item(element))
        return
      }
    }
    for case .element(let child) in tree.elements[element].children { findRecipes(child) }
  }

  /// The last components of an item's types; empty if the element is not an item.
  private func types(of element: Int) -> [String] {
    (tree.elements[element].attributes[syntax.type] ?? "").split(whereSeparator: \.isWhitespace)
      .map(Self.localName)
  }

  private func isItem(_ element: Int) -> Bool {
    tree.elements[element].attributes[syntax.scope] != nil
  }

  /// The names of an element's properties, in the spelling of schema.org today.
  private func names(of element: Int) -> [String] {
    guard let text = tree.elements[element].attributes[syntax.property] else { return [] }
    return text.split(whereSeparator: \.isWhitespace).map { word in
      let name = Self.localName(word)
      return Self.oldNames[name] ?? SchemaKeys.spelling(of: name)
    }.filter { !$0.isEmpty }.uniqued()
  }

  /// Returns the last component of a name: `name` for `schema:name` and `https://schema.org/name`.
  private static func localName(_ name: Substring) -> String {
    String(name.split { $0 == "/" || $0 == "#" || $0 == ":" }.last ?? "")
  }

  /// Returns an item with its properties.
  private mutating func item(_ element: Int) -> JSONValue {
    let attributes = tree.elements[element].attributes
    var properties = Properties()
    if let type = types(of: element).first { properties.add(.string(type), to: "@type") }
    if let id = attributes["itemid"] { properties.add(.string(id), to: "@id") }
    open.insert(element)
    for child in tree.elements[element].children {
      if case .element(let child) = child { collect(child, into: &properties) }
    }
    let references = attributes["itemref"]?.split(whereSeparator: \.isWhitespace) ?? []
    for reference in references {
      if let part = tree.ids[String(reference)] { collect(part, into: &properties) }
    }
    open.remove(element)
    return properties.object
  }

  /// Collects the properties in an element.
  private mutating func collect(_ element: Int, into properties: inout Properties) {
    budget -= 1
    guard budget > 0, !open.contains(element) else { return }
    for name in names(of: element) {
      // A block around properties of the same name only repeats their texts.
      if !isItem(element), has(name, inside: element) { continue }
      properties.add(value(of: name, element), to: name)
    }
    // The properties of an item are its own.
    if isItem(element) { return }
    for case .element(let child) in tree.elements[element].children {
      collect(child, into: &properties)
    }
  }

  /// Whether an element contains a property of a name, not counting those of other items.
  private mutating func has(_ name: String, inside element: Int) -> Bool {
    for case .element(let child) in tree.elements[element].children {
      budget -= 1
      if budget <= 0 { return false }
      if names(of: child).contains(name) || !isItem(child) && has(name, inside: child) {
        return true
      }
    }
    return false
  }

  /// Returns the value of a property (HTML Standard, section 5.2.4; RDFa Lite 1.1, section 2).
  ///
  /// The text of a link is its value, unless the property is an address.
  private mutating func value(of name: String, _ element: Int) -> JSONValue {
    if isItem(element) { return item(element) }
    let (tag, attributes) = (tree.elements[element].name, tree.elements[element].attributes)
    if let content = attributes["content"], !trimmingSpace(content).isEmpty || tag == "meta" {
      return .string(trimmingSpace(content))
    }
    if let date = attributes["datetime"] { return .string(date) }
    let isAddress = Self.addresses.contains(name)
    switch tag {
    case "img", "source", "iframe", "video", "audio", "embed", "track":
      let sources = ["src", "data-src"].compactMap { attributes[$0] }
      return .string(sources.first { !$0.hasPrefix("data:") } ?? "")
    case "link", "a", "area":
      if let link = attributes["href"] ?? attributes["resource"], isAddress || tag == "link" {
        return .string(link)
      }
    case "data", "meter": if let value = attributes["value"] { return .string(value) }
    default: break
    }
    let text = textBudget > 0 ? tree.text(of: element) : ""
    textBudget -= text.utf8.count + 1
    return .string(text)
  }

  /// The properties whose values are addresses.
  private static let addresses: Set = [
    "contentUrl", "image", "mainEntityOfPage", "photo", "sameAs", "thumbnailUrl", "url", "video",
  ]

  /// The properties of recipes before schema.org, and their names today.
  private static let oldNames = [
    "ingredient": "recipeIngredient", "instructions": "recipeInstructions",
    "instruction": "recipeInstructions", "photo": "image", "recipeType": "recipeCategory",
    "yield": "recipeYield", "published": "datePublished", "summary": "description",
    "ingredients": "recipeIngredient",
  ]
}

/// The properties of an item, in the order in which they occur.
private struct Properties {
  private var names: [String] = []
  private var values: [[JSONValue]] = []
  private var places: [String: Int] = [:]

  mutating func add(_ value: JSONValue, to name: String) {
    if value == .string("") { return }
    if let place = places[name] { return values[place].append(value) }
    places[name] = names.count
    names.append(name)
    values.append([value])
  }

  var object: JSONValue {
    .object(
      zip(names, values).map { JSONValue.Member($0, $1.count == 1 ? $1[0] : .array($1)) })
  }
}
