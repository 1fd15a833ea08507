import Catalog
import Diagnostics
import Interpreter
import SessionStore
import Text

extension Command<Shell> {
  static var sort: Self {
    Self(
      "sort",
      Parameter(
        "FIELD [desc], …", .statement, examine: { $0.examineOrder($1) },
        complete: { $0.orderSuggestions($1) }),
      aliases: ["order"],
      summary: "Order the rows; `sort none` is the feed's own order, or a search's best first.",
      examples: ["sort name", "sort cuisine, time desc", "sort none"]
    ) { shell, arguments in
      guard let word = arguments["FIELD [desc], …"] else { return }
      var view = shell.session.view
      view.ordering = try shell.ordering(word, in: arguments.line)
      shell.show(view)
    }
  }
}

extension Shell {
  /// Reads `FIELD [desc], …`; nil stands for the feed's own order.
  func ordering(_ word: Word, in line: String) throws -> Ordering? {
    if word.text.lowercased() == "none" { return nil }
    var keys: [Ordering.Key] = []
    var offset = word.range.lowerBound
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let range = offset..<offset + part.utf8.count
      offset = range.upperBound + 1
      keys.append(try key(words(of: line, in: range).words, range, line))
    }
    return Ordering(keys: keys)
  }

  private func key(_ words: [Word], _ range: Range<Int>, _ line: String) throws -> Ordering.Key {
    guard let name = words.first else {
      throw Failure("a field was expected", hint: "e.g. sort name, time desc", at: range, in: line)
    }
    if name.text.hasPrefix("-"), catalog.schema.index(of: String(name.text.dropFirst())) != nil {
      let meant = "\(name.text.dropFirst()) desc"
      throw Failure(
        Diagnostic(
          "unknown field `\(name.text)`", at: name.range, in: line, hint: "did you mean \(meant)?",
          correction: meant
        ).coded(FailureCode.unknownField.rawValue))
    }
    let field = try session.field(name, in: line)
    guard words.count > 1 else { return .init(field: field, descending: false) }
    let direction = words[1].text.lowercased()
    if words.count > 2 {
      throw Failure(
        "`\(words[2].text)` is one word too many", hint: "put commas between fields",
        at: words[2].range, in: line)
    }
    guard ["asc", "desc", "ascending", "descending"].contains(direction) else {
      throw Failure(
        "`\(words[1].text)` is not a direction", hint: "use desc, and commas between fields",
        at: words[1].range, in: line)
    }
    return .init(field: field, descending: direction.hasPrefix("desc"))
  }

  fileprivate func orderSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let bytes = Array(request.text.utf8)
    let comma = bytes.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
    let word = bytes.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    let place = request.from(max(comma, word))
    let typed = bytes[comma...].split(separator: 0x20)
    let isSecond = typed.count == 2 || typed.count == 1 && bytes.last == 0x20
    if typed.count > 2 || typed.count == 2 && bytes.last == 0x20 { return [] }
    if isSecond {
      if typed[0].elementsEqual("none".utf8) { return [] }
      return place.suggestions([Candidate("desc", "the greatest first")], isWhole: true)
    }
    let none = comma == 0 ? [Candidate("none", "the feed's own order")] : []
    return place.suggestions(fieldCandidates + none, isWhole: true)
  }
}
