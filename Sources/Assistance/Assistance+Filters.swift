import Catalog
import Interpreter
import SessionStore
import Text

/// What Tab offers inside a filter.
extension Assistance {
  /// Fields, or the values of the field that is being compared, with how many rows each would leave.
  package func filterSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // In a filter a line feed is a space, in its quotations, too.
    let text = request.text.replacing("\n", with: " ")
    guard let piece = IncompleteCondition(endOf: text) else { return [] }
    let place = request.from(piece.start, meaning: piece.text)
    guard let name = piece.field else {
      if place.isQuoted { return [] }
      let words = filterWords(behind: slice(text, 0..<piece.conditionStart))
      let comparisons = comparisons(of: piece.text)
      return place.suggestions(words, isWord: true)
        + place.suggestions(comparisons.isEmpty ? fieldStarts : comparisons)
    }
    switch name.lowercased() {
    case "has", "no":
      return place.suggestions(fieldCandidates.filter { $0.text != "id" && $0.text != "name" })
    case "is":
      return place.suggestions([
        Candidate("favorite", "rows you like"), Candidate("noted", "rows with your notes"),
        Candidate("cookable", "dishes for which everything is in your pantry"),
      ])
    default: break
    }
    guard let field = catalog.schema.index(of: name) else { return [] }
    let isQuantity = Self.isQuantity(catalog.schema.fields[field])
    if isQuantity ? piece.isContainment : piece.isOrder { return [] }
    let typed = slice(text, 0..<piece.conditionStart)
    // What a replacement is shown for cannot be typed either.
    let all = valueCandidates(field, after: typed, place)
    let candidates = all.filter { candidate in
      let replacement: Unicode.Scalar = "\u{FFFD}"
      return !harmless(candidate.text).unicodeScalars.contains(replacement)
        || candidate.text.unicodeScalars.contains(replacement)
    }
    // Only an equality leaves the rows that were counted.
    let suggestions = place.suggestions(
      piece.isEquality ? candidates : candidates.map { Candidate($0.text, $0.description) },
      isCompared: true)
    let isName = field == catalog.schema.index(of: .name)
    let isCut =
      all.count == Self.valuesOffered || isName && all.count == Self.namesOffered
    return isCut ? suggestions.hidingOthers : suggestions
  }

  /// Words that a filter can go on with; those that join two conditions only behind one.
  private func filterWords(behind text: String) -> [Candidate] {
    let words = [
      Candidate("has:", "rows with a value in a field"),
      Candidate("no:", "rows without a value in a field"), Candidate("is:", "rows with a mark"),
      Candidate("not", "all but what follows"),
    ]
    let before = text.split { $0.isWhitespace || "(|&!".contains($0) }.last?.lowercased()
    let isOpen = trimmingSpace(text).last.map { "(|&!-".contains($0) } ?? true
    guard let before, !isOpen, !["and", "or", "not"].contains(before) else { return words }
    return words + [Candidate("and", "both of two"), Candidate("or", "either of two")]
  }

  private var fieldStarts: [Candidate] {
    catalog.schema.fields.map { field in
      // A quantity has several comparisons; any of them can follow its name.
      Candidate(Self.isQuantity(field) ? field.name : field.name + "=", field.kind.rawValue)
    } + (catalog.schema.index(of: "notes") == nil ? [Candidate("notes~", "your own notes")] : [])
  }

  private static func isQuantity(_ field: Field) -> Bool {
    [.number, .minutes, .date].contains(field.kind)
  }

  /// The comparisons of a number, a time or a date; none for other words.
  private func comparisons(of name: String) -> [Candidate] {
    guard let field = catalog.schema.index(of: name), Self.isQuantity(catalog.schema.fields[field])
    else { return [] }
    return [("<", "less than"), ("<=", "at most"), ("=", "equal to"), (">", "more than")].map {
      Candidate(name + $0, $1)
    }
  }
}

/// The values that Tab offers in a filter, and how many rows each would leave.
extension Assistance {
  /// The most values and names that are offered.
  package static let valuesOffered = 1000
  package static let namesOffered = 100

  /// The most rows whose numbers or texts are counted for a person who waits; and those between two keys, or of which
  /// the names are.
  private static let countLimit = 200_000
  private static let hastyCountLimit = 2_000

  /// Values of a field with their counts, as far as they can be counted in the time there is.
  package func valueCandidates(
    _ field: Int, after typed: String, _ request: CompletionRequest
  ) -> [Candidate] {
    let wanted = folded(request.typed)
    var view = session.view
    let vocabulary = vocabulary(unknownValues: .warn)
    // What is typed so far need not make sense yet; then it narrows nothing.
    var start = trimmingSpace(typed)
    // An `and` that nothing follows yet leaves what stands before it.
    if start.lowercased().hasSuffix(" and") { start = String(start.dropLast(4)) }
    if let filter = try? Filter(start, for: catalog, vocabulary: vocabulary) {
      _ = view.add(filter.clauses)
    }
    view.clauses.removeAll { $0.expression.mentions(field) }
    guard let all = counts(field, view, isHasty: request.isHasty) else {
      if field == catalog.schema.index(of: .name) {
        return request.isHasty
          ? names(wanted, 20, under: nil) : names(wanted, Self.namesOffered, under: view)
      }
      let words = catalog.words(field, startingWith: wanted).lazy.map { ValueCount($0, count: 1) }
      let isDate = catalog.schema.fields[field].kind == .date
      return days(Array(words.prefix(isDate ? Self.countLimit : Self.valuesOffered)), field)
        .prefix(Self.valuesOffered).map { Candidate($0.value) }
    }
    let starting = all.filter { folded($0.value).hasPrefix(wanted) }
    let offered = (starting.isEmpty ? all : starting).prefix(Self.valuesOffered)
      .sorted { before($0.value, $1.value) }
    return counted(offered, among: all, field, view)
  }

  /// The most values among which those are looked for that an equality takes for the same.
  private static let likeLimit = 2_000

  /// Values with how many rows an equality with each would leave: `ROSE` is equal to `Rosé`, too.
  private func counted(
    _ offered: [ValueCount], among all: [ValueCount], _ field: Int, _ view: View
  ) -> [Candidate] {
    var times: [String: Int] = [:]
    if all.count <= Self.likeLimit {
      for value in all { times[folded(value.value), default: 0] += 1 }
    }
    var unordered = view
    unordered.ordering = nil
    return offered.map { value in
      guard times[folded(value.value)] ?? 1 > 1 else {
        return Candidate(value.value, count: value.count)
      }
      let same = catalog.rows(
        where: .matches(field, [Pattern(value.value)], .whole), marks: [:])
      let rows = session.rows(of: unordered).set(capacity: catalog.count)
      return Candidate(value.value, count: same.intersection(rows).count)
    }
  }

  /// The values of a field and their counts under a view; nil if that takes long.
  private func counts(_ field: Int, _ view: View, isHasty: Bool) -> [ValueCount]? {
    let stamp = session.stamp
    if let known = self.counts, known.stamp == stamp, known.view == view,
      known.field == field
    {
      return known.counts
    }
    let isEnumerated = [.keyword, .list].contains(catalog.schema.fields[field].kind)
    // Names are in order as they are; most of them are there once.
    let isQuick = isHasty || field == catalog.schema.index(of: .name)
    if !isEnumerated, catalog.count > (isQuick ? Self.hastyCountLimit : Self.countLimit) {
      return nil
    }
    if isHasty, isCostly(field, view) { return nil }
    var unordered = view
    unordered.ordering = nil
    let counts = days(
      catalog.counts(field, in: session.rows(of: unordered).set(capacity: catalog.count)), field)
    self.counts = (stamp, view, field, counts)
    return counts
  }

  /// Of dates the days, which is what a filter compares; all others as they are.
  private func days(_ counts: [ValueCount], _ field: Int) -> [ValueCount] {
    guard catalog.schema.fields[field].kind == .date else { return counts }
    var days: [String: Int] = [:]
    for entry in counts {
      days[writtenDate(of: entry.value), default: 0] += entry.count
    }
    return days.map { ValueCount($0.key, count: $0.value) }.rankedByCount()
  }

  /// Whether counting takes longer than a person should wait for a key.
  private func isCostly(_ field: Int, _ view: View) -> Bool {
    if catalog.distinctCount(field) > 5000 { return true }
    if view.clauses.isEmpty, view.search == nil { return false }
    let isList = catalog.schema.fields[field].kind == .list
    let isSearched = view.search != nil && catalog.count > Self.hastyCountLimit
    let cost = catalog.cost(of: .all(view.clauses.map(\.expression)))
    return isSearched || cost + catalog.count * (isList ? 300 : 2) > 3_000_000
  }

  /// The first names that begin so, of the rows of a view if there is one that narrows them.
  private func names(_ typed: String, _ limit: Int, under view: View?) -> [Candidate] {
    var found = catalog.rows(nameMatching: Pattern(typed), .start)
    if var view, !view.clauses.isEmpty || view.search != nil {
      view.ordering = nil
      found = found.intersection(session.rows(of: view).set(capacity: catalog.count))
    }
    return found.first(limit) { _ in true }.map { Candidate(catalog.name($0)) }
  }

  /// Numbers by their size, texts as they are compared.
  private func before(_ a: String, _ b: String) -> Bool {
    if let x = Double(a), let y = Double(b) { return x < y }
    return folded(a) < folded(b)
  }
}
