import Assistance
import Catalog
import Diagnostics
import FeedLoading
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<CommandContext> {
  static var note: Self {
    Self(
      "note", summary: "Add a note to a row, which makes it a favorite.",
      forms: [
        Form(
          "delete", parameters: [.notedItemWord, .noteNumber], summary: "Delete a note.",
          changes: .view
        ) {
          try $0.deleteNote($1)
        },
        Form(parameters: [.itemWord, .noteText], changes: .view) { try $0.addNote($1) },
      ],
      examples: [
        Example(
          "note 1 less salt; more pepper", prints: "noted on Bánh mì, which is a favorite now"),
        Example("note \"Lasagne\" for Sunday", prints: "noted on Lasagne, which is a favorite now"),
      ],
      details: [
        "The text is stored as typed, including `;`. `note delete ITEM K` removes note K of a row."
      ])
  }

  static var notes: Self {
    Self(
      "notes", .item(isOptional: true), summary: "List your notes, or those of a row.",
      needsFeed: false,
      examples: [
        Example("notes", prints: "no notes yet: note ITEM TEXT writes one"),
        Example("notes 1", prints: "no notes on Bánh mì yet"),
      ],
      details: ["K is the number of a note of its row, for `note delete ITEM K`."]
    ) { context, arguments in
      guard let word = arguments[.item()] else { return try context.listNotes(about: nil) }
      try context.feeds.settle()
      let item = try context.session.meant(word, in: arguments.line)
      try context.listNotes(about: try context.session.keepsake(of: item))
    }
  }
}

extension Parameter where Context == CommandContext {
  /// The text of a note.
  fileprivate static var noteText: Self {
    Parameter("TEXT", .line)
  }

  /// The number of a note of the row before it.
  fileprivate static var noteNumber: Parameter {
    Parameter("K") { context, request in
      let before = words(of: request.line, in: 0..<request.range.lowerBound).words
      // If the notes cannot be read, the command reports that.
      guard let meant = try? context.session.meant(before.last, in: request.line),
        let item = try? context.session.keepsake(of: meant),
        let notes = try? context.library.notes(about: item.key)
      else { return [] }
      return request.suggestions(
        zip(1..., notes).map { Candidate("\($0)", clipped($1.text, to: 60)) }, isWhole: true)
    }
  }
}

extension CommandContext {
  fileprivate func addNote(_ arguments: Arguments) throws {
    guard let text = arguments[.noteText]?.text else { return }
    let meant: MeantItem
    do {
      meant = try session.meant(arguments[.item()], in: arguments.line)
    } catch {
      guard let word = arguments[.item()], word.text == "delete", !word.isQuoted else {
        throw error
      }
      throw Failure(
        "`note delete` needs a row and the number of a note",
        hint: "e.g. note delete 1 1; notes numbers them",
        at: word.range, in: arguments.line, code: .badArguments)
    }
    let item = try session.keepsake(of: meant)
    let wasFavorite = library.remembered().favorites.contains(item.key)
    let change = try library.addNote(text, about: item, at: world.now())
    session.record(change)
    switch meant {
    case .row(let row): session.noteShown(.row(row))
    case .kept(let kept): session.noteShown(.kept(kept))
    }
    let isNew = !wasFavorite && library.settings["notes-favorite"] == "on"
    output.say("noted on \(item.name)" + (isNew ? ", which is a favorite now" : ""))
    if let word = arguments[.item()], isNameCut(item.name, by: word, text) {
      output.say(
        "the note is “\(clipped(harmless(text), to: 60))”; "
          + "put a name of several words in quotes; undo removes the note", .warning)
    }
  }

  /// Whether a note begins with the next word of the row's name, which suggests missing quotes.
  private func isNameCut(_ name: String, by word: Word, _ text: String) -> Bool {
    let rest = folded(name).dropFirst(folded(word.text).count)
    guard !word.isQuoted, folded(name).hasPrefix(folded(word.text)), rest.first == " " else {
      return false
    }
    let next = rest.dropFirst().prefix { $0 != " " }
    return !next.isEmpty && folded(text).prefix { $0 != " " } == next
  }

  fileprivate func deleteNote(_ arguments: Arguments) throws {
    guard let word = arguments[.noteNumber] else { return }
    let item = try session.keepsake(of: session.meant(arguments[.item()], in: arguments.line))
    let notes = try library.notes(about: item.key)
    guard let number = ordinal(word.text), notes.indices.contains(number - 1) else {
      throw Failure(
        "\(item.name) has no note \(word.text)",
        hint: notes.isEmpty ? "it has none" : "it has \(notes.count)", at: word.range,
        in: arguments.line)
    }
    let note = notes[number - 1]
    guard output.confirms("Delete the note “\(clipped(harmless(note.text), to: 40))”?") else {
      if options.isInteractive { return output.say("the note was not deleted") }
      throw Failure("the note was not deleted")
    }
    session.record(try library.delete(note))
    output.say("deleted; undo brings it back")
  }

  fileprivate func listNotes(about item: Keepsake?) throws {
    let items = Dictionary(
      try library.keepsakes().map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let notes = try library.notes(about: item?.key)
    let places = session.rows(of: Set(notes.map(\.key)).compactMap { items[$0] })
    let scope = session.feed.map { $0.scope ?? $0.name }
    let isFeedShown = notes.contains { items[$0.key]?.feed != scope }
    let handles = RememberedHandles(of: items.keys)
    var counts: [String: Int] = [:]
    let rows = notes.map { note in
      counts[note.key, default: 0] += 1
      let number = places[note.key].flatMap { session.number(of: $0) }
      let handle = handles.shown(ofKey: note.key)
      return [
        number.map { Cell($0) } ?? Cell(StyledText(handle, .faint), .null),
        Cell(counts[note.key] ?? 0), Cell(items[note.key]?.name ?? ""),
        Cell(items[note.key].map { shown(source: $0.feed) } ?? ""),
        Cell(world.day(of: note.date)), Cell(note.text),
        Cell(optional: idText(ofKey: note.key, scope: items[note.key]?.feed)), Cell(handle),
      ]
    }
    if rows.isEmpty {
      output.say(
        item.map { "no notes on \($0.name) yet" } ?? "no notes yet: note ITEM TEXT writes one")
    }
    output.print(
      Report(
        [
          .init("row", title: "#", isNumber: true), .init("k", title: "K", isNumber: true),
          .init("name", title: "Name", isFlexible: true),
          .init(
            "feed", title: "Feed", isFlexible: true, isShown: isFeedShown || !output.format.isStyled
          ),
          .init("date", title: "Date"), .init("text", title: "Note", isFlexible: true),
          .init("id", isShown: false), .init("handle", isShown: false),
        ], rows))
  }
}
