import Text

/// A format of XML, by the name of the first element.
protocol XMLFormat: RecordSource {
  /// The names of the first element.
  static var roots: [String] { get }
  /// Translates the recipes of a document.
  static func recipes(in root: Node) -> [RecipeBuilder]
}

extension XMLFormat {
  package static func recognizes(_ file: SourceFile) -> Bool {
    guard file.isMarkup,
      let root = rootName(String(decoding: file.bytes.prefix(1 << 12), as: UTF8.self))
    else { return false }
    return roots.contains(root)
  }

  package static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let tree = try ElementTree(Array(file.text.utf8), isXML: true)
    guard let root = tree.root.children.first(where: { roots.contains($0.name) }) else {
      throw FormatFault("this is not XML")
    }
    return ForeignRecords(recipes(in: root).filter(\.hasName).map { $0.record() })
  }
}

/// Returns the name of the first element of a document; nil if it does not begin with markup.
func rootName(_ text: String) -> String? {
  var rest = text[...].drop { $0.isWhitespace || $0 == "\u{FEFF}" }
  while rest.first == "<" {
    if rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
      rest = rest[end.upperBound...]
    } else if rest.hasPrefix("<?") || rest.hasPrefix("<!") {
      // A document type may have declarations in brackets.
      let close =
        rest.hasPrefix("<!DOCTYPE") && rest.prefix { $0 != ">" }.contains("[") ? "]>" : ">"
      guard let end = rest.firstRange(of: close) else { return nil }
      rest = rest[end.upperBound...]
    } else {
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
      return name.isEmpty ? nil : String(name)
    }
    rest = rest.drop { $0.isWhitespace }
  }
  return nil
}

/// Returns parts of a line without those that are missing.
private func line(_ parts: String?...) -> String {
  parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
}

extension Node {
  /// The children, those of no group before the groups.
  ///
  /// A list of lines does not tell where a group ends, so that a line after it would be read as a part of it.
  fileprivate func children(groupedBy group: String) -> [Node] {
    children.filter { $0.name != group } + children.filter { $0.name == group }
  }
}

/// The recipes of Gourmet and Gourmand.
enum GourmetXML: XMLFormat {
  static let name = "Gourmet"
  static let roots = ["gourmetDoc", "recipeDoc"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.children("recipe").map { root.name == "recipeDoc" ? oldRecipe($0) : recipe($0) }
  }

  private static func recipe(_ node: Node) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: node.child("title")?.text)
    recipe.set("recipeCategory", commaNames(node.child("category")?.text ?? ""))
    recipe.set("recipeCuisine", node.child("cuisine")?.text)
    recipe.set("author", node.child("source")?.text)
    recipe.set("url", node.child("link")?.text)
    recipe.set("prepTime", node.child("preptime")?.text)
    recipe.set("cookTime", node.child("cooktime")?.text)
    recipe.set("recipeYield", node.child("yields")?.text ?? node.child("servings")?.text)
    if let rating = node.child("rating")?.text?.split(separator: "/").first.flatMap({ Double($0) })
    {
      recipe.set("aggregateRating", .number(rating))
    }
    if let list = node.child("ingredient-list") { addIngredients(list, to: &recipe) }
    for line in filledLines(unescaped(node.child("instructions")?.wholeText ?? "")) {
      recipe.add(step: line)
    }
    recipe.add(comment: unescaped(node.child("modifications")?.wholeText ?? ""))
    recipe.add(pictureData: node.child("image")?.wholeText)
    return recipe
  }

  private static func addIngredients(_ list: Node, to recipe: inout RecipeBuilder) {
    for node in list.children(groupedBy: "inggroup") {
      switch node.name {
      case "inggroup":
        recipe.add(ingredientHeading: node.child("groupname")?.text ?? "")
        addIngredients(node, to: &recipe)
      case "ingredient":
        let isOptional = node["optional"] == "yes"
        let words = line(
          node.child("amount")?.text, node.child("unit")?.text, node.child("item")?.text)
        recipe.add(ingredient: words + (isOptional ? " (optional)" : ""))
      case "ingref": recipe.add(ingredient: line(node["amount"], node.text))
      default: break
      }
    }
  }

  /// A recipe of the older form, which has everything in attributes, with `_` for blanks.
  private static func oldRecipe(_ node: Node) -> RecipeBuilder {
    let text: (Node, String) -> String? = { $0[$1]?.replacing("_", with: " ") }
    var recipe = RecipeBuilder(name: text(node, "title"))
    recipe.set("recipeCategory", text(node, "category"))
    recipe.set("recipeCuisine", text(node, "cuisine"))
    recipe.set("author", text(node, "source"))
    recipe.set("recipeYield", text(node, "servings"))
    for item in node.all("ingredient") {
      recipe.add(
        ingredient: line(text(item, "amount"), text(item, "unit"), text(item, "item") ?? item.text))
    }
    for line in filledLines(unescaped(node.first("instructions")?.wholeText ?? "")) {
      recipe.add(step: line)
    }
    return recipe
  }

  /// Texts are escaped twice: what the parser returns is HTML.
  private static func unescaped(_ text: String) -> String { plainText(text, keepingLines: true) }
}

/// The recipes of Krecipes.
enum KrecipesXML: XMLFormat {
  static let name = "Krecipes"
  static let roots = ["krecipes"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.children("krecipes-recipe").map { node in
      let head = node.child("krecipes-description")
      var recipe = RecipeBuilder(name: head?.child("title")?.text)
      recipe.set("author", (head?.children("author") ?? []).compactMap(\.text))
      recipe.set("keywords", (head?.child("category")?.children("cat") ?? []).compactMap(\.text))
      recipe.set("recipeYield", head?.child("serving")?.text ?? head?.child("yield").map(amount))
      recipe.set(minutes: "prepTime", clockMinutes(head?.child("preparation-time")?.text))
      for picture in head?.child("pictures")?.children("pic") ?? [] {
        recipe.add(pictureData: picture.wholeText)
      }
      if let list = node.child("krecipes-ingredients") { addIngredients(list, to: &recipe) }
      for line in filledLines(node.child("krecipes-instructions")?.wholeText ?? "") {
        recipe.add(step: line)
      }
      return recipe
    }
  }

  /// An amount with its unit or type, or a range.
  private static func amount(_ node: Node) -> String {
    let amount = node.child("amount") ?? node
    let range = [amount.child("min")?.text, amount.child("max")?.text].compactMap(\.self)
    return line(
      range.isEmpty ? amount.text : range.joined(separator: "–"), node.child("type")?.text)
  }

  private static func addIngredients(_ list: Node, to recipe: inout RecipeBuilder) {
    for node in list.children(groupedBy: "ingredient-group") {
      if node.name == "ingredient-group" {
        recipe.add(ingredientHeading: node["name"] ?? "")
        addIngredients(node, to: &recipe)
      } else if node.name == "ingredient" {
        let range = [
          node.child("amount")?.child("min")?.text, node.child("amount")?.child("max")?.text,
        ]
        .compactMap(\.self)
        let amount = range.isEmpty ? node.child("amount")?.text : range.joined(separator: "–")
        let prep = node.child("prep")?.text.map { ", " + $0 } ?? ""
        let others = (node.child("substitutes")?.children("ingredient") ?? []).map {
          " or " + line($0.child("amount")?.text, $0.child("unit")?.text, $0.child("name")?.text)
        }
        let words = line(amount, node.child("unit")?.text, node.child("name")?.text)
        recipe.add(ingredient: words + prep + others.joined())
      }
    }
  }
}

/// The recipes of RecipeML.
enum RecipeML: XMLFormat {
  static let name = "RecipeML"
  static let roots = ["recipeml"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.all("recipe").map { node in
      let head = node.child("head")
      var recipe = RecipeBuilder(name: head?.child("title")?.text)
      if let yield = head?.child("yield") { recipe.set("recipeYield", quantity(yield)) }
      recipe.set("keywords", (head?.child("categories")?.children("cat") ?? []).compactMap(\.text))
      for (element, property) in [("preptime", "prepTime"), ("cooktime", "cookTime")] {
        let time = head?.all(element).first.map { node in
          line(quantity(node) ?? node.text, node.first("timeunit")?.text)
        }
        recipe.set(property, time)
      }
      recipe.set("author", head?.child("source")?.text)
      if let list = node.child("ingredients") { addIngredients(list, to: &recipe) }
      for step in node.child("directions")?.all("step") ?? [] { recipe.add(step: step.text ?? "") }
      recipe.add(comment: node.child("note")?.text)
      return recipe
    }
  }

  private static func quantity(_ node: Node) -> String? {
    if let range = node.first("range") {
      let ends = [range.child("q1")?.text, range.child("q2")?.text].compactMap(\.self)
      return line(ends.joined(separator: "–"), node.first("unit")?.text)
    }
    guard let number = node.first("qty")?.text else { return node.text }
    return line(number, node.first("unit")?.text)
  }

  private static func addIngredients(_ list: Node, to recipe: inout RecipeBuilder) {
    for node in list.children(groupedBy: "ing-div") {
      if node.name == "ing-div" {
        recipe.add(ingredientHeading: node.child("title")?.text ?? "")
        addIngredients(node, to: &recipe)
      } else if node.name == "ing" {
        let prep = node.child("prep")?.text.map { ", " + $0 } ?? ""
        recipe.add(
          ingredient: line(node.child("amt").flatMap(quantity), node.child("item")?.text) + prep)
      }
    }
  }
}

/// The recipes of Kalorio in CookML.
enum CookML: XMLFormat {
  static let name = "CookML"
  static let roots = ["cookml"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.all("recipe").map { node in
      let head = node.child("head")
      var recipe = RecipeBuilder(name: head?["title"])
      recipe.set("recipeYield", line(head?["servingqty"], head?["servingtype"]))
      recipe.set("totalTime", head?["timeallqty"])
      recipe.set("keywords", (head?.children("cat", "hint") ?? []).compactMap(\.text))
      recipe.set("author", head?.child("sourceline")?.text)
      recipe.add(pictureData: head?.child("picbin")?.wholeText)
      for part in node.children("part") {
        recipe.add(ingredientHeading: part["title"] ?? "")
        for item in part.children("ingredient") {
          let note = item.child("inote")?.text.map { " (\($0))" } ?? ""
          recipe.add(ingredient: line(item["qty"], item["unit"], item["item"]) + note)
        }
      }
      for text in node.child("preparation")?.children("text", "step") ?? [] {
        for line in filledLines(text.wholeText) { recipe.add(step: withoutBracket(line)) }
      }
      return recipe
    }
  }

  /// Returns a step without its number, as in `1. ) Mix`.
  private static func withoutBracket(_ text: String) -> String {
    let rest = text.drop { $0.isNumber || $0 == "." || $0 == " " }
    return rest.first == ")" ? trimmingSpace(String(rest.dropFirst())) : text
  }
}

/// Returns a quantity as a range if it is two numbers, but not a mixed number: `0.75 1` becomes `0.75–1`, `1 1/2` stays.
private func rangeText(_ quantity: String) -> String {
  let numbers = quantity.split(separator: " ")
  guard numbers.count == 2,
    numbers.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isNumber || "./".contains($0)) } }),
    !numbers[1].contains("/") || !numbers[0].allSatisfy(\.isNumber)
  else { return quantity }
  return numbers.joined(separator: "–")
}

/// The recipes of MasterCook in XML (`.mx2`).
enum MasterCookXML: XMLFormat {
  static let name = "MasterCook XML"
  static let roots = ["mx2"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.children("RcpE").map { node in
      var recipe = RecipeBuilder(name: node["name"])
      recipe.set("author", node["author"] ?? node.child("Srce")?.text)
      recipe.set("url", node.child("AltS")?["source"])
      let yield = node.child("Yield").map { line($0["qty"], $0["unit"]) } ?? ""
      recipe.add(yield: node.child("Serv")?["qty"].map { $0 + " servings" })
      recipe.add(yield: yield)
      recipe.set(minutes: "prepTime", clockMinutes(node.child("PrpT")?["elapsed"]))
      recipe.set("keywords", node.all("CatT").compactMap(\.text))
      recipe.set("description", node.child("Desc")?.text)
      var last: String?
      for item in node.children("IngR") {
        let name = item["name"] ?? ""
        if name.hasPrefix("= ") || name.hasPrefix("- "), let before = last {
          last = before + " " + trimmingSpace(String(name.dropFirst(2)))
          continue
        }
        if let last { recipe.add(ingredient: last) }
        let prep = item.child("IPrp")?.text.map { ", " + $0 } ?? ""
        last = line(item["qty"].map(rangeText), item["unit"], name) + prep
      }
      if let last { recipe.add(ingredient: last) }
      for step in node.all("DirT") {
        for line in filledLines(step.wholeText) { recipe.add(step: line) }
      }
      recipe.add(comment: node.child("Note")?.text)
      return recipe
    }
  }
}

/// The recipes of Cookmate (MyCookBook).
enum CookmateXML: XMLFormat {
  static let name = "Cookmate"
  static let roots = ["cookbook"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.children("recipe").map { node in
      var recipe = RecipeBuilder(name: node.child("title")?.text)
      recipe.set("description", node.child("description")?.text)
      recipe.set("prepTime", node.child("preptime")?.text)
      recipe.set("cookTime", node.child("cooktime")?.text)
      recipe.set("totalTime", node.child("totaltime")?.text)
      recipe.set("recipeYield", node.child("quantity")?.text)
      recipe.set("url", node.child("url")?.text)
      recipe.set("author", node.child("source")?.text)
      recipe.set("recipeCategory", node.children("category").compactMap(\.text))
      recipe.set("keywords", node.children("tag").compactMap(\.text))
      for item in node.child("ingredient").map({ $0.children("li") }) ?? [] {
        recipe.add(ingredient: item.text ?? "")
      }
      for item in node.child("recipetext").map({ $0.children("li") }) ?? [] {
        recipe.add(step: item.text ?? "")
      }
      recipe.add(comment: node.child("comments")?.text)
      for path in node.children("imagepath") {
        let name = path.text.flatMap(lastComponent)
        recipe.add(pictureFile: name.map { "images/" + $0 })
        recipe.add(pictureFile: name)
      }
      return recipe
    }
  }
}

/// The recipes of RecipeSage in XML.
enum RecipeSageXML: XMLFormat {
  static let name = "RecipeSage"
  static let roots = ["data"]

  static func recipes(in root: Node) -> [RecipeBuilder] {
    root.children("recipe").map { node in
      var recipe = RecipeBuilder(name: node.child("title")?.text)
      recipe.set("description", node.child("description")?.text)
      recipe.set("recipeYield", node.child("yield")?.text)
      recipe.set("prepTime", node.child("activeTime")?.text)
      recipe.set("totalTime", node.child("totalTime")?.text)
      recipe.set("author", node.child("source")?.text)
      recipe.set("url", node.child("url")?.text)
      recipe.set("keywords", (node.child("labels")?.all("title") ?? []).compactMap(\.text))
      for line in filledLines(node.child("ingredients")?.wholeText ?? "") {
        if let name = bracketed(line) {
          recipe.add(ingredientHeading: name)
        } else {
          recipe.add(ingredient: line)
        }
      }
      for line in filledLines(node.child("instructions")?.wholeText ?? "") {
        if let name = bracketed(line) {
          recipe.add(stepHeading: name)
        } else {
          recipe.add(step: line)
        }
      }
      recipe.add(comment: node.child("notes")?.text)
      for image in node.child("images")?.all("location") ?? [] { recipe.add(picture: image.text) }
      return recipe
    }
  }
}

/// The name of a heading in brackets: `[Dough]`; nil for other lines.
func bracketed(_ line: String) -> String? {
  guard line.hasPrefix("["), line.hasSuffix("]"), line.count > 2 else { return nil }
  return String(line.dropFirst().dropLast())
}
