import CCookbook
import Dispatch
import Formats
import Synchronization
import Text
import World

/// A cookbook as web pages: an index with search, a page for each recipe, the shopping list and the week.
///
/// The pages are static, work from a folder and from any web server, and request nothing from elsewhere.
package struct Cookbook: Sendable {
  /// A small picture, ready to be shown by a browser.
  package struct Picture: Sendable {
    package let bytes: [UInt8]
    /// The ending of a file of its format, such as `jpg`.
    package let ending: String
    /// The size in pixels.
    package let width: Int
    package let height: Int

    package init(bytes: [UInt8], ending: String, width: Int, height: Int) {
      (self.bytes, self.ending, self.width, self.height) = (bytes, ending, width, height)
    }
  }

  /// A recipe, and its picture; nil if it has none that can be shown.
  package struct Entry: Sendable {
    package let recipe: Recipe
    package let picture: Picture?

    package init(_ recipe: Recipe, picture: Picture?) {
      (self.recipe, self.picture) = (recipe, picture)
    }
  }

  /// Lines under a title: the things of an aisle, or the dishes of a day.
  package struct Group: Sendable {
    package let title: String
    /// The names, what is said of each, and whether it is ticked off.
    package let lines: [(name: String, detail: String, isDone: Bool)]

    package init(title: String, lines: [(name: String, detail: String, isDone: Bool)]) {
      (self.title, self.lines) = (title, lines)
    }
  }

  let title: String
  let pages: [Page]
  /// The shopping list by aisle; empty if there is none.
  let shopping: [Group]
  /// The planned days; empty if none is.
  let week: [Group]

  /// A recipe with the names of its files.
  struct Page: Sendable {
    let entry: Entry
    /// The name of the page, without a folder and an ending.
    let stem: String

    var recipe: Recipe { entry.recipe }
    /// The path of the page from the index.
    var path: String { "recipes/\(stem).html" }
    /// The path of the picture from the index; nil if there is none.
    var picturePath: String? { entry.picture.map { "pictures/\(stem).\($0.ending)" } }
  }

  /// Creates a cookbook.
  ///
  /// - Parameters:
  ///   - title: The title of the index.
  ///   - entries: The recipes, in the order of the index.
  ///   - shopping: The shopping list by aisle.
  ///   - week: The planned days.
  package init(title: String, entries: [Entry], shopping: [Group] = [], week: [Group] = []) {
    self.title = title
    self.shopping = shopping
    self.week = week
    var names = FileNames()
    pages = entries.map { Page(entry: $0, stem: names.name(for: $0.recipe.name)) }
  }

  /// All files, with their paths from the folder of the cookbook.
  ///
  /// - Complexity: O(*n*) in the length of all texts, on all cores.
  package func files() -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = [
      ("index.html", Array(index.text.utf8)),
      ("cookbook.css", Self.embedded(CCOOKBOOK_STYLE)),
      ("cookbook.js", Self.embedded(CCOOKBOOK_SCRIPT)),
    ]
    if !shopping.isEmpty { files.append(("shopping.html", Array(shoppingPage.text.utf8))) }
    if !week.isEmpty { files.append(("week.html", Array(weekPage.text.utf8))) }
    let texts = Mutex([[UInt8]](repeating: [], count: pages.count))
    DispatchQueue.concurrentPerform(iterations: pages.count) { number in
      let text = Array(recipePage(pages[number]).text.utf8)
      texts.withLock { $0[number] = text }
    }
    for (page, text) in zip(pages, texts.withLock(\.self)) {
      files.append((page.path, text))
      if let path = page.picturePath, let picture = page.entry.picture {
        files.append((path, picture.bytes))
      }
    }
    return files
  }

  private static func embedded(_ file: ccookbook_file) -> [UInt8] {
    unsafe Array(
      UnsafeBufferPointer(start: ccookbook_bytes(file), count: Int(ccookbook_length(file))))
  }
}

/// What all pages share.
extension Cookbook {
  /// A whole page.
  ///
  /// - Parameters:
  ///   - title: The title in the window.
  ///   - kind: The class of the page, which the style sheet knows.
  ///   - isInner: Whether it is in a folder of the cookbook.
  ///   - head: More elements of the head.
  ///   - body: What follows the navigation.
  /// - Returns: The page.
  func page(
    _ title: String, kind: String, isInner: Bool = false, head: HTML = "", body: HTML
  ) -> HTML {
    let root = isInner ? "../" : ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="\(root)cookbook.css">
      <script src="\(root)cookbook.js" defer></script>
      \(head)
      </head>
      <body class="\(kind)">
      <a class="skip" href="#main">Skip to the content</a>
      \(navigation(kind, root))
      \(body)
      </body>
      </html>

      """
  }

  /// The links between the index, the shopping list and the week; on the index only if there are such pages.
  private func navigation(_ kind: String, _ root: String) -> HTML {
    var links: [(kind: String, HTML)] = [
      ("index", "<a href=\"\(root)index.html\">All recipes</a>")
    ]
    if !shopping.isEmpty {
      links.append(("shopping", "<a href=\"\(root)shopping.html\">Shopping list</a>"))
    }
    if !week.isEmpty { links.append(("week", "<a href=\"\(root)week.html\">The week</a>")) }
    let others = links.filter { $0.kind != kind }.map { "<li>\($0.1)</li>" as HTML }
    return others.isEmpty ? "" : "<nav aria-label=\"Cookbook\">\n<ul>\n\(others)\n</ul>\n</nav>"
  }

  /// The shopping list: things to tick off, by aisle.
  var shoppingPage: HTML {
    var number = 0
    let groups = shopping.map { group -> HTML in
      let lines = group.lines.map { line -> HTML in
        number += 1
        let detail: HTML = line.detail.isEmpty ? "" : " <small>\(line.detail)</small>"
        return """
          <li><label><input type="checkbox" id="t\(number)"\(line.isDone ? " checked" : "" as HTML)>\
          <span>\(line.name)\(detail)</span></label></li>
          """
      }
      return "<h2>\(group.title)</h2>\n<ul class=\"ticks\">\n\(lines)\n</ul>"
    }
    return page(
      "Shopping list", kind: "shopping",
      body: """
        <main id="main">
        <h1>Shopping list</h1>
        <p><button type="button" id="clear" hidden>Clear all ticks</button></p>
        \(groups)
        </main>
        """)
  }

  /// The planned dishes by day, with links to their pages.
  var weekPage: HTML {
    let paths = Dictionary(
      pages.map { ($0.recipe.name, $0.path) }, uniquingKeysWith: { one, _ in one })
    let groups = week.map { group -> HTML in
      let lines = group.lines.map { line -> HTML in
        let name: HTML =
          paths[line.name].map { "<a href=\"\(address(of: $0))\">\(line.name)</a>" }
          ?? "\(line.name)"
        return
          "<li>\(name)\(line.detail.isEmpty ? "" : " <small>\(line.detail)</small>" as HTML)</li>"
      }
      return "<h2>\(group.title)</h2>\n<ul>\n\(lines)\n</ul>"
    }
    return page(
      "The week", kind: "week",
      body: "<main id=\"main\">\n<h1>The week</h1>\n\(groups)\n</main>")
  }

  /// The address of a file of the cookbook: its path, with letters beyond ASCII percent-encoded.
  func address(of path: String) -> String {
    var address = ""
    for byte in path.utf8 {
      let isPlain =
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte || 0x41...0x5A ~= byte
        || "-._/~".utf8.contains(byte)
      address +=
        isPlain
        ? String(decoding: [byte], as: UTF8.self)
        : "%" + zeroPadded(byte, to: 2, radix: 16, uppercase: true)
    }
    return address
  }
}
