import Catalog
import Diagnostics
import Feeds
import Formats
import SessionStore
import Shell
import Testing
import Text
import World

/// The pages of a cookbook by their paths.
private func allPages(_ shell: ShellUnderTest, in folder: String) throws -> [String: String] {
  var pages: [String: String] = [:]
  for name in try shell.files.names(in: folder) {
    let path = "\(folder)/\(name)"
    if name.hasSuffix(".html") {
      let bytes = try shell.files.contents(of: path, limit: 1 << 24)
      pages[path] = String(decoding: bytes, as: UTF8.self)
    } else if shell.files.kind(of: path) == .folder {
      pages.merge(try allPages(shell, in: path)) { one, _ in one }
    }
  }
  return pages
}

/// An element with its attributes; JSON in scripts is no element.
private struct Element {
  let name: String
  let attributes: [(name: String, value: String)]

  static func all(in page: String) -> [Element] {
    let plain = page.replacing(/<script type="application\/ld\+json">[^<]*<\/script>/, with: "")
    return plain.matches(of: /<([a-zA-Z!][^\s<>\/]*)((?:\s+[^\s=<>]+(?:="[^"]*")?)*)\s*\/?>/).map {
      match in
      Element(
        name: String(match.output.1),
        attributes: match.output.2.matches(of: /\s+([^\s=<>]+)(?:="([^"]*)")?/).map {
          (String($0.output.1), String($0.output.2 ?? ""))
        })
    }
  }

  subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

private let knownElements: Set = [
  "!DOCTYPE", "html", "head", "meta", "title", "link", "script", "body", "a", "nav", "ul", "ol",
  "li", "header",
  "main", "h1", "h2", "h3", "p", "form", "div", "label", "input", "select", "option", "img", "span",
  "article",
  "figure", "section", "dl", "dt", "dd", "footer", "button", "small",
]

/// A path without percent-encoding.
private func unescaped(_ address: String) -> String {
  var bytes: [UInt8] = []
  var rest = Array(address.utf8)[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%"),
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
    else {
      bytes.append(byte)
      continue
    }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The faults of a page: elements and attributes that Larder does not write, and addresses that lead elsewhere.
private func faults(of page: String, at path: String, _ shell: ShellUnderTest) -> [String] {
  let folder = path.split(separator: "/").dropLast()
  var faults: [String] = []
  let elements = Element.all(in: page)
  let starts = page.replacing(/<script type="application\/ld\+json">[^<]*<\/script>/, with: "")
    .matches(of: /<[a-zA-Z!]/).count
  if starts != elements.count { faults.append("\(starts - elements.count) malformed elements") }
  for element in elements {
    if !knownElements.contains(element.name) { faults.append("<\(element.name)>") }
    for (name, value) in element.attributes {
      if name.hasPrefix("on") { faults.append(name) }
      guard name == "src" || name == "href" else { continue }
      if element.name == "a", value.hasPrefix("https://") || value.hasPrefix("http://") {
        if element["rel"] != "noopener noreferrer" { faults.append("rel of \(value)") }
        continue
      }
      if value.hasPrefix("#") || value == "data:," { continue }
      var parts = Array(folder.map(String.init))
      let path = unescaped(String(value.prefix { $0 != "#" }))
      for part in path.split(separator: "/") {
        if part == ".." { parts.removeLast() } else { parts.append(String(part)) }
      }
      if shell.files.kind(of: "/" + parts.joined(separator: "/")) != .file {
        faults.append("no file \(value)")
      }
    }
  }
  return faults
}

@MainActor
@Test func `a cookbook has a page for each recipe, and requests nothing from elsewhere`() throws {
  let shell = ShellUnderTest()
  shell.run(
    "shop Lasagne for 2; plan 2099-12-24 Carbonara for 3; rate Lasagne 4; note Lasagne more <cheese>"
  )
  _ = shell.takeErrors()
  shell.run("export html /family-cookbook")
  #expect(shell.takeErrors() == "64 recipes written to /family-cookbook\n")
  let pages = try allPages(shell, in: "/family-cookbook")
  #expect(pages.count == 67)
  for (path, page) in pages { #expect(faults(of: page, at: path, shell) == [], "\(path)") }
  let index = try #require(pages["/family-cookbook/index.html"])
  #expect(index.contains("<h1>Family cookbook</h1>"))
  #expect(Element.all(in: index).count { $0.name == "img" } == 64)
  let shopping = try #require(pages["/family-cookbook/shopping.html"])
  #expect(shopping.contains("<span>minced beef <small>125 g</small></span>"))
  let week = try #require(pages["/family-cookbook/week.html"])
  #expect(week.contains("<a href=\"recipes/carbonara.html\">Carbonara</a> <small>for 3</small>"))
  let lasagne = try #require(pages["/family-cookbook/recipes/lasagne.html"])
  #expect(lasagne.contains("<li>more &lt;cheese&gt;</li>"))
  #expect(lasagne.contains("<span>my rating 4 of 5</span>"))
}

@MainActor
@Test func `the amounts of a page scale as at the prompt`() throws {
  let shell = ShellUnderTest()
  shell.run("export html /book Lasagne")
  let page = try #require(try allPages(shell, in: "/book")["/book/recipes/lasagne.html"])
  #expect(
    page.matches(of: /data-factor="[0-9.]+" aria-pressed="[a-z]+">([0-9]+)<\/button>/).map(
      \.output.1) == ["4", "8", "16", "24"])
  let shown = shell.run("share Lasagne for 16")
  let texts = Element.all(in: page).compactMap { $0["data-x"] }.map { decodingReferences($0) }
  #expect(texts.count >= 14)
  for text in texts {
    guard case .string(let doubled)? = JSONValue(json: Array(text.utf8))?["2"] else { continue }
    #expect(shown.contains(doubled), "\(doubled)")
  }
}

@MainActor
@Test func `the pages of a cookbook are read back as the same records`() {
  let shell = ShellUnderTest()
  shell.run("export html /book")
  let other = ShellUnderTest(feed: nil, files: shell.files)
  other.run("load /book/recipes")
  func recipes(_ shell: ShellUnderTest) -> [Recipe] {
    let catalog = shell.shell.session.catalog
    return (0..<catalog.count).map { row in
      var recipe = Recipe(catalog, row)
      recipe.thumbnail = nil
      return recipe
    }
  }
  let (before, after) = (recipes(shell), recipes(other))
  #expect(before.count == 64 && after.count == 64)
  for (one, two) in zip(before, after) { #expect(one == two) }
}

@MainActor
@Test func `hostile records add nothing to the pages of a cookbook`() throws {
  let evil = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "<!--", "]]>", "&lt;b&gt; <b>bold</b>", "\u{202E}txt.exe", "javascript:alert(1)",
    "../../etc/passwd", "a\u{0}b",
  ]
  let records = evil.map { text -> String in
    let text = JSONValue.string(text).text()
    return """
      {"name":\(text),"ingredients":["2 cups ",\(text)],"instructions":[\(text),"Mix 2 cups"],"tags":[\(text),"x"],
      "cuisine":\(text),"yield":\(text),"source":\(text),"source_url":"javascript:alert(1)","video":"data:text/html,x",
      "description":\(text),"author":\(text),"photo":\(text)}
      """
  }
  let files = MemoryFileSystem(["/f.json": "[" + records.joined(separator: ",") + "]"])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  for row in 1...evil.count { shell.run("note \(row) <script>alert(2)</script>") }
  shell.run("export html /book")
  #expect(shell.status == .success, "\(shell.takeErrors())")
  let pages = try allPages(shell, in: "/book")
  #expect(pages.count == evil.count + 1)
  for (path, page) in pages {
    #expect(faults(of: page, at: path, shell) == [], "\(path)")
    #expect(!page.contains("\u{0}") && !page.contains("\u{202E}"))
    let scripts = page.matches(of: /<script[^>]*>/)
    #expect(scripts.count == (path.hasSuffix("index.html") ? 1 : 2), "\(path)")
  }
}

@MainActor
@Test func `a cookbook replaces nothing unasked, and needs recipes and a folder`() throws {
  let shell = ShellUnderTest(files: MemoryFileSystem(["/book/index.html": "mine", "/file": "x"]))
  shell.run("export html /book")
  #expect(shell.takeErrors().contains("/book has index.html already. Replace it?"))
  #expect(shell.status != .success)
  #expect(try shell.files.names(in: "/book") == ["index.html"])
  shell.run("export html /file")
  #expect(shell.takeErrors().contains("/file: is not a folder"))
  shell.run("export html -")
  #expect(shell.takeErrors().contains("export html FOLDER"))
  shell.run("export html")
  #expect(shell.status != .success)
}

@MainActor
@Test func `the index filters a recipe without a total time by the sum of the others`() throws {
  let files = MemoryFileSystem([
    "/f.json": #"[{"name":"a","ingredients":["1 egg"],"prep":"10 min","cook":"20 min"}]"#
  ])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  shell.run("export html /book")
  let pages = try allPages(shell, in: "/book")
  #expect(
    pages["/book/index.html"]?.contains(" data-minutes=\"30\"") == true, "\(shell.takeErrors())")
}

@MainActor
@Test(arguments: [
  (#""cookTime":"PT30M""#, "30 min"), (#""prepTime":"PT20M""#, "20 min"),
  (#""prepTime":"PT20M","cookTime":"PT30M""#, "50 min"),
  (#""cookTime":"PT30M","totalTime":"PT2H""#, "2 h"),
])
func `the index of a cookbook has the time of a recipe, whichever times it names`(
  times: String, shown: String
) throws {
  let pie = #"[{"@type":"Recipe","name":"Pie","recipeIngredient":["1 egg"],\#(times)}]"#
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": pie]))
  shell.run("export html /book")
  let index = try #require(try allPages(shell, in: "/book")["/book/index.html"])
  #expect(index.contains("<p>\(shown)</p>"), "\(index)")
}
