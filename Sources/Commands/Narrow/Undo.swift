import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import Kitchen
import Output
import SessionStore
import Text

extension Command<NarrowContext> {
  static var undo: Self {
    Self(
      "undo",
      summary: "Undo the last change of the view, favorites, notes, `mine` or kitchen lists.",
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
      guard let step = context.session.history.lastDone else {
        throw Failure("there is nothing to undo")
      }
      switch step {
      case .view:
        context.session.stepBack()
        context.views.viewChanged()
      case .library(let change):
        try context.apply(change.inverse, verb: "undo")
        context.session.stepBack()
      case .collection(let change, let marks):
        try context.apply(change.inverse, verb: "undo")
        try context.apply(marks.inverse, verb: "undo")
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
      guard let step = context.session.history.lastUndone else {
        throw Failure("there is nothing to redo")
      }
      switch step {
      case .view:
        context.session.stepForward()
        context.views.viewChanged()
      case .library(let change):
        try context.apply(change, verb: "redo")
        context.session.stepForward()
      case .collection(let change, let marks):
        try context.apply(change, verb: "redo")
        try context.apply(marks, verb: "redo")
        context.session.stepForward()
      }
    }
  }
}

extension NarrowContext {
  fileprivate func apply(_ change: RecipeCollection.Change, verb: String) throws {
    try collection.apply(change)
    for file in change.files {
      let name = harmless(nameWithoutEnding(file.path))
      switch (file.before, file.after) {
      case (nil, _): output.say("\(verb): \(name) is in mine again")
      case (_, nil): output.say("\(verb): \(name) is no longer in mine")
      default: output.say("\(verb): \(name) is as it was \(verb == "undo" ? "before" : "changed")")
      }
    }
    try feeds.reloadCollection()
  }

  fileprivate func apply(_ wanted: Library.Change, verb: String) throws {
    let (change, over) = timers.withoutTimersThatAreOver(wanted)
    for timer in over {
      output.say(
        "\(verb): the timer \"\(harmless(timer.label))\" is over, so it was not started again")
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
    for outcome in Kitchen.outcomes(of: change) { output.say("\(verb): \(outcome)") }
    timers.follow(change)
    try sayOwnValues(of: change, verb)
    for note in change.addedNotes { output.say("\(verb): the note “\(note.text)” is there again") }
    for note in change.removedNotes { output.say("\(verb): the note “\(note.text)” is gone") }
  }

  private func sayOwnValues(of change: Library.Change, _ verb: String) throws {
    if change.addedOwnValues.isEmpty, change.removedOwnValues.isEmpty { return }
    let names = Dictionary(
      try library.keepsakes().map { ($0.key, $0.name) }, uniquingKeysWith: { $1 })
    func name(_ value: OwnValue) -> String { harmless(names[value.key] ?? "a row") }
    for value in change.removedOwnValues
    where !change.addedOwnValues.contains(where: { $0.key == value.key && $0.kind == value.kind }) {
      switch value.kind {
      case .tag:
        output.say("\(verb): \(name(value)) no longer has your tag \(harmless(value.value))")
      case .rating: output.say("\(verb): \(name(value)) has no rating of yours")
      case .cooked: output.say("\(verb): \(name(value)) was not cooked on \(value.value)")
      }
    }
    for value in change.addedOwnValues {
      switch value.kind {
      case .tag: output.say("\(verb): \(name(value)) has your tag \(harmless(value.value))")
      case .rating: output.say("\(verb): \(name(value)): \(value.value) of 5")
      case .cooked: output.say("\(verb): \(name(value)) was cooked on \(value.value)")
      }
    }
  }
}
