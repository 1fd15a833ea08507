import Catalog
import Cooking
import Diagnostics
import FeedLoading
import Interpreter
import SessionStore
import Text

/// Highlighting and error checks of a line while it is typed.
extension Assistance {
  /// Whether names in the line can be compared with the feed: not while another feed is loading.
  package var knowsFeed: Bool { loader.pending == nil && !catalog.schema.fields.isEmpty }

  /// Examines a filter word by word, and counts the rows that it would leave.
  package func examineFilter(_ word: Word) -> Examination {
    guard knowsFeed else { return Examination() }
    let outline = FilterOutline(word.text, for: catalog, vocabulary: vocabulary())
    let start = word.range.lowerBound
    return Examination(
      spans: outline.highlights.map { LineSpan($0.range.moved(by: start), LineSpan.Kind($0.kind)) },
      faults: outline.faults.map { $0.moved(by: start, in: "") },
      remark: outline.filter.map { filter in
        { [unowned self] in
          var view = session.view
          _ = view.add(filter.clauses)
          return remark(on: view)
        }
      })
  }

  /// Examines the words of a search, and counts the rows that contain them.
  package func examineSearch(_ text: SearchText?, _ word: Word) -> Examination {
    var examination = Examination(word, .value)
    examination.remark = { [unowned self] in remark(on: session.view(searching: text)) }
    return examination
  }

  /// Examines the fields of an order.
  package func examineOrder(_ word: Word) -> Examination {
    guard knowsFeed else { return Examination() }
    let typed = words(of: word.text, in: 0..<word.text.utf8.count).words
    let spans = typed.map { part in
      let name = part.text.hasSuffix(",") ? String(part.text.dropLast()) : part.text
      let end = part.range.lowerBound + name.utf8.count
      let kind: LineSpan.Kind = catalog.schema.index(of: name) == nil ? .keyword : .field
      return LineSpan((part.range.lowerBound..<end).moved(by: word.range.lowerBound), kind)
    }
    // Errors in an order have offsets from the start of the line.
    let line = String(repeating: " ", count: word.range.lowerBound) + word.text
    let fault = mistake { try session.ordering(word, in: line) }
    return Examination(spans: spans, faults: fault.map { [$0] } ?? [])
  }

  /// Examines rows by number, id or name; a number without a row is an error.
  package func examineItems(_ word: Word) -> Examination {
    let text = word.unquoted
    // A quoted text may be a name.
    if let first = word.text.first, "\"'“‘«".contains(first) {
      return Examination(word, .quotation)
    }
    if let number = Int(text), !text.hasPrefix("+") {
      let fault = knowsFeed ? mistake { try session.row(number: number, word, "") } : nil
      return Examination(word, .number, fault: fault).ofView
    }
    if text.allSatisfy({ $0.isNumber || "-, ".contains($0) }) {
      let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
      let highest = numbers.max() ?? 0
      let fault =
        knowsFeed && highest > 0 ? mistake { try session.row(number: highest, word, "") } : nil
      return Examination(word, .number, fault: fault).ofView
    }
    let isQuoted = words(of: word.text, in: 0..<word.text.utf8.count).words.allSatisfy(\.isQuoted)
    return Examination(word, isQuoted ? .quotation : .value)
  }

  /// Examines the kind of a link, and the row that has it.
  package func examineLink(_ word: Word) -> Examination {
    let line = String(repeating: " ", count: word.range.lowerBound) + word.text
    let (kind, item) = session.splitKind(word, in: line)
    var examination = item.map { examineItems($0) } ?? Examination()
    if let kind { examination.spans.insert(LineSpan(kind.range, .keyword), at: 0) }
    return examination
  }
}

/// The error that a function throws; nil if it succeeds.
package func mistake<Result>(_ work: () throws -> Result) -> Diagnostic? {
  do {
    _ = try work()
    return nil
  } catch {
    return Failure(catching: error).diagnostic
  }
}

/// The error of a word that is not one of the choices; nil if it is one.
package func unknown(_ word: Word, among choices: [String]) -> Diagnostic? {
  if choices.contains(word.text) { return nil }
  let meant = nearest(to: word.text, among: choices)
  return Diagnostic(
    "`\(word.text)` is not one of: " + choices.joined(separator: ", "), at: word.range,
    correction: meant,
    remedy: choices.contains { $0.hasPrefix(word.text) } ? .letters : .nothing)
}

extension LineSpan.Kind {
  /// The role of a word of a filter.
  fileprivate init(_ kind: FilterOutline.Kind) {
    switch kind {
    case .keyword: self = .keyword
    case .field: self = .field
    case .value: self = .value
    case .number: self = .number
    case .quotation: self = .quotation
    }
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range {
    lowerBound + distance..<upperBound + distance
  }
}
