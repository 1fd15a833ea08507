import Catalog
import Diagnostics
import Interpreter
import Text

/// Parses orders and searches.
extension Session {
  /// Parses `FIELD [desc], …`; nil for the order of the feed.
  package func ordering(_ word: Word, in line: String) throws -> Ordering? {
    if word.text.lowercased() == "none" { return nil }
    var keys: [Ordering.Key] = []
    let word = withoutBy(word, in: line)
    var offset = word.range.lowerBound
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let range = offset..<offset + part.utf8.count
      offset = range.upperBound + 1
      keys.append(try key(words(of: line, in: range).words, range, line))
    }
    return Ordering(keys: keys)
  }

  /// The argument of `sort` without an optional `by`.
  package func withoutBy(_ word: Word, in line: String) -> Word {
    let parts = words(of: line, in: word.range).words
    guard parts.count > 1, parts[0].text.lowercased() == "by",
      catalog.schema.index(of: parts[0].text) == nil
    else { return word }
    let range = parts[1].range.lowerBound..<word.range.upperBound
    return Word(text: slice(line, range), range: range, isQuoted: false)
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
    if Self.markNames.contains(name.text.lowercased()), catalog.schema.index(of: name.text) == nil {
      throw Failure(
        "\(name.text) is a mark, not a field",
        hint: "filter is:\(name.text.lowercased()) shows these rows",
        at: name.range, in: line, code: .unknownField)
    }
    let field = try field(name, in: line)
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

  /// The current view with another search, or none.
  package func view(searching text: SearchText?) -> View {
    var view = view
    view.search = text
    return view
  }
}
