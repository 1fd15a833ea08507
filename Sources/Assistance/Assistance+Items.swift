import Catalog
import FeedLoading
import Feeds
import Interpreter
import SessionStore
import Text
import World

/// Completion of arguments.
extension Assistance {
  /// The maximum number of rows that are offered by name after Tab, and after each key.
  private static let nameLimit = 150
  /// The maximum number of files that are offered.
  private static let fileLimit = 1000
  private static let hastyLimit = 20
  /// The maximum number of rows that are filtered by their fields after each key.
  private static let fieldLimit = 100_000

  package var fieldCandidates: [Candidate] {
    catalog.schema.fields.map { Candidate($0.name, $0.kind.rawValue) }
  }

  /// Completes names of rows in the view.
  ///
  /// - Parameters:
  ///   - request: The text that was typed.
  ///   - endsStatement: Whether a name of several words needs no quotes.
  ///   - needsQuotes: Whether a name has another meaning without quotes.
  ///   - allowed: The rows to offer; nil for the rows of the view.
  ///   - fields: Fields of which a row must have at least one; empty for all rows.
  /// - Returns: Rows whose name begins with the text; otherwise those whose name contains it; otherwise those whose
  ///   name has its letters in order.
  package func itemSuggestions(
    _ request: CompletionRequest, endsStatement: Bool = false, needsQuotes: Bool = false,
    among allowed: RowSet? = nil, with fields: [Int] = []
  ) -> [Suggestion] {
    var allowed = allowed
    if let first = fields.first, catalog.count <= Self.fieldLimit {
      let present = fields.dropFirst().reduce(catalog.present(first)) {
        $0.union(catalog.present($1))
      }
      allowed = (allowed ?? viewedRows).intersection(present)
    }
    let limit = request.isHasty ? Self.hastyLimit : Self.nameLimit
    let typed = folded(request.typed)
    let facet = catalog.schema.index(of: .facet)
    let rows = items(named: typed, limit, isHasty: request.isHasty, among: allowed)
    let suggestions = request.suggestions(
      rows.map { row in
        Candidate(
          catalog.name(row), facet.map { catalog.shownValue($0, row) } ?? "",
          needsQuotes: needsQuotes || session.isRowNumbers(catalog.name(row)))
      }, endsStatement: endsStatement)
    return rows.count == limit ? suggestions.hidingOthers : suggestions
  }

  /// Rows of the view whose name matches a text, in the order of their names.
  private func items(
    named typed: String, _ limit: Int, isHasty: Bool, among allowed: RowSet?
  ) -> [Int] {
    let all = {
      allowed?.first(limit) { _ in true } ?? self.session.rows.first(limit, of: self.catalog.count)
    }
    if typed.isEmpty { return all() }
    let viewed = allowed ?? viewedRows
    // Rows are numbered in the order of their names, and so are the first ones of a set.
    let starting = catalog.rows(nameMatching: Pattern(typed), .start)
      .first(limit) { viewed.contains($0) }
    if !starting.isEmpty || isHasty { return starting }
    let having = catalog.firstRows(limit, nameHaving: Pattern(typed)) { viewed.contains($0) }
    return having.isEmpty ? all() : having
  }

  /// Completes the last of several rows, in quotes, which names in lists need.
  ///
  /// - Returns: Nothing if the text before it does not name rows.
  package func lastItemSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let text = request.text
    guard let end = text.utf8.lastIndex(where: { $0 == 0x20 || $0 == 0x2C }) else { return [] }
    let offset = text.utf8.distance(from: text.startIndex, to: end) + 1
    let start = request.range.lowerBound + offset
    let suggestions = itemSuggestions(request.from(offset), needsQuotes: true)
    guard let first = suggestions.first else { return [] }
    let line = slice(request.line, 0..<start) + first.text
    let word = Word(
      text: slice(line, request.range.lowerBound..<line.utf8.count),
      range: request.range.lowerBound..<line.utf8.count, isQuoted: false)
    // The text before it may be the first words of a name.
    return (try? session.rows(word, in: line)) == nil ? [] : suggestions
  }

  /// Completes a scale behind rows.
  ///
  /// - Returns: Scales; none unless rows are named first, and the rest begins a scale.
  package func scaleSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let text = request.text
    let scales = ["for 2", "for 4", "for 6", "x2", "x½"]
    for place in text.utf8.indices where text.utf8[place] == 0x20 {
      let offset = text.utf8.distance(from: text.startIndex, to: place) + 1
      let typed = slice(text, offset..<text.utf8.count)
      guard scales.contains(where: { $0.hasPrefix(typed) }) else { continue }
      let end = request.range.lowerBound + offset - 1
      let word = Word(
        text: slice(request.line, request.range.lowerBound..<end),
        range: request.range.lowerBound..<end, isQuoted: false)
      // An error means that this part of the text does not name rows: it may be half of a name.
      guard (try? session.rows(word, in: request.line)) != nil else { continue }
      return request.from(offset).suggestions(
        scales.map { Candidate($0, "scale the amounts") }, isWord: true)
    }
    return []
  }

  package func sourceSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // If the library cannot be read, the command reports that.
    let named = (try? directory.namedFeeds()) ?? []
    let names = request.suggestions(named.map { Candidate($0.name, $0.summary) })
    // Reading a folder may take long.
    if request.isHasty { return names }
    let hasPrefix = named.contains { $0.name.hasPrefix(request.text) }
    let files = pathSuggestions(request)
    if !hasPrefix, !files.isEmpty { return files }
    return names + (request.text.isEmpty ? [] : files)
  }

  /// Completes paths of folders and scripts.
  package func scriptSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    pathSuggestions(request).filter { suggestion in
      let path = suggestion.text.hasSuffix("\"") ? suggestion.text.dropLast() : suggestion.text[...]
      return ["/", ".rcp", ".md"].contains { path.hasSuffix($0) }
    }
  }

  /// Completes profiles after `as`; elsewhere that word, and other words.
  package func profileSuggestions(
    _ request: CompletionRequest, _ others: [Candidate] = []
  ) -> [Suggestion] {
    let before = request.earlier.last?.text
    let profiles =
      loader.profiles().names.map { Candidate($0, "a profile") }
      + RecipeService.allCases.map { Candidate($0.rawValue, $0.summary) }
    let words = others + [Candidate("as", "choose the profile of the feed")]
    return request.suggestions(before == "as" ? profiles : words, isWhole: true)
  }

  /// Completes further sources, the word `as` and other words; profiles after `as`.
  package func furtherSourceSuggestions(
    _ request: CompletionRequest, _ others: [Candidate]
  ) -> [Suggestion] {
    let before = request.earlier.last?.text
    let words = profileSuggestions(request, others)
    return before == "as" || before == "-H" ? words : words + sourceSuggestions(request)
  }

  package func pathSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    if request.isHasty { return [] }
    let typed = request.typed
    if typed == "~" {
      return [
        Suggestion(text: "~/", description: "folder", range: request.range, isWhole: false)
      ]
    }
    let split = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<split])
    let searched =
      folder.isEmpty ? "." : folder == "/" ? "/" : String(world.expandingHome(folder).dropLast())
    // A folder that cannot be read has nothing to offer.
    let names = (try? world.files.names(in: searched)) ?? []
    let start = String(typed[split...])
    let isWanted: (String) -> Bool = { name in
      isPattern(start)
        ? matches(name, pattern: start)
        : harmless(name).hasPrefix(start) && (start.hasPrefix(".") || !name.hasPrefix("."))
    }
    return names.filter(isWanted)
      .sorted().prefix(Self.fileLimit).map { name in
        let isFolder = world.files.kind(of: world.expandingHome(folder + name)) == .folder
        let path = folder + harmless(name) + (isFolder ? "/" : "")
        let needsQuotes = path.contains { $0.isWhitespace || ";\"'\\“‘«".contains($0) }
        // The quotation of a folder stays open, so that the path can continue.
        let quoted = "\"\(escapingQuotes(path))" + (isFolder ? "" : "\"")
        return Suggestion(
          text: needsQuotes ? quoted : path, description: isFolder ? "folder" : "",
          range: request.range, isWhole: false)
      }
  }
}
