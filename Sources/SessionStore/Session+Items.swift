import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import Interpreter
import Text
import World

/// Resolves the argument ITEM: the number of a row in the view, `#` and the start of an id, or a name.
extension Session {
  /// Returns the row that a word names; without a word, the row shown last.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - line: The line that contains it.
  ///   - isOneOfSeveral: Whether the argument accepts several items.
  /// - Returns: The row.
  /// - Throws: ``Failure`` that points at the word.
  package func row(_ word: Word?, in line: String, isOneOfSeveral: Bool = false) throws -> Int {
    guard let word else {
      switch lastShown {
      case .row(let row): return row
      case .remembered(let remembered):
        throw Failure(
          "\(remembered.name), which was shown last, is not among the rows",
          hint: "name a row, e.g. show 1",
          code: .noSuchRow)
      case nil:
        throw Failure("which row? No row was shown yet.", hint: "e.g. show 1", code: .noSuchRow)
      }
    }
    let name = word.unquoted
    if !isName(word), let number = Int(name), !name.hasPrefix("+") {
      return try row(number: number, word, line)
    }
    // A name may begin like this, too.
    let isHandle =
      name.hasPrefix("#") && catalog.rows(nameMatching: Pattern(name), .whole).isEmpty
    return try isHandle
      ? row(handle: name, word, line)
      : row(named: name, word, line, isOneOfSeveral: isOneOfSeveral)
  }

  /// Whether a word is quoted and names a row; numbers of rows may be quoted, too.
  package func isName(_ word: Word) -> Bool {
    let quoted = word.isQuoted ? [word] : words(of: word.text, in: 0..<word.text.utf8.count).words
    guard quoted.count == 1, quoted[0].isQuoted, isRowNumbers(quoted[0].text) else { return false }
    return !catalog.rows(nameMatching: Pattern(quoted[0].text), .whole).isEmpty
  }

  /// Whether a text may be numbers of rows, as in `1,3,5-7`.
  package func isRowNumbers(_ text: String) -> Bool {
    text.contains(where: \.isNumber)
      && text.allSatisfy { $0.isNumber || $0 == "," || $0 == "-" || $0.isWhitespace }
  }

  /// The field with the name.
  package func field(_ word: Word, in line: String) throws -> Int {
    if let field = catalog.schema.index(of: word.text) { return field }
    let meant = nearest(to: word.text, among: catalog.schema.names)
    let begins = catalog.schema.names.contains { folded($0).hasPrefix(folded(word.text)) }
    throw Failure(
      Diagnostic(
        "unknown field `\(word.text)`", at: word.range, in: line,
        hint: meant.map { "did you mean \($0)?" }
          ?? (catalog.schema.fields.isEmpty
            ? "the feed has no rows"
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

  /// The row with an id of the feed, or with a handle.
  private func row(handle: String, _ word: Word, _ line: String) throws -> Int {
    let rows = rows(handle: handle)
    if rows.count == 1 { return rows[0] }
    if rows.count > 1 {
      let set = rows.reduce(into: RowSet(capacity: catalog.count)) { $0.insert($1) }
      throw Failure(
        "\(rows.count) rows have an id like \(handle)", hint: firstOnes(of: set),
        at: word.range, in: line, code: .noSuchRow)
    }
    guard let remembered = try remembered(word) else {
      throw Failure(
        "no row has an id like \(handle)", hint: "", at: word.range, in: line, code: .noSuchRow)
    }
    let isDropped = remembered.feed == feed.map { $0.scope ?? $0.name }
    throw Failure(
      "\(handle) is \(remembered.name), which is not among the rows",
      hint: isDropped ? "the feed has dropped it" : "it belongs to the feed \(remembered.feed)",
      at: word.range,
      in: line, code: .noSuchRow)
  }

  /// The rows whose id or handle begins with a text.
  package func rows(handle: String) -> [Int] {
    feed?.handles.value.rows(calledBy: String(handle.dropFirst())) ?? []
  }

  /// The first five rows in the order of the feed, to choose from.
  private func firstOnes(of rows: RowSet) -> String {
    let first = catalog.sorted(rows, by: .feed).prefix(5).map { numbered($0) }
    return first.joined(separator: ", ") + (rows.count > 5 ? ", …" : "")
  }

  /// The maximum number of rows whose names are compared as they are shown.
  private static let shownNamesLimit = 100_000

  /// The row with a name: the whole name, otherwise its start, otherwise a part of it; rows of the view come first.
  private func row(
    named name: String, _ word: Word, _ line: String, isOneOfSeveral: Bool
  ) throws -> Int {
    let isQuoted =
      word.isQuoted
      || words(of: word.text, in: 0..<word.text.utf8.count).words.allSatisfy(\.isQuoted)
    let pattern = Pattern(name)
    let inView = rows.set(capacity: catalog.count)
    for way in NameMatch.allCases {
      // In other arguments `all` means every row, not one whose name contains the word.
      if way == .anywhere, name == "all", !isQuoted {
        throw everyRow(word, in: line, isOneOfSeveral: isOneOfSeveral)
      }
      let all = rows(called: name, pattern, way)
      let viewed = all.intersection(inView)
      let found = viewed.isEmpty ? all : viewed
      let count = found.count
      if count == 1, let row = found.first { return row }
      // Of names that differ only in case or diacritics, the one that was typed.
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

  /// The name, or the word of a name, that was probably meant.
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
      // Looking at the names of very many rows would take too long for an error message.
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
        ? "1-\(count) are all rows of the view" : "name one row by its number, id or name",
      at: word.range, in: line, code: .noSuchRow)
  }

  /// A row with its number or handle.
  package func numbered(_ row: Int) -> String {
    let name = clipped(catalog.name(row), to: 40)
    return number(of: row).map { "\($0) \(name)" } ?? "\(shortHandle(row)) \(name)"
  }

  /// Names similar to a mistyped one: all names, or those with the same first letter if there are very many.
  private func namesLike(_ name: String) -> [String] {
    let rows =
      catalog.count <= 50_000
      ? catalog.all : catalog.rows(nameMatching: Pattern(String(name.prefix(1))), .start)
    return rows.rows.prefix(100_000).map { catalog.name($0) }
  }

  /// The shortest unique start of a row's id, at least 4 letters, after a `#`.
  package func shortHandle(_ row: Int) -> String {
    guard let loaded = feed, let handle = loaded.key(of: row)?.handle else { return "#" }
    let handles = loaded.handles.value
    var start = handle.prefix(max(HandleIndex.fewestDigits, handles.distinctLength(of: handle)))
    // Ids of the feed take precedence.
    while start.count < handle.count, handles.hasId(from: String(start)) {
      start = handle.prefix(start.count + 1)
    }
    return "#" + start
  }

  /// The record under which the library would store a row.
  package func keepsake(of row: Int) throws -> Keepsake {
    guard let loaded = feed else { throw Failure("there is no feed", hint: "load demo") }
    guard let key = loaded.key(of: row) else {
      if catalog.text(.id, row) == nil {
        throw Failure(
          "the row cannot be stored: it has no id, no name and no link",
          hint: "Larder needs one of them to find the row again")
      }
      throw Failure(
        "the id of \(catalog.name(row)) is valid only in this standard input, "
          + "so the row cannot be stored",
        hint: "load the feed from a file or an address first")
    }
    return loaded.keepsake(of: row, key: key, at: library.now())
  }
}

extension Session {
  /// The most words of a name that is looked for before other words.
  private static let longestName = 12

  /// Returns the UTF-8 offset where the longest name of a row ends with which an argument begins, if that has several words
  /// and other words follow it; otherwise nil.
  ///
  /// - Complexity: O(*n*) in the number of distinct names; that of the names' lengths if a row begins with the first two words.
  package func nameEnd(in argument: Argument) -> Int? {
    let words = words(of: argument.line, in: argument.range).words.prefix { !$0.isQuoted }
    let start = argument.range.lowerBound
    let name = { (count: Int) in
      slice(argument.line, start..<words[words.startIndex + count - 1].range.upperBound)
    }
    let isLast = words.last.map { $0.range.upperBound == argument.range.upperBound } ?? false
    let most = min(words.count - (isLast ? 1 : 0), Self.longestName)
    guard most > 1, !catalog.rows(nameMatching: Pattern(name(2)), .start).isEmpty else {
      return nil
    }
    let count = (2...most).reversed().first {
      !catalog.rows(nameMatching: Pattern(name($0)), .whole).isEmpty
    }
    return count.map { words[words.startIndex + $0 - 1].range.upperBound - start }
  }
}

/// How a typed name can match that of a row, the best way first.
private enum NameMatch: CaseIterable {
  case whole, start, anywhere
  /// As it is shown: with control characters replaced, and with a placeholder for an empty name.
  case asShown
}

extension LoadedFeed {
  /// The record under which the library stores a row.
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

/// Links of rows, and the words that select them.
extension Session {
  /// The field with a name; `name` is also the name of a row whatever the feed calls it.
  ///
  /// - Throws: ``Failure`` if the feed has no such field.
  package func pickedField(_ name: String) throws -> Int {
    if name == "name", let field = catalog.schema.index(of: .name) { return field }
    return try field(Word(text: name, range: 0..<name.utf8.count, isQuoted: false), in: name)
  }

  /// The kind of link, if the first word names one, and the rest.
  package func splitKind(_ word: Word?, in line: String) -> (kind: Word?, item: Word?) {
    guard let word, let first = words(of: line, in: word.range).words.first, !first.isQuoted,
      let field = catalog.schema.index(of: first.text), catalog.schema.fields[field].kind == .link
    else { return (nil, word) }
    let rest = trimmed(line, first.range.upperBound..<word.range.upperBound)
    if rest.isEmpty { return (first, nil) }
    return (first, Word(text: slice(line, rest), range: rest, isQuoted: false))
  }

  /// The preferred link of a row; nil if it has only pictures, or none.
  package func preferredLink(of row: Int) -> Int? {
    let schema = catalog.schema
    let present = schema.links.filter { catalog.value($0, row) != nil }
    let preferred = schema.index(of: library.settings["open-prefers"])
    return preferred.flatMap { present.contains($0) ? $0 : nil }
      ?? present.first { ![.photo, .thumbnail].contains(schema.fields[$0].role) }
  }

  /// The link of a row to open if no kind is named; nil if it has none.
  package func openLink(of row: Int) -> String? {
    let field =
      preferredLink(of: row) ?? catalog.schema.links.first { catalog.value($0, row) != nil }
    guard let link = field.flatMap({ link($0, of: row) }),
      isWebLink(link), Demo.pictureName(in: link) == nil
    else { return nil }
    return link
  }

  /// The absolute address of a link of a row.
  package func link(_ field: Int, of row: Int) -> String? {
    guard let published = catalog.value(field, row)?.text else { return nil }
    return catalog.schema.fields[field].name == "video" ? videoAddress(published) : published
  }
}
