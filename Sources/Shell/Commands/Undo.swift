import Interpreter
import SessionStore

extension Command<Shell> {
  static var undo: Self {
    Self(
      "undo", summary: "Take back the last change of the view, of favorites or of notes.",
      examples: ["filter cuisine=Thai; undo"]
    ) { shell, _ in
      guard let step = shell.session.lastDone else { throw Failure("there is nothing to undo") }
      if case .library(let change) = step { try shell.apply(change.inverse, verb: "undone") }
      shell.session.stepBack(rows: shell.rows(of:))
      if case .view = step { shell.viewChanged() }
    }
  }

  static var redo: Self {
    Self(
      "redo", summary: "Do again what undo took back.", examples: ["sort name; undo; redo"]
    ) { shell, _ in
      guard let step = shell.session.lastUndone else { throw Failure("there is nothing to redo") }
      if case .library(let change) = step { try shell.apply(change, verb: "done again") }
      shell.session.stepForward(rows: shell.rows(of:))
      if case .view = step { shell.viewChanged() }
    }
  }
}

extension Shell {
  fileprivate func apply(_ change: Library.Change, verb: String) throws {
    try library.apply(change)
    libraryEdition += 1
    for keepsake in change.after.values.sorted(by: { $0.name < $1.name }) {
      say("\(verb): \(keepsake.name) is \(keepsake.isFavorite ? "" : "no longer ")a favorite")
    }
    for note in change.addedNotes { say("\(verb): the note “\(note.text)” is there") }
    for note in change.removedNotes { say("\(verb): the note “\(note.text)” is gone") }
  }
}
