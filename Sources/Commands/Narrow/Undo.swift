import Assistance
import Catalog
import Diagnostics
import Interpreter
import Kitchen
import Output
import SessionStore
import Text

extension Command<NarrowContext> {
  static var undo: Self {
    Self(
      "undo", summary: "Undo the last change of the view, favorites, notes or kitchen lists.",
      changes: .view, followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "filter cuisine=Thai; undo",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """)
      ]
    ) { context in
      guard let step = context.session.lastDone else { throw Failure("there is nothing to undo") }
      switch step {
      case .view:
        context.session.stepBack()
        context.views.viewChanged()
      case .library(let change):
        try context.apply(change.inverse, verb: "undo")
        context.session.stepBack()
      }
    }
  }

  static var redo: Self {
    Self(
      "redo", summary: "Redo what `undo` undid.", changes: .view,
      followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "sort name; undo; redo",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """)
      ]
    ) { context in
      guard let step = context.session.lastUndone else { throw Failure("there is nothing to redo") }
      switch step {
      case .view:
        context.session.stepForward()
        context.views.viewChanged()
      case .library(let change):
        try context.apply(change, verb: "redo")
        context.session.stepForward()
      }
    }
  }
}

extension NarrowContext {
  fileprivate func apply(_ wanted: Library.Change, verb: String) throws {
    var change = wanted
    change.kitchen = []
    for edit in wanted.kitchen {
      // A restored timer that is over would ring at once.
      if let timer = edit.after.flatMap({ timers.timerThatIsOver($0) }) {
        output.say(
          "\(verb): the timer \"\(harmless(timer.label))\" is over, so it was not started again")
      } else {
        change.kitchen.append(edit)
      }
    }
    let favorites = library.remembered().favorites
    try library.apply(change)
    let starred = change.after.values.filter { keepsake in
      ((change.before[keepsake.key] ?? nil)?.isFavorite ?? false) != keepsake.isFavorite
    }
    for keepsake in starred.sorted(by: { $0.name < $1.name }) {
      let isDone = favorites.contains(keepsake.key) == keepsake.isFavorite
      let what = "\(keepsake.name) is \(keepsake.isFavorite ? "" : "no longer ")a favorite"
      output.say("\(verb): \(what)\(isDone ? "; another shell had already changed it" : "")")
    }
    for edit in change.kitchen { output.say("\(verb): \(Kitchen.outcome(of: edit))") }
    if change.kitchen.contains(where: { ($0.after ?? $0.before)?.list == .timer }) {
      timers.schedule()
    }
    for note in change.addedNotes { output.say("\(verb): the note “\(note.text)” is there again") }
    for note in change.removedNotes { output.say("\(verb): the note “\(note.text)” is gone") }
  }
}
