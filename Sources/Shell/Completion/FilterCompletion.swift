import Catalog
import Interpreter
import SessionStore
import Text

/// What Tab offers inside a filter.
extension Shell {
  /// Fields, or the values of the field that is being compared, with how many rows each would leave.
  func filterSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let piece = FilterPiece(request.text)
    let place = request.from(piece.valueStart)
    guard let name = piece.field else {
      return place.suggestions(filterWords + fieldStarts)
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
    let typed = slice(request.text, 0..<piece.wordStart)
    return place.suggestions(valueCandidates(field, after: typed, like: place.typed))
  }

  private var filterWords: [Candidate] {
    [
      Candidate("has:", "rows with a value in a field"),
      Candidate("no:", "rows without a value in a field"), Candidate("is:", "rows with a mark"),
      Candidate("not", "all but what follows"), Candidate("or", "either of two"),
    ]
  }

  private var fieldStarts: [Candidate] {
    catalog.schema.fields.map { Candidate($0.name + "=", $0.kind.rawValue) }
  }

  /// The values of a field and their counts under the present view and what was typed before, without
  /// clauses on that field.
  private func valueCandidates(
    _ field: Int, after typed: String, like start: String
  ) -> [Candidate] {
    var view = session.view
    let vocabulary = vocabulary(unknownValues: .warn)
    // What is typed so far need not make sense yet; then it narrows nothing.
    if let filter = try? Filter(typed, for: catalog, vocabulary: vocabulary) {
      _ = view.add(filter.clauses)
    }
    view.clauses.removeAll { $0.expression.mentions(field) }
    let all = catalog.counts(field, in: rows(of: view).set(capacity: catalog.count))
    let wanted = folded(start)
    let starting = all.filter { folded($0.value).hasPrefix(wanted) }
    return (starting.isEmpty ? all : starting).prefix(1000).sorted { before($0.value, $1.value) }
      .map { Candidate($0.value, count: $0.count) }
  }

  /// Numbers by their size, texts as they are compared.
  private func before(_ a: String, _ b: String) -> Bool {
    if let x = Double(a), let y = Double(b) { return x < y }
    return folded(a) < folded(b)
  }
}

/// The last piece of an unfinished filter: a bare word, or the value of a comparison.
struct FilterPiece {
  /// The field whose value is being typed; nil for a bare word.
  var field: String?
  /// Where the piece begins: a UTF-8 offset.
  var valueStart: Int
  /// Where the word that the piece is in begins: a UTF-8 offset.
  var wordStart: Int

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    var wordStart = 0
    var quote: UInt8?
    var comparison: (field: Range<Int>, end: Int)?
    var earlier: (start: Int, word: Range<Int>)?
    for (offset, byte) in bytes.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): quote = byte
      case 0x20 where comparison?.end == offset: comparison?.end = offset + 1
      case 0x20 where wordStart == offset: (start, wordStart) = (offset + 1, offset + 1)
      case 0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "&"):
        earlier = byte == 0x20 && comparison == nil ? (start, wordStart..<offset) : nil
        (start, wordStart, comparison) = (offset + 1, offset + 1, nil)
      case UInt8(ascii: "-") where offset == wordStart, UInt8(ascii: "!") where offset == wordStart:
        wordStart = offset + 1
      case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "!"):
        if comparison == nil, wordStart == offset, let earlier {
          (start, wordStart) = (earlier.start, offset)
          comparison = (earlier.word, offset + 1)
        } else {
          comparison = (comparison?.field ?? wordStart..<offset, offset + 1)
        }
      case UInt8(ascii: ","):
        if let field = comparison?.field { comparison = (field, offset + 1) }
      default: break
      }
    }
    field = comparison.map { String(decoding: bytes[$0.field], as: UTF8.self) }
    valueStart = comparison?.end ?? wordStart
    self.wordStart = start
  }
}

extension FilterExpression {
  /// Whether the condition says anything about a field.
  func mentions(_ field: Int) -> Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains { $0.mentions(field) }
    case .not(let part): part.mentions(field)
    case .has(let number), .matches(let number, _, _), .lies(let number, _): number == field
    case .text, .flag: false
    }
  }
}
