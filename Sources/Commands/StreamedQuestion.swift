import SessionStore

/// A question for a streaming query: a view, and the answer to print about its rows.
package final class StreamedQuestion {
  /// The kinds of answers.
  package enum Answer {
    case rows(Range<Int>)
    case count
    case counts(field: Int)
  }

  package private(set) var view: View
  package private(set) var answer: Answer?

  package init(_ view: View) { self.view = view }

  /// Narrows or orders the view.
  ///
  /// - Returns: Whether that is possible: the answer was not chosen yet, and the body returns true.
  func change(_ body: (inout View) -> Bool) -> Bool {
    var changed = view
    guard answer == nil, body(&changed) else { return false }
    view = changed
    return true
  }

  /// Chooses the answer.
  ///
  /// - Returns: Whether the answer was not chosen yet.
  func ask(for answer: Answer) -> Bool {
    guard self.answer == nil else { return false }
    self.answer = answer
    return true
  }
}
