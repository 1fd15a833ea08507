import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Formats
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<GiveContext> {
  static var share: Self {
    Self(
      "share", Context.row, Context.scale,
      summary: "Print a row as plain text, for a message.",
      examples: [
        Example(
          "share Lasagne for 2",
          prints: """
            Lasagne
            Italian · serves 2 · prep 40 min · cook 2 h 30 · total 3 h 25

            Ingredients
            - 125 g minced beef
            …
            """)
      ]
    ) { context, row, scale in
      let text = try context.sharedText(row, scale)
      context.session.noteShown(.row(row))
      guard context.output.format.isStyled else {
        return context.output.print(
          [], ["name": .string(context.catalog.name(row)), "text": .string(text)])
      }
      context.output.write(text)
    }
  }

  static var copy: Self {
    Self(
      "copy", Context.copied, Context.scale,
      summary: "Put a row, or one of its fields, on the clipboard.",
      examples: [
        Example("copy Lasagne", prints: "Lasagne is on the clipboard"),
        Example("copy source Lasagne", prints: "the source of Lasagne is on the clipboard"),
      ],
      details: [
        "The terminal gets the text (OSC 52), also over SSH and in tmux; where it has no clipboard, wl-copy, xclip, xsel or "
          + "pbcopy does. Without FIELD, the text is that of share."
      ]
    ) { context, copied, scale in try context.copy(copied, scale) }
  }

  static var print: Self {
    Self(
      "print", Context.row, Context.scale, summary: "Print a row on paper.",
      examples: [Example("print Lasagne for 2", prints: "Lasagne is sent to the printer")],
      details: [
        "The text of share goes to lp, which sends it to the printer. A browser prints the pages of export html, with pictures."
      ]
    ) { context, row, scale in try context.printOnPaper(row, scale) }
  }
}

/// A row, and one of its fields.
private struct CopiedPart: Sendable {
  let row: Int
  /// The index of the field; nil for the row as a whole.
  let field: Int?
}

extension GiveContext {
  /// `[FIELD] ITEM`: a field and a row, or a row alone; without a row, the one shown last.
  fileprivate static var copied: Parameter<GiveContext, CopiedPart> {
    Parameter(
      "[FIELD] ITEM", .statement, complete: { $0.copySuggestions($1) },
      parse: { try $0.copiedPart($1.word, in: $1.line) }
    ).or { CopiedPart(row: try $0.session.row(nil, in: ""), field: nil) }
  }

  private func copiedPart(_ word: Word, in line: String) throws -> CopiedPart {
    guard let first = words(of: line, in: word.range).words.first, !first.isQuoted,
      let field = catalog.schema.index(of: first.text)
    else { return CopiedPart(row: try session.row(word, in: line), field: nil) }
    let rest = trimmed(line, first.range.upperBound..<word.range.upperBound)
    let item =
      rest.isEmpty ? nil : Word(text: slice(line, rest), range: rest, isQuoted: false)
    do {
      return CopiedPart(row: try session.row(item, in: line), field: field)
    } catch {
      // A name may begin with the name of a field.
      guard let row = try? session.row(word, in: line) else { throw error }
      return CopiedPart(row: row, field: nil)
    }
  }

  fileprivate func copySuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let first = String(request.text.prefix { $0 != " " })
    if first.utf8.count < request.text.utf8.count, catalog.schema.index(of: first) != nil {
      return assistance.itemSuggestions(request.from(first.utf8.count + 1), endsStatement: true)
    }
    let fields =
      request.text.isEmpty ? [] : request.suggestions(assistance.fieldCandidates, isWhole: true)
    return fields + assistance.itemSuggestions(request, endsStatement: true)
  }

  fileprivate func copy(_ part: CopiedPart, _ scale: RequestedScale) throws {
    let name = harmless(catalog.name(part.row))
    let clipboard = Clipboard(world: world, output: output, options: options)
    guard let field = part.field else {
      return try clipboard.put(try sharedText(part.row, scale), what: "\(name) is")
    }
    let title = catalog.schema.fields[field].name
    guard let text = try text(of: field, part.row, scale) else {
      throw Failure("\(name) has no \(title)", hint: "show \(name) shows its fields")
    }
    let verb = title.hasSuffix("s") ? "are" : "is"
    try clipboard.put(text, what: "the \(title) of \(name) \(verb)")
  }

  /// The text of a field: lines for lists, and scaled ingredients and steps; nil if the row has none.
  func text(of field: Int, _ row: Int, _ scale: RequestedScale) throws -> String? {
    guard let value = catalog.value(field, row) else { return nil }
    let recipe = try recipe(row, scale)
    switch catalog.schema.fields[field].role {
    case .ingredients: return recipe.ingredients.lines.joined(separator: "\n")
    case .instructions: return recipe.steps.lines.joined(separator: "\n")
    default:
      if case .list(let items) = value { return items.joined(separator: "\n") }
      return session.link(field, of: row) ?? value.text
    }
  }

  private func recipe(_ row: Int, _ scale: RequestedScale) throws -> Recipe {
    try feeds.complete([row])
    let dish = Dish(catalog, row, scale: scale.scale)
    try views.requireScale(scale, of: dish)
    return views.records.recipe(row, dish, notes: [])
  }

  /// The text of a row for a message, without the user's notes.
  fileprivate func sharedText(_ row: Int, _ scale: RequestedScale) throws -> String {
    PlainRecipeWriter.text(of: try recipe(row, scale))
  }

  /// The number of characters in a line on paper, as printers put text on A4 and Letter.
  private static let paperWidth = 78

  fileprivate func printOnPaper(_ row: Int, _ scale: RequestedScale) throws {
    let text = try sharedText(row, scale)
    guard world.opener.canRun("lp") else {
      throw Failure(
        "no program for printers (lp) was found",
        hint:
          "export html FOLDER ITEM makes a page that a browser prints; export text FILE ITEM writes the text"
      )
    }
    var paper = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let mark = line.prefix { $0 == "-" || $0 == "." || $0.isNumber }
      let indent = line.hasPrefix(mark + " ") && !mark.isEmpty ? mark.count + 1 : 0
      let rows = wrapped(String(line.dropFirst(indent)), to: Self.paperWidth - indent)
      for (number, part) in (rows.isEmpty ? [""] : rows).enumerated() {
        let start =
          number == 0 ? String(line.prefix(indent)) : String(repeating: " ", count: indent)
        paper += start + part + "\n"
      }
    }
    let name = harmless(catalog.name(row))
    guard world.viewer.send("lp", Array(paper.utf8)) == 0 else {
      throw Failure("lp could not print \(name)", hint: "lpstat -p lists the printers")
    }
    output.say("\(name) is sent to the printer")
  }
}
