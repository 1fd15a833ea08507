import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore

extension Command<Shell> {
  static var undo: Self {
    Self(
      "undo", summary: "Take back the last change of the view, of favorites or of notes.",
      examples: ["filter cuisine=Thai; undo"]
    ) { shell, _ in
      guard let step = shell.session.lastDone else { throw Failure("there is nothing to undo") }
      switch step {
      case .view:
        shell.session.stepBack()
        shell.views.viewChanged()
      case .library(let change):
        try shell.apply(change.inverse, verb: "undone")
        shell.session.stepBack()
      }
    }
  }

  static var redo: Self {
    Self(
      "redo", summary: "Do again what undo took back.", examples: ["sort name; undo; redo"]
    ) { shell, _ in
      guard let step = shell.session.lastUndone else { throw Failure("there is nothing to redo") }
      switch step {
      case .view:
        shell.session.stepForward()
        shell.views.viewChanged()
      case .library(let change):
        try shell.apply(change, verb: "done again")
        shell.session.stepForward()
      }
    }
  }
}

extension Shell {
  fileprivate func apply(_ change: Library.Change, verb: String) throws {
    let favorites = library.remembered().favorites
    try library.apply(change)
    let starred = change.after.values.filter { keepsake in
      ((change.before[keepsake.key] ?? nil)?.isFavorite ?? false) != keepsake.isFavorite
    }
    for keepsake in starred.sorted(by: { $0.name < $1.name }) {
      let isDone = favorites.contains(keepsake.key) == keepsake.isFavorite
      let what = "\(keepsake.name) is \(keepsake.isFavorite ? "" : "no longer ")a favorite"
      output.say("\(verb): \(what)\(isDone ? ", as it was by another shell" : "")")
    }
    for note in change.addedNotes { output.say("\(verb): the note “\(note.text)” is there") }
    for note in change.removedNotes { output.say("\(verb): the note “\(note.text)” is gone") }
  }
}
