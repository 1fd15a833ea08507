/// The steps of a run that can be undone and redone.
package struct UndoHistory: Sendable {
  /// A step that can be undone.
  package enum Step: Equatable, Sendable {
    /// The view before the change, or after it once it is undone.
    case view(View)
    /// A change of the library.
    case library(Library.Change)
    /// A change of files of the collection, and one of the library that belongs to it.
    case collection(RecipeCollection.Change, Library.Change)
  }

  private var done: [Step] = []
  private var undone: [Step] = []

  /// The step that `undo` undoes.
  package var lastDone: Step? { done.last }
  /// The step that `redo` redoes.
  package var lastUndone: Step? { undone.last }

  /// Records a step, after which nothing can be redone.
  mutating func record(_ step: Step) {
    done.append(step)
    undone = []
  }

  /// Moves the last step to the undone ones.
  ///
  /// - Parameter view: The view as of now.
  /// - Returns: The view before the step; nil if the step did not change the view.
  mutating func stepBack(from view: View) -> View? {
    Self.moveLast(of: &done, to: &undone, view)
  }

  /// Moves the last undone step back.
  ///
  /// - Parameter view: The view as of now.
  /// - Returns: The view after the step; nil if the step did not change the view.
  mutating func stepForward(from view: View) -> View? {
    Self.moveLast(of: &undone, to: &done, view)
  }

  private static func moveLast(of source: inout [Step], to target: inout [Step], _ view: View)
    -> View?
  {
    guard let step = source.popLast() else { return nil }
    guard case .view(let other) = step else {
      target.append(step)
      return nil
    }
    target.append(.view(view))
    return other
  }

  /// Removes the views, which are those of another feed.
  mutating func forgetViews() {
    done.removeAll(where: Self.isView)
    undone.removeAll(where: Self.isView)
  }

  private static func isView(_ step: Step) -> Bool { if case .view = step { true } else { false } }

  /// The same steps, with their views carried over to another state of the feed.
  func carried(_ carry: (View) -> View) -> UndoHistory {
    func carried(_ step: Step) -> Step {
      if case .view(let view) = step { .view(carry(view)) } else { step }
    }
    var history = UndoHistory()
    (history.done, history.undone) = (done.map(carried), undone.map(carried))
    return history
  }
}
