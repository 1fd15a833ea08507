import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<LookContext> {
  static var open: Self {
    Self(
      "open",
      Context.linkTarget,
      summary: "Open a link of a row, such as its video or its source.",
      followUp: { $0.assistance.stepAfterOpening },
      examples: [
        Example(
          "open video 1",
          prints: """
            Bánh mì: opening https://www.youtube.com/results?search_query=B%C3%A1nh+m%C…
            """),
        Example("open Lasagne", prints: "Lasagne: opening https://en.wikipedia.org/wiki/Lasagna"),
      ],
      details: [
        "KIND is a field that holds links. Without it, the setting open-prefers chooses one. Only http and https "
          + "links are opened; if no program can open links, the address is printed."
      ]
    ) { context, target in
      if let row = target.row, isWebLink(target.link) { context.session.noteShown(.row(row)) }
      try context.open(target.link, target.kind, of: target.record)
    }
  }
}

extension LookContext {
  /// The kind of a link, and the row that has it.
  fileprivate static var linkTarget: Parameter<LookContext, LinkTarget> {
    Parameter(
      "[KIND] ITEM", .statement, examine: { $0.assistance.examineLink($1.word) },
      complete: { $0.openSuggestions($1) },
      parse: { try $0.target($1.word, in: $1.line) }
    ).or { try $0.target(nil, in: "") }
  }
}

/// A link of a row, or of a stored record.
private struct LinkTarget: Sendable {
  /// The field that holds the link.
  let kind: String
  let link: String
  /// The name of the row or record.
  let record: String
  /// The row; nil for a stored record.
  let row: Int?
}

extension LookContext {
  private func target(_ word: Word?, in line: String) throws -> LinkTarget {
    let (kind, item) = session.splitKind(word, in: line)
    let meant: MeantItem
    do {
      meant = try session.meant(item, in: line)
    } catch {
      guard let word, let (kind, remembered) = try rememberedKind(word, in: line) else {
        throw missingKind(word, in: line) ?? error
      }
      return try target(kind, of: remembered, in: line)
    }
    guard case .row(let row) = meant else {
      return try target(kind, of: session.keepsake(of: meant), in: line)
    }
    // A summary may leave out where the recipe is from.
    if kind == nil, !catalog.schema.links.contains(where: { catalog.value($0, row) != nil }) {
      try feeds.complete([row])
    }
    let field = try linkField(kind, of: row, in: line)
    guard let link = session.link(field, of: row) else {
      preconditionFailure("a row has no link in a field that has a value")
    }
    return LinkTarget(
      kind: catalog.schema.fields[field].name, link: link, record: catalog.name(row), row: row)
  }

  private func target(_ kind: Word?, of remembered: Keepsake, in line: String) throws -> LinkTarget
  {
    let (kind, link) = try rememberedLink(kind, of: remembered, in: line)
    return LinkTarget(kind: kind, link: link, record: remembered.name, row: nil)
  }

  /// Opens a link of a record.
  fileprivate func open(_ published: String, _ kindName: String, of record: String) throws {
    guard isWebLink(published) else {
      let isWeb = ["http://", "https://"].contains { published.lowercased().hasPrefix($0) }
      throw Failure(
        isWeb
          ? "the link is not a complete address, or contains a space, so it is not opened: \(harmless(published))"
          : "the link is not http or https, so it is not opened: \(harmless(published))", hint: "")
    }
    if Demo.pictureName(in: published) != nil {
      throw Failure(
        "the pictures of the demo are a part of the program", hint: "picture shows this one")
    }
    guard let checked = try? CheckedLink(published) else {
      throw Failure(
        "the link has no valid host, so it is not opened: \(harmless(published))",
        hint: "show prints the link as it is published")
    }
    remark(onHostOf: published, checked)
    let link = checked.text
    let name = StyledText(record, .strong)
    let command = opener(for: kindName)
    let members: KeyValuePairs<String, JSONValue> = [
      "name": .string(record), "kind": .string(kindName), "url": .string(link),
    ]
    guard world.opener.canOpen(command) else {
      output.print([name + StyledText(": ") + StyledText(link, .accent)], members)
      return output.say(
        "no program that opens links was found; choose one with: set opener COMMAND")
    }
    output.print([name + StyledText(": opening ") + StyledText(link, .accent)], members)
    if case .failed(let reason) = world.opener.open(link, command) {
      throw Failure(
        "the opener failed: \(reason)",
        hint: "set opener shows the program; set opener COMMAND changes it")
    }
  }

  /// Warns of a link whose host imitates another one.
  private func remark(onHostOf published: String, _ link: CheckedLink) {
    let host = link.address.origin.host
    if link.isTranslated {
      output.say(
        "the host of the link has non-ASCII letters (\(harmless(published))); "
          + "its real name is \(host)", .warning)
    }
    if link.address.userInfo != nil {
      output.say(
        "the link leads to \(host); the text before the @ is only a user name", .warning)
    }
  }

  /// Kinds of links that are common; this feed may lack them.
  private static let usualKinds = ["photo", "source", "thumbnail", "video"]

  /// The error that a row, or the feed, has no link of the requested kind; nil if the first word is not a kind.
  private func missingKind(_ word: Word?, in line: String) -> Failure? {
    guard let word, let first = words(of: line, in: word.range).words.first, !first.isQuoted else {
      return nil
    }
    let kinds = catalog.schema.links.map { catalog.schema.fields[$0].name }
    let meant = nearest(to: first.text, among: kinds)
    guard meant != nil || Self.usualKinds.contains(first.text) else { return nil }
    let rest = trimmed(line, first.range.upperBound..<word.range.upperBound)
    let item = Word(text: slice(line, rest), range: rest, isQuoted: false)
    // If the rest names no row either, the first error stays.
    guard !rest.isEmpty, case .row(let row)? = try? session.meant(item, in: line) else {
      return nil
    }
    if let meant {
      return Failure(
        "`\(first.text)` is not a kind of link", hint: "did you mean \(meant)?", at: first.range,
        in: line)
    }
    let has = catalog.schema.links.filter { catalog.value($0, row) != nil }
      .map { catalog.schema.fields[$0].name }
    return Failure(
      "\(catalog.name(row)) has no \(first.text)",
      hint: has.isEmpty ? "it has no link at all" : "it has " + has.joined(separator: ", "),
      at: first.range, in: line)
  }

  /// A kind of link that no field of the feed has, and the stored record after it.
  private func rememberedKind(
    _ word: Word, in line: String
  ) throws -> (kind: Word, remembered: Keepsake)? {
    guard let first = words(of: line, in: word.range).words.first, !first.isQuoted else {
      return nil
    }
    let rest = trimmed(line, first.range.upperBound..<word.range.upperBound)
    if rest.isEmpty, case .remembered(let shown) = session.lastShown {
      return shown.links[first.text] == nil ? nil : (first, shown)
    }
    guard !rest.isEmpty,
      let remembered = try session.remembered(
        Word(text: slice(line, rest), range: rest, isQuoted: false)),
      remembered.links[first.text] != nil
    else { return nil }
    return (first, remembered)
  }

  /// The link of a stored record to open, with its kind.
  private func rememberedLink(
    _ kind: Word?, of remembered: Keepsake, in line: String
  ) throws -> (kind: String, link: String) {
    let kinds = remembered.links.keys.sorted()
    let pictures = catalog.schema.fields.filter { [.photo, .thumbnail].contains($0.role) }
      .map(\.name)
    let wanted =
      kind?.text ?? kinds.first { $0 == library.settings["open-prefers"] }
      ?? kinds.first { !pictures.contains($0) } ?? kinds.first
    guard let wanted, let link = remembered.links[wanted] else {
      throw Failure(
        kind.map { "\(remembered.name) has no \($0.text)" } ?? "\(remembered.name) has no link",
        hint: kinds.isEmpty ? "" : "it has " + kinds.joined(separator: ", "), at: kind?.range,
        in: line)
    }
    return (wanted, wanted == "video" ? videoAddress(link) : link)
  }

  /// The field with the link to open.
  private func linkField(_ kind: Word?, of row: Int, in line: String) throws -> Int {
    let schema = catalog.schema
    let present = schema.links.filter { catalog.value($0, row) != nil }
    let has = present.map { schema.fields[$0].name }
    if let kind, let field = schema.index(of: kind.text) {
      if present.contains(field) { return field }
      throw Failure(
        "\(catalog.name(row)) has no \(schema.fields[field].name)",
        hint: has.isEmpty ? "it has no link at all" : "it has " + has.joined(separator: ", "),
        at: kind.range, in: line)
    }
    guard let field = session.preferredLink(of: row) ?? present.first else {
      throw Failure("\(catalog.name(row)) has no link")
    }
    return field
  }

  private func opener(for kind: String) -> String? {
    for name in ["opener.\(kind)", "opener"] where library.settings[name] != "auto" {
      return library.settings[name]
    }
    return nil
  }

  fileprivate func openSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // The pictures of the demo have no real addresses.
    let links = catalog.schema.links.filter {
      !catalog.present($0).isEmpty
        && (session.feed?.bundled == nil
          || ![.photo, .thumbnail].contains(catalog.schema.fields[$0].role))
    }
    let kinds = links.map { Candidate(catalog.schema.fields[$0].name, "a kind of link") }
    let first = String(request.text.prefix { $0 != " " })
    if first.utf8.count < request.text.utf8.count, kinds.contains(where: { $0.text == first }),
      let field = catalog.schema.index(of: first)
    {
      return assistance.itemSuggestions(
        request.from(first.utf8.count + 1), endsStatement: true, with: [field])
    }
    let matching = kinds.filter { folded($0.text).hasPrefix(folded(request.text)) }
    let items =
      links.isEmpty ? [] : assistance.itemSuggestions(request, endsStatement: true, with: links)
    if matching.isEmpty || request.text.isEmpty {
      return request.suggestions(matching, isWhole: true) + items
    }
    let start = folded(request.text)
    return request.suggestions(matching, isWhole: true)
      + items.filter { folded(String($0.text.trimmingPrefix { $0 == "\"" })).hasPrefix(start) }
  }
}
