import Assistance
import Catalog
import Interpreter
import SessionStore
import Text

/// The contributions of commands to streaming queries.
extension CommandContext {
  /// Narrows the view by a filter, unless there is anything to report about it.
  func stream(filtering word: Word?) -> Bool {
    // Errors are reported when the command runs on the whole feed.
    guard let question, let word,
      let filter = try? Filter(
        word.text, for: catalog, vocabulary: assistance.vocabulary(unknownValues: .warn)),
      filter.notes.isEmpty
    else { return false }
    return question.change { $0.add(filter.clauses).isEmpty }
  }

  /// Searches for words.
  func stream(searching word: Word?) -> Bool {
    guard let question, let search = word?.searchText else { return false }
    return question.change {
      $0.search = search
      return true
    }
  }

  /// Orders the rows.
  func stream(ordering word: Word?, in line: String) -> Bool {
    // Errors are reported when the command runs on the whole feed.
    guard let question, let word, let ordering = try? session.ordering(word, in: line) else {
      return false
    }
    return question.change {
      $0.ordering = ordering
      return true
    }
  }

  /// Asks for the rows of a span such as `1-20`.
  func stream(listing word: Word?) -> Bool {
    let ends = word?.text.split(separator: "-").map { ordinal($0) } ?? []
    guard let question, ends.count == 2, let first = ends[0], let last = ends[1],
      first <= last
    else { return false }
    return question.ask(for: .rows(first - 1..<last))
  }

  /// Asks for the number of rows of each value of a field.
  func stream(countingBy word: Word?) -> Bool {
    guard let question, let word else { return false }
    return question.ask(for: catalog.schema.index(of: word.text).map { .counts(field: $0) })
  }
}
