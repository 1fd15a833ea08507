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

extension Command<RememberContext> {
  static var note: Self {
    Self(
      "note", summary: "Add a note to a row, which makes it a favorite.",
      forms: [
        Form(
          "delete", Context.notedItem, Context.noteNumber, summary: "Delete a note.",
          changes: .view
        ) { remember, item, number in try remember.deleteNote(number, about: item) },
        Form(
          "edit", Context.notedItem, Context.noteNumber, Context.newText,
          summary: "Replace the text of a note; Tab shows it.", changes: .view
        ) { remember, item, number, text in
          try remember.replaceNote(number, about: item, with: text)
        },
        Form("", Context.notableItem, Context.noteText, changes: .view) { remember, item, text in
          try remember.addNote(text, about: item.meant, typed: item.word)
        },
      ],
      examples: [
        Example(
          "note 1 less salt; more pepper", prints: "noted on Bánh mì, which is a favorite now"),
        Example("note \"Lasagne\" for Sunday", prints: "noted on Lasagne, which is a favorite now"),
      ],
      details: [
        "The text is stored as typed, including `;`. `note edit ITEM K TEXT` replaces note K of a row, and "
          + "`note delete ITEM K` removes it."
      ])
  }

  static var notes: Self {
    Self(
      "notes", Context.settledItem.optional, summary: "List your notes, or those of a row.",
      needsFeed: false,
      examples: [
        Example("notes", prints: "no notes yet: note ITEM TEXT writes one"),
        Example("notes 1", prints: "no notes on Bánh mì yet"),
      ],
      details: ["K is the number of a note of its row, for `note delete ITEM K`."]
    ) { context, item in
      try context.listNotes(about: try item.map { try context.session.keepsake(of: $0) })
    }
  }
}

extension RememberContext {
  /// The text of a note.
  fileprivate static var noteText: Parameter<RememberContext, String> {
    Parameter("TEXT", .line) { $1.text }
  }

  /// The new text of the note before it, which Tab writes into the line.
  fileprivate static var newText: Parameter<RememberContext, String> {
    Parameter(
      "TEXT", .line,
      complete: { context, request in
        guard request.text.isEmpty, request.earlier.count == 2,
          let number = ordinal(request.earlier[1].text),
          let notes = context.notes(about: request.earlier[0], in: request.line),
          notes.indices.contains(number - 1)
        else { return [] }
        return request.suggestions([Candidate(notes[number - 1].text)], isWord: true)
      },
      parse: { $1.text })
  }

  /// The notes of a row or a stored record; nil if they cannot be read, which the command reports.
  private func notes(about word: Word?, in line: String) -> [Note]? {
    guard let meant = try? session.meant(word, in: line),
      let item = try? session.keepsake(of: meant)
    else { return nil }
    return try? library.notes(about: item.key)
  }

  /// One row or stored record; waits for a feed that is still loading.
  fileprivate static var settledItem: Parameter<RememberContext, MeantItem> {
    itemText.map { context, argument in
      try context.feeds.finishLoading()
      return try context.session.meant(argument.word, in: argument.line)
    }
  }

  /// One row or stored record, followed by the text of a note.
  fileprivate static var notableItem: Parameter<RememberContext, (meant: MeantItem, word: Word)> {
    itemWord.map { context, argument in
      do {
        return (try context.session.meant(argument.word, in: argument.line), argument.word)
      } catch {
        guard ["delete", "edit"].contains(argument.text), !argument.word.isQuoted else {
          throw error
        }
        let text = argument.text == "edit" ? " TEXT" : ""
        throw Failure(
          "`note \(argument.text)` needs a row and the number of a note",
          hint: "e.g. note \(argument.text) 1 1\(text); notes numbers them",
          at: argument.range, in: argument.line, code: .badArguments)
      }
    }
  }

  /// One row that has notes, followed by other words.
  fileprivate static var notedItem: Parameter<RememberContext, MeantItem> {
    Parameter(
      "ITEM", examine: { $0.assistance.examineItems($1.word) },
      complete: { context, request in
        let noted = context.session.marks()["noted"]
        return context.assistance.itemSuggestions(
          request, among: noted ?? RowSet(capacity: context.catalog.count))
      },
      parse: { try $0.session.meant($1.word, in: $1.line) })
  }

  /// The number of a note of the row before it.
  fileprivate static var noteNumber: Parameter<RememberContext, Argument> {
    Parameter(
      "K",
      complete: { context, request in
        guard let notes = context.notes(about: request.earlier.last, in: request.line) else {
          return []
        }
        return request.suggestions(
          zip(1..., notes).map { Candidate("\($0)", clipped($1.text, to: 60)) }, isWhole: true)
      })
  }
}

extension RememberContext {
  fileprivate func addNote(_ text: String, about meant: MeantItem, typed word: Word) throws {
    let item = try session.keepsake(of: meant)
    let wasFavorite = library.remembered().favorites.contains(item.key)
    let change = try library.addNote(text, about: item, at: world.now())
    session.record(change)
    switch meant {
    case .row(let row): session.noteShown(.row(row))
    case .remembered(let remembered): session.noteShown(.remembered(remembered))
    }
    let isNew = !wasFavorite && library.settings["notes-favorite"] == "on"
    output.say("noted on \(item.name)" + (isNew ? ", which is a favorite now" : ""))
    if let rest = commandText(in: text) {
      output.say(
        "the note ends with “\(clipped(harmless(rest), to: 40))”: it takes the rest of the line; "
          + "undo removes the note", .warning)
    }
    if isNameCut(item.name, by: word, text) {
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

  /// The commands that seem to follow a note after `;`; nil if none do.
  private func commandText(in text: String) -> String? {
    guard let mark = text.firstIndex(of: ";") else { return nil }
    let rest = text[mark...]
    let word = rest.dropFirst().drop { $0 == " " }.prefix { $0.isLetter }
    return assistance.isCommand(String(word)) ? String(rest) : nil
  }

  fileprivate func replaceNote(_ typed: Argument, about meant: MeantItem, with text: String) throws
  {
    session.record(try library.replace(try note(typed, about: meant), with: text))
    output.say("changed; undo brings the old text back")
  }

  /// The note with a number.
  private func note(_ typed: Argument, about meant: MeantItem) throws -> Note {
    let item = try session.keepsake(of: meant)
    let notes = try library.notes(about: item.key)
    guard let number = ordinal(typed.text), notes.indices.contains(number - 1) else {
      throw Failure(
        "\(item.name) has no note \(typed.text)",
        hint: notes.isEmpty ? "it has none" : "it has \(notes.count)", at: typed.range,
        in: typed.line)
    }
    return notes[number - 1]
  }

  fileprivate func deleteNote(_ typed: Argument, about meant: MeantItem) throws {
    let note = try note(typed, about: meant)
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
