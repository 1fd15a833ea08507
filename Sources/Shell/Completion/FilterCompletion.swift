import Catalog
import Interpreter
import SessionStore
import Text

/// What Tab offers inside a filter.
extension Shell {
  /// Fields, or the values of the field that is being compared, with how many rows each would leave.
  func filterSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // In a filter a line feed is a space, in its quotations, too.
    let text = request.text.replacing("\n", with: " ")
    guard let piece = FilterPiece(endOf: text) else { return [] }
    let place = request.from(piece.start, meaning: piece.text)
    guard let name = piece.field else {
      if place.isQuoted { return [] }
      let words = filterWords(behind: slice(text, 0..<piece.conditionStart))
      return place.suggestions(words, isWord: true) + place.suggestions(fieldStarts)
    }
    switch name.lowercased() {
    case "has", "no":
      return place.suggestions(fieldCandidates.filter { $0.text != "id" && $0.text != "name" })
    case "is":
      return place.suggestions([
        Candidate("favorite", "rows you like"), Candidate("noted", "rows with your notes"),
      ])
    default: break
    }
    guard let field = catalog.schema.index(of: name) else { return [] }
    let isQuantity = [.number, .minutes, .date].contains(catalog.schema.fields[field].kind)
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
    catalog.schema.fields.map { Candidate($0.name + "=", $0.kind.rawValue) }
  }
}
