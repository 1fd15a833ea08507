import Cooking
import Formats
import Text
import World

/// The page of a recipe.
extension Cookbook {
  func recipePage(_ page: Page) -> HTML {
    let recipe = page.recipe
    let scaling = Scaling(recipe)
    let figure = figure(page)
    return self.page(
      recipe.name, kind: "recipe", isInner: true,
      head: """
        <script type="application/ld+json">\(json: SchemaOrgWriter.value(of: recipe))</script>
        """,
      body: """
        <main id="main">
        <article>
        <div class="head\(figure == nil ? "" : " pictured" as HTML)">
        <div>
        <h1>\(recipe.name)</h1>
        <p class="facts">\(facts(of: recipe))</p>
        \(paragraphs(recipe.description, kind: "description"))
        \(tags(of: recipe))
        </div>
        \(figure ?? "")
        </div>
        \(scaling.buttons)
        <div class="parts">
        \(ingredients(recipe, scaling))
        \(steps(recipe, scaling))
        </div>
        \(remarks(recipe))
        \(nutrition(of: recipe))
        \(footer(recipe))
        </article>
        </main>
        """)
  }

  /// The facts, each without a line break inside.
  private func facts(of recipe: Recipe) -> HTML {
    let rating = recipe.ownRating.map { ["my rating \(JSONValue.number($0).text()) of 5"] } ?? []
    let texts = PlainRecipeWriter.facts(of: recipe) + rating
    let facts = texts.map { "<span>\($0)</span>" as HTML }
    return facts.dropFirst().reduce(facts.first ?? "") { "\($0) · \($1)" }
  }

  private func figure(_ page: Page) -> HTML? {
    guard let path = page.picturePath, let picture = page.entry.picture else { return nil }
    return """
      <figure><img src="../\(address(of: path))" alt="\(page.recipe.name)" width="\(picture.width)" \
      height="\(picture.height)"></figure>
      """
  }

  private func paragraphs(_ text: String?, kind: HTML) -> HTML {
    let lines = (text ?? "").split(whereSeparator: \.isNewline).map {
      "<p>\(String($0))</p>" as HTML
    }
    return lines.isEmpty ? "" : "<div class=\"\(kind)\">\(lines)</div>"
  }

  /// The tags as links to the index, which shows the recipes that have them.
  private func tags(of recipe: Recipe) -> HTML {
    let links = recipe.tags.map { tag -> HTML in
      "<li><a href=\"../index.html#tag=\(address(of: Self.key(tag)))\">\(tag)</a></li>"
    }
    return links.isEmpty ? "" : "<ul class=\"tags\" aria-label=\"Tags\">\n\(links)\n</ul>"
  }

  private func ingredients(_ recipe: Recipe, _ scaling: Scaling) -> HTML {
    if recipe.ingredients.isEmpty { return "" }
    var number = 0
    let sections = recipe.ingredients.map { section -> HTML in
      let lines = section.items.map { line -> HTML in
        number += 1
        return item("i\(number)", line, scaling.ingredient(line))
      }
      return "\(heading(section))<ul class=\"ticks\">\n\(lines)\n</ul>"
    }
    return """
      <section aria-labelledby="ingredients">
      <h2 id="ingredients">Ingredients</h2>
      \(sections)
      </section>
      """
  }

  private func steps(_ recipe: Recipe, _ scaling: Scaling) -> HTML {
    if recipe.steps.isEmpty { return "" }
    var number = 0
    let sections = recipe.steps.map { section -> HTML in
      let first = number
      let lines = section.items.map { line -> HTML in
        number += 1
        return item("s\(number)", line, scaling.step(number - 1))
      }
      let start: HTML = first == 0 ? "" : " start=\"\(first + 1)\" style=\"--start: \(first)\""
      return "\(heading(section))<ol class=\"ticks\"\(start)>\n\(lines)\n</ol>"
    }
    return """
      <section aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      \(sections)
      </section>
      """
  }

  private func heading(_ section: Recipe.Section) -> HTML {
    section.title.map { "<h3>\($0)</h3>\n" } ?? ""
  }

  /// A line with a box to tick, and its texts for other amounts.
  private func item(_ id: String, _ line: String, _ others: [JSONValue.Member]) -> HTML {
    let texts: HTML = others.isEmpty ? "" : " data-x=\"\(JSONValue.object(others).text())\""
    return """
      <li><label><input type="checkbox" id="\(id)"><span\(texts)>\(line)</span></label></li>
      """
  }

  private func remarks(_ recipe: Recipe) -> HTML {
    let notes = recipe.notes.map { "<li>\($0)</li>" as HTML }
    let list: HTML = notes.isEmpty ? "" : "<ul>\n\(notes)\n</ul>"
    let comment = paragraphs(recipe.comment, kind: "comment")
    let tools: HTML =
      recipe.equipment.isEmpty
      ? "" : "<p>You need: \(recipe.equipment.joined(separator: ", "))</p>"
    if notes.isEmpty, recipe.comment == nil { return tools }
    return """
      \(tools)
      <section aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      \(comment)
      \(list)
      </section>
      """
  }

  private func nutrition(of recipe: Recipe) -> HTML {
    let rows = Recipe.Nutrient.allCases.compactMap { nutrient -> HTML? in
      guard let amount = recipe.nutrition[nutrient] else { return nil }
      let name = nutrient.rawValue.prefix(1).uppercased() + nutrient.rawValue.dropFirst()
      let value = "\(JSONValue.number(amount).text()) \(nutrient.unit)"
      return "<dt>\(name.replacing("-", with: " "))</dt><dd>\(value)</dd>"
    }
    if rows.isEmpty { return "" }
    let serving = recipe.servingSize.map { "Nutrition for \($0)" } ?? "Nutrition for a serving"
    return """
      <section aria-labelledby="nutrition">
      <h2 id="nutrition">\(serving)</h2>
      <dl class="nutrition">
      \(rows)
      </dl>
      </section>
      """
  }

  /// The links to where the recipe is from, only to web addresses.
  private func footer(_ recipe: Recipe) -> HTML {
    let links = [("Source", recipe.source), ("Video", recipe.video)].compactMap {
      name, link -> HTML? in
      guard let link, let checked = try? CheckedLink(link), let address = checked.hyperlink else {
        return nil
      }
      return "<a href=\"\(address)\" rel=\"noopener noreferrer\">\(name)</a>"
    }
    guard let first = links.first else { return "" }
    return "<footer>\(links.dropFirst().reduce(first) { "\($0) · \($1)" })</footer>"
  }
}

/// The texts of a recipe for other amounts, made by the same code that scales at the prompt.
private struct Scaling {
  private static let factors: [(key: String, factor: Rational)] =
    [("0.5", Rational(1, 2)), ("2", Rational(2)), ("3", Rational(3))].compactMap { key, factor in
      factor.map { (key, $0) }
    }

  private let recipe: Recipe
  private let steps: [RecipeStep]
  private let scales: Bool

  init(_ recipe: Recipe) {
    self.recipe = recipe
    let lines = recipe.ingredients.lines.map { IngredientLine($0) }
    scales = lines.contains(where: \.scales)
    steps = RecipeStep.all(recipe.steps.flatMap(\.items), ingredients: lines)
  }

  /// The other texts of an ingredient by factor, where they differ.
  func ingredient(_ line: String) -> [JSONValue.Member] {
    let parsed = IngredientLine(line)
    guard parsed.scales else { return [] }
    return others(than: line) { parsed.scaled($0).text }
  }

  /// The other texts of a step.
  func step(_ number: Int) -> [JSONValue.Member] {
    guard scales, steps.indices.contains(number) else { return [] }
    let step = steps[number]
    return others(than: step.published) { step.pieces(scaledBy: $0).map(\.text).joined() }
  }

  private func others(
    than line: String, _ text: (Rational) -> String
  ) -> [JSONValue.Member] {
    Self.factors.compactMap { key, factor in
      let other = text(factor)
      return other == line ? nil : JSONValue.Member(key, .string(other))
    }
  }

  /// The buttons that choose the amounts; nothing if no amount scales.
  var buttons: HTML {
    guard scales else { return "" }
    let yield = recipe.yield.flatMap { Yield($0) }
    let choices = [Self.factors[0], ("1", Rational.one)] + Self.factors.dropFirst()
    let buttons = choices.map { key, factor -> HTML in
      let isPublished = factor == .one
      var label = key == "0.5" ? "×½" : "×\(key)"
      if let yield, yield.isPeople, !yield.isMixed, let servings = yield.servings.times(factor) {
        label = servings.written
      }
      return """
        <button type="button" data-factor="\(key)" aria-pressed="\(isPublished ? "true" : "false")">\
        \(label)</button>
        """
    }
    let isServings = yield.map { $0.isPeople && !$0.isMixed } ?? false
    return """
      <div class="scale" role="group" aria-label="Amounts" hidden><span>\
      \(isServings ? "Servings" : "Amounts")</span>
      \(buttons)
      </div>
      """
  }
}
