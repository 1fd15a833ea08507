import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import Interpreter
import Text
import World

/// What a person means by ITEM: a number of the present view, `#` and the start of an id, or a name.
extension Session {
  /// The row that a word means; without a word, the row shown last.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - line: The line that it is in.
  ///   - isOneOfSeveral: Whether several could stand in its place.
  /// - Returns: The row.
  /// - Throws: ``Failure`` that points at the word.
  package func row(_ word: Word?, in line: String, isOneOfSeveral: Bool = false) throws -> Int {
    guard let word else {
      switch lastShown {
      case .row(let row): return row
      case .kept(let kept):
        throw Failure(
          "\(kept.name), which was shown last, is not among the rows",
          hint: "name a row, e.g. show 1",
          code: .noSuchRow)
      case nil:
        throw Failure("which row? none was shown yet", hint: "e.g. show 1", code: .noSuchRow)
      }
    }
    let name = word.unquoted
    if !isName(word), let number = Int(name), !name.hasPrefix("+") {
      return try row(number: number, word, line)
    }
    // A name may begin so, too.
    let isHandle =
      name.hasPrefix("#") && catalog.rows(nameMatching: Pattern(name), .whole).isEmpty
    return try isHandle
      ? row(handle: name, word, line)
      : row(named: name, word, line, isOneOfSeveral: isOneOfSeveral)
  }

  /// Whether a word is one in quotes that is the name of a row, which numbers of rows may be, too.
  package func isName(_ word: Word) -> Bool {
    let quoted = word.isQuoted ? [word] : words(of: word.text, in: 0..<word.text.utf8.count).words
    guard quoted.count == 1, quoted[0].isQuoted, isRowNumbers(quoted[0].text) else { return false }
    return !catalog.rows(nameMatching: Pattern(quoted[0].text), .whole).isEmpty
  }

  /// Whether a text could be numbers of rows, as in `1,3,5-7`.
  package func isRowNumbers(_ text: String) -> Bool {
    text.contains(where: \.isNumber)
      && text.allSatisfy { $0.isNumber || $0 == "," || $0 == "-" || $0.isWhitespace }
  }

  /// The field that a word names.
  package func field(_ word: Word, in line: String) throws -> Int {
    if let field = catalog.schema.index(of: word.text) { return field }
    let meant = nearest(to: word.text, among: catalog.schema.names)
    let begins = catalog.schema.names.contains { folded($0).hasPrefix(folded(word.text)) }
    throw Failure(
      Diagnostic(
        "unknown field `\(word.text)`", at: word.range, in: line,
        hint: meant.map { "did you mean \($0)?" }
          ?? (catalog.schema.fields.isEmpty
            ? "the feed has none, as it has no rows"
            : "fields: " + catalog.schema.fields.map(\.name).sorted().joined(separator: ", ")),
        correction: meant, remedy: begins ? .letters : .nothing
      ).coded(FailureCode.unknownField.rawValue))
  }

  package func row(number: Int, _ word: Word, _ line: String) throws -> Int {
    if (1...max(1, rows.count)).contains(number), !rows.isEmpty {
      return rows[number - 1]
    }
    let rows = rows.count == 1 ? "1 row" : "\(rows.count) rows"
    throw Failure(
      "there is no row \(number)", hint: "the view has \(rows)", at: word.range, in: line,
      code: .noSuchRow)
  }

  /// The row of an id: of its own in the feed, or of what it is called by.
  private func row(handle: String, _ word: Word, _ line: String) throws -> Int {
    let rows = rows(handle: handle)
    if rows.count == 1 { return rows[0] }
    if rows.count > 1 {
      let set = rows.reduce(into: RowSet(capacity: catalog.count)) { $0.insert($1) }
      throw Failure(
        "\(rows.count) rows have an id like \(handle)", hint: firstOnes(of: set),
        at: word.range, in: line, code: .noSuchRow)
    }
    guard let kept = try kept(word) else {
      throw Failure(
        "no row has an id like \(handle)", hint: "", at: word.range, in: line, code: .noSuchRow)
    }
    let isDropped = kept.feed == feed.map { $0.scope ?? $0.name }
    throw Failure(
      "\(handle) is \(kept.name), which is not among the rows",
      hint: isDropped ? "the feed has dropped it" : "it is one of \(kept.feed)", at: word.range,
      in: line, code: .noSuchRow)
  }

  /// The rows that `#` and the start of an id mean.
  package func rows(handle: String) -> [Int] {
    feed?.handles.value.rows(calledBy: String(handle.dropFirst())) ?? []
  }

  /// Rows for somebody who chooses: the first five in the order of the feed.
  private func firstOnes(of rows: RowSet) -> String {
    let first = catalog.sorted(rows, by: .feed).prefix(5).map { numbered($0) }
    return first.joined(separator: ", ") + (rows.count > 5 ? ", …" : "")
  }

  /// The most rows whose names are compared as they are shown.
  private static let shownNamesLimit = 100_000

  /// The row of a name: the whole name, else its start, else a part of it; rows in view come first.
  private func row(
    named name: String, _ word: Word, _ line: String, isOneOfSeveral: Bool
  ) throws -> Int {
    let isQuoted =
      word.isQuoted
      || words(of: word.text, in: 0..<word.text.utf8.count).words.allSatisfy(\.isQuoted)
    let pattern = Pattern(name)
    let inView = rows.set(capacity: catalog.count)
    for way in NameMatch.allCases {
      // Elsewhere it means every row, and not the one that has it somewhere in its name.
      if way == .anywhere, name == "all", !isQuoted {
        throw everyRow(word, in: line, isOneOfSeveral: isOneOfSeveral)
      }
      let all = rows(called: name, pattern, way)
      let viewed = all.intersection(inView)
      let found = viewed.isEmpty ? all : viewed
      let count = found.count
      if count == 1, let row = found.first { return row }
      // Of those that differ in case or accents alone, the one that was typed.
      if way == .whole, count > 1 {
        let exact = found.rows.filter { catalog.name($0) == name }
        if exact.count == 1 { return exact[0] }
      }
      if count > 1 {
        throw Failure(
          "`\(name)` could be \(count) rows", hint: firstOnes(of: found), at: word.range,
          in: line, code: .noSuchRow)
      }
    }
    let meant = nearestName(to: name)
    throw Failure(
      Diagnostic(
        "no row is called `\(name)`", at: word.range, in: line,
        hint: meant.map { "did you mean \($0)?" } ?? "search finds words anywhere",
        correction: meant.map { $0.contains { ",;\"\\".contains($0) } ? quoting($0) : $0 }
      ).coded(FailureCode.noSuchRow.rawValue))
  }

  /// The name that a mistyped one may have meant, or a word of names.
  private func nearestName(to name: String) -> String? {
    let names = namesLike(name)
    if let meant = nearest(to: name, among: names) { return meant }
    var seen: Set<String> = []
    let words = names.flatMap { $0.split { !$0.isLetter }.map(String.init) }
      .filter { $0.count > 3 && seen.insert($0).inserted }
    return name.count > 3 ? nearest(to: name, among: words) : nil
  }

  private func quoting(_ name: String) -> String {
    "\"" + name.flatMap { "\"\\".contains($0) ? ["\\", $0] : [$0] } + "\""
  }

  private func rows(called name: String, _ pattern: Pattern, _ way: NameMatch) -> RowSet {
    switch way {
    case .whole: return catalog.rows(nameMatching: pattern, .whole)
    case .start: return catalog.rows(nameMatching: pattern, .start)
    case .anywhere: return catalog.rows(nameMatching: pattern, .anywhere)
    case .asShown:
      var found = RowSet(capacity: catalog.count)
      // To look at each name of very many takes longer than anybody waits for a mistake to be told.
      guard catalog.count <= Self.shownNamesLimit else { return found }
      for row in 0..<catalog.count where harmless(catalog.name(row)) == name { found.insert(row) }
      return found
    }
  }

  private func everyRow(_ word: Word, in line: String, isOneOfSeveral: Bool) -> Failure {
    let count = rows.count
    return Failure(
      "no row is called `all`",
      hint: isOneOfSeveral && count > 1
        ? "1-\(count) are all rows of the view" : "one row is meant, by number, id or name",
      at: word.range, in: line, code: .noSuchRow)
  }

  /// A row with the number or the id that it can be called by.
  package func numbered(_ row: Int) -> String {
    let name = clipped(catalog.name(row), to: 40)
    return number(of: row).map { "\($0) \(name)" } ?? "\(shortHandle(row)) \(name)"
  }

  /// Names that a mistyped one may have meant: all of them, or of very many those with the same first letter.
  private func namesLike(_ name: String) -> [String] {
    let rows =
      catalog.count <= 50_000
      ? catalog.all : catalog.rows(nameMatching: Pattern(String(name.prefix(1))), .start)
    return rows.rows.prefix(100_000).map { catalog.name($0) }
  }

  /// The shortest start of a row's id that no other row of the feed has, 4 letters or more, after a `#`.
  package func shortHandle(_ row: Int) -> String {
    guard let loaded = feed, let handle = loaded.key(of: row)?.handle else { return "#" }
    let handles = loaded.handles.value
    var start = handle.prefix(max(HandleIndex.fewestDigits, handles.distinctLength(of: handle)))
    // An id of the feed's own comes first.
    while start.count < handle.count, handles.hasId(from: String(start)) {
      start = handle.prefix(start.count + 1)
    }
    return "#" + start
  }

  /// What the library would remember a row by.
  package func keepsake(of row: Int) throws -> Keepsake {
    guard let loaded = feed else { throw Failure("there is no feed", hint: "load demo") }
    guard let key = loaded.key(of: row) else {
      if catalog.text(.id, row) == nil {
        throw Failure(
          "there is nothing to know this row by: it has no id, no name and no link",
          hint: "only what can be found again can be kept")
      }
      throw Failure(
        "\(catalog.name(row)) has an id that means something only in this standard input",
        hint: "load the feed from a file or an address to keep it")
    }
    return loaded.keepsake(of: row, key: key, at: library.now())
  }
}

/// How a name may be that of a row, the best way first.
private enum NameMatch: CaseIterable {
  case whole, start, anywhere
  /// As it is shown: what a terminal must not get is replaced, and what has no name is called so.
  case asShown
}

extension LoadedFeed {
  /// What the library remembers of a row.
  package func keepsake(of row: Int, key: RecordKey, at date: Date) -> Keepsake {
    var links: [String: String] = [:]
    for field in catalog.schema.links {
      if let link = catalog.value(field, row)?.text {
        links[catalog.schema.fields[field].name] = link
      }
    }
    return Keepsake(
      key: key.text, feed: scope ?? name, name: catalog.name(row), links: links,
      isFavorite: true, since: date)
  }
}

/// The links of rows, and what a person means by them.
extension Session {
  /// The kind of link, if the first word is one, and the rest.
  package func splitKind(_ word: Word?, in line: String) -> (kind: Word?, item: Word?) {
    guard let word, let first = words(of: line, in: word.range).words.first, !first.isQuoted,
      let field = catalog.schema.index(of: first.text), catalog.schema.fields[field].kind == .link
    else { return (nil, word) }
    let rest = trimmed(line, first.range.upperBound..<word.range.upperBound)
    if rest.isEmpty { return (first, nil) }
    return (first, Word(text: slice(line, rest), range: rest, isQuoted: false))
  }

  /// The field of the link that a person wants most of a row; nil if it has none but pictures.
  package func preferredLink(of row: Int) -> Int? {
    let schema = catalog.schema
    let present = schema.links.filter { catalog.value($0, row) != nil }
    let preferred = schema.index(of: library.settings["open-prefers"])
    return preferred.flatMap { present.contains($0) ? $0 : nil }
      ?? present.first { ![.photo, .thumbnail].contains(schema.fields[$0].role) }
  }

  /// The link of a row that is opened where no kind is named; nil if it has none.
  package func openLink(of row: Int) -> String? {
    let field =
      preferredLink(of: row) ?? catalog.schema.links.first { catalog.value($0, row) != nil }
    guard let link = field.flatMap({ link($0, of: row) }),
      isWebLink(link), Demo.pictureName(in: link) == nil
    else { return nil }
    return link
  }

  /// The address that a link of a row means.
  package func link(_ field: Int, of row: Int) -> String? {
    guard let published = catalog.value(field, row)?.text else { return nil }
    return catalog.schema.fields[field].name == "video" ? videoAddress(published) : published
  }
}
