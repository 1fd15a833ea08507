import Catalog
import Interpreter
import SessionStore
import Text

/// Completion inside a filter.
extension Assistance {
  /// Fields, or the values of the field that is being compared, with the number of rows that each would leave.
  package func filterSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // In a filter, a line feed is a space, even inside quotes.
    let text = request.text.replacing("\n", with: " ")
    guard let piece = IncompleteCondition(endOf: text) else { return [] }
    let place = request.from(piece.start, meaning: piece.text)
    guard let name = piece.field else {
      if place.isQuoted { return [] }
      let words = filterWords(behind: slice(text, 0..<piece.conditionStart))
      let comparisons = comparisons(of: piece.text)
      let fields =
        place.suggestions(words, isWord: true)
        + place.suggestions(comparisons.isEmpty ? fieldStarts : comparisons)
      if fields.contains(where: { $0.fit <= .start }) { return fields }
      return fields + conditions(after: slice(text, 0..<piece.conditionStart), place)
    }
    switch name.lowercased() {
    case "has", "no":
      return place.suggestions(fieldCandidates.filter { $0.text != "id" && $0.text != "name" })
    case "is":
      return place.suggestions([
        Candidate("favorite", "rows you like"), Candidate("noted", "rows with your notes"),
        Candidate("cookable", "dishes for which everything is in your pantry"),
        Candidate("malformed", "malformed records, with set show-malformed on"),
      ])
    default: break
    }
    guard let field = catalog.schema.index(of: name) else { return [] }
    let isQuantity = Self.isQuantity(catalog.schema.fields[field])
    if isQuantity ? piece.isContainment : piece.isOrder { return [] }
    let typed = slice(text, 0..<piece.conditionStart)
    // A value with a replacement character cannot be typed.
    let all = valueCandidates(field, after: typed, place)
    let candidates = all.filter { candidate in
      let replacement: Unicode.Scalar = "\u{FFFD}"
      return !harmless(candidate.text).unicodeScalars.contains(replacement)
        || candidate.text.unicodeScalars.contains(replacement)
    }
    // The counts are those of an equality.
    let suggestions = place.suggestions(
      piece.isEquality ? candidates : candidates.map { Candidate($0.text, $0.description) },
      isCompared: true)
    let isName = field == catalog.schema.index(of: .name)
    let isCut =
      all.count == Self.valuesOffered || isName && all.count == Self.namesOffered
    return isCut ? suggestions.hidingOthers : suggestions
  }

  /// Words that can follow in a filter; `and` and `or` can follow only a condition.
  private func filterWords(behind text: String) -> [Candidate] {
    let words = [
      Candidate("has:", "rows with a value in a field"),
      Candidate("no:", "rows without a value in a field"), Candidate("is:", "rows with a mark"),
      Candidate("not", "rows that do not match the next condition"),
    ]
    let before = text.split { $0.isWhitespace || "(|&!".contains($0) }.last?.lowercased()
    let isOpen = trimmingSpace(text).last.map { "(|&!-".contains($0) } ?? true
    guard let before, !isOpen, !["and", "or", "not"].contains(before) else { return words }
    return words + [
      Candidate("and", "both conditions must match"),
      Candidate("or", "one of the two must match"),
    ]
  }

  private var fieldStarts: [Candidate] {
    catalog.schema.fields.map { field in
      // Several comparisons can follow the name of a quantity.
      Candidate(Self.isQuantity(field) ? field.name : field.name + "=", field.kind.rawValue)
    } + (catalog.schema.index(of: "notes") == nil ? [Candidate("notes~", "your own notes")] : [])
  }

  private static func isQuantity(_ field: Field) -> Bool {
    [.number, .minutes, .date].contains(field.kind)
  }

  /// The comparisons of a number, a duration or a date; none for other fields.
  private func comparisons(of name: String) -> [Candidate] {
    guard let field = catalog.schema.index(of: name), Self.isQuantity(catalog.schema.fields[field])
    else { return [] }
    return [("<", "less than"), ("<=", "at most"), ("=", "equal to"), (">", "more than")].map {
      Candidate(name + $0, $1)
    }
  }
}

/// Conditions for values that are typed without their field.
extension Assistance {
  /// The minimum length of such a value, in characters.
  private static let shortestValue = 2

  /// Equalities with the values of facets and tags that begin with a text, which stands for a statement of its own.
  package func conditions(_ request: CompletionRequest) -> [Suggestion] {
    request.text.hasPrefix("-")
      ? conditions(after: "", request.from(1)) : conditions(after: "", request)
  }

  /// Equalities with the values of facets and tags that begin with a text, with the number of rows that each would leave.
  private func conditions(after typed: String, _ place: CompletionRequest) -> [Suggestion] {
    // After a comma, another value of the same field is expected.
    guard !place.isHasty, !place.isQuoted, place.typed.count >= Self.shortestValue,
      trimmingSpace(typed).last != ","
    else { return [] }
    let wanted = folded(place.typed)
    let fields = catalog.schema.fields
    return fields.indices.flatMap { field -> [Suggestion] in
      guard
        fields[field].role == .facet || fields[field].kind == .list && fields[field].role == nil,
        !catalog.words(field, startingWith: wanted).isEmpty
      else { return [] }
      let values = valueCandidates(field, after: typed, place).filter {
        folded($0.text).hasPrefix(wanted)
      }
      return place.suggestions(values, isCompared: true).map { value in
        var condition = value
        condition.text = fields[field].name + "=" + value.text
        return condition
      }
    }
  }
}

/// Values of fields in filters, with the number of rows that each would leave.
extension Assistance {
  /// The maximum number of values and names that are offered.
  package static let valuesOffered = 1000
  package static let namesOffered = 100

  /// The maximum number of rows whose numbers or texts are counted after Tab; the limits after each key, and for names,
  /// are lower.
  private static let countLimit = 200_000
  private static let hastyCountLimit = 2_000

  /// Values of a field with their counts, as far as they can be counted in time.
  package func valueCandidates(
    _ field: Int, after typed: String, _ request: CompletionRequest
  ) -> [Candidate] {
    let wanted = folded(request.typed)
    var view = session.view
    let vocabulary = vocabulary(unknownValues: .warn)
    // A filter that is not complete yet does not narrow the rows.
    var start = trimmingSpace(typed)
    // An `and` at the end does not change the filter before it.
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

  /// The maximum number of values that are searched for equal ones.
  private static let likeLimit = 2_000

  /// Values with the number of rows that an equality with each would leave: `ROSE` equals `Rosé`.
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

  /// The values of a field in the rows of a view, with counts; nil if counting takes long.
  private func counts(_ field: Int, _ view: View, isHasty: Bool) -> [ValueCount]? {
    let stamp = session.stamp
    if let known = self.counts, known.stamp == stamp, known.view == view,
      known.field == field
    {
      return known.counts
    }
    let isEnumerated = [.keyword, .list].contains(catalog.schema.fields[field].kind)
    // Names are sorted already, and most of them are unique.
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

  /// For dates, the counts of days, which filters compare; otherwise the counts as they are.
  private func days(_ counts: [ValueCount], _ field: Int) -> [ValueCount] {
    guard catalog.schema.fields[field].kind == .date else { return counts }
    var days: [String: Int] = [:]
    for entry in counts {
      days[writtenDate(of: entry.value), default: 0] += entry.count
    }
    return days.map { ValueCount($0.key, count: $0.value) }.rankedByCount()
  }

  /// Whether counting takes longer than the user should wait after a key.
  private func isCostly(_ field: Int, _ view: View) -> Bool {
    if catalog.distinctCount(field) > 5000 { return true }
    if view.clauses.isEmpty, view.search == nil { return false }
    let isList = catalog.schema.fields[field].kind == .list
    let isSearched = view.search != nil && catalog.count > Self.hastyCountLimit
    let cost = catalog.cost(of: .all(view.clauses.map(\.expression)))
    return isSearched || cost + catalog.count * (isList ? 300 : 2) > 3_000_000
  }

  /// The first names that begin with a text, among the rows of a view if it narrows them.
  private func names(_ typed: String, _ limit: Int, under view: View?) -> [Candidate] {
    var found = catalog.rows(nameMatching: Pattern(typed), .start)
    if var view, !view.clauses.isEmpty || view.search != nil {
      view.ordering = nil
      found = found.intersection(session.rows(of: view).set(capacity: catalog.count))
    }
    return found.first(limit) { _ in true }.map { Candidate(catalog.name($0)) }
  }

  /// Whether a value is listed before another: numbers by size, texts in folded order.
  private func before(_ a: String, _ b: String) -> Bool {
    if let x = Double(a), let y = Double(b) { return x < y }
    return folded(a) < folded(b)
  }
}
