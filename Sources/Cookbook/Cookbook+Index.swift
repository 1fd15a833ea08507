import Cooking
import Formats
import Text

/// The index of a cookbook.
extension Cookbook {
  /// The page with all recipes, the search and the filters.
  var index: HTML {
    let count = counted(pages.count, "recipe")
    return page(
      title, kind: "index",
      body: """
        <header>
        <h1>\(title)</h1>
        <p class="count" id="count" aria-live="polite">\(count)</p>
        </header>
        <main id="main">
        <form class="search" role="search" hidden>
        <div><label for="q">Search by name, ingredient or tag</label>
        <input type="search" id="q" name="q" autocomplete="off"></div>
        \(filters)
        </form>
        <ul class="cards" id="recipes">
        \(pages.map(card))
        </ul>
        </main>
        """)
  }

  /// The lists of values to choose from; none for kinds with fewer than two values.
  private var filters: [HTML] {
    let kinds: [(name: String, label: String, values: [String])] = [
      ("cuisine", "Cuisine", pages.flatMap(\.recipe.cuisines)),
      ("category", "Category", pages.flatMap(\.recipe.categories)),
      ("tag", "Tag", pages.flatMap(\.recipe.tags)),
    ]
    var filters = kinds.compactMap { kind -> HTML? in
      // Spellings that differ in case or accents alone are one value.
      var names: [String: String] = [:]
      for value in kind.values where names[Self.key(value)] == nil {
        names[Self.key(value)] = value
      }
      guard names.count > 1 else { return nil }
      let options = names.sorted { $0.key < $1.key }.map { key, name -> HTML in
        "<option value=\"\(key)\">\(name)</option>"
      }
      return """
        <div><label for="\(kind.name)">\(kind.label)</label>
        <select id="\(kind.name)" name="\(kind.name)"><option value="">All</option>
        \(options)
        </select></div>
        """
    }
    if pages.contains(where: { $0.recipe.time != nil }) {
      let options = [15, 30, 45, 60, 120].map { minutes -> HTML in
        "<option value=\"\(minutes)\">up to \(shownMinutes(Double(minutes)))</option>"
      }
      filters.append(
        """
        <div><label for="time">Time</label>
        <select id="time" name="time"><option value="">Any</option>
        \(options)
        </select></div>
        """)
    }
    return filters
  }

  private func card(_ page: Page) -> HTML {
    let recipe = page.recipe
    let facts =
      recipe.cuisines.prefix(1) + [recipe.time.map { shownMinutes($0) }].compactMap(\.self)
    let note: HTML = facts.isEmpty ? "" : "\n<p>\(facts.joined(separator: " · "))</p>"
    let initial = recipe.name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "·"
    let picture: HTML =
      page.picturePath.map { path in
        """
        <img src="\(address(of: path))" alt="" width="\(page.entry.picture?.width ?? 4)" \
        height="\(page.entry.picture?.height ?? 3)" loading="lazy" decoding="async">
        """
      } ?? "<span class=\"blank\" aria-hidden=\"true\">\(initial)</span>"
    let time: HTML = recipe.time.map { " data-minutes=\"\(Int($0))\"" } ?? ""
    return """
      <li data-words="\(words(of: recipe))"\(list("cuisine", recipe.cuisines))\
      \(list("category", recipe.categories))\(list("tag", recipe.tags))\(time)>
      \(picture)
      <a href="\(address(of: page.path))">\(recipe.name)</a>\(note)
      </li>
      """
  }

  private func list(_ name: HTML, _ values: [String]) -> HTML {
    values.isEmpty ? "" : " data-\(name)=\"\(values.map(Self.key).joined(separator: "|"))\""
  }

  /// A value as the filters compare it.
  static func key(_ value: String) -> String { folded(value).replacing("|", with: " ") }

  /// What the search looks through: name, cuisine, category, tags, author, and the names of ingredients.
  private func words(of recipe: Recipe) -> String {
    let names = recipe.ingredients.flatMap(\.items).map { line in
      let name = IngredientLine(line).name
      return name.isEmpty ? line : name
    }
    let texts =
      [recipe.name] + recipe.cuisines + recipe.categories + recipe.tags
      + [recipe.author].compactMap(\.self) + names
    var seen: Set<Substring> = []
    return folded(texts.joined(separator: " ")).split(whereSeparator: \.isWhitespace)
      .filter { seen.insert($0).inserted }.joined(separator: " ")
  }
}

extension Recipe {
  /// The total time in minutes, or the sum of the others; nil if none is known.
  var time: Double? {
    let sum = (prep ?? 0) + (cook ?? 0)
    return total ?? (sum > 0 ? sum : nil)
  }
}
