import Assistance
import Diagnostics
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import World

extension Command<ShellContext> {
  static var edit: Self {
    Self(
      "edit", summary: "Edit a recipe of yours, or the previous line, in your editor.",
      needsFeed: false,
      forms: [
        Form("", Context.itemText, summary: "Edit a recipe; one of another feed is saved first.") {
          context, item in
          let row = try context.session.row(item.word, in: item.line)
          try context.recipes.edit(row)
        },
        .asking(
          "", .typedLine, summary: "Edit the previous line, which returns to the prompt."
        ) { context, typed in
          guard context.options.isInteractive else {
            throw Failure("`edit` works at the prompt only")
          }
          let line = context.line(before: typed)
          return .draft(try TextEditor(world: context.world).edit(line))
        },
      ],
      examples: [
        "edit Lasagne", "edit",
      ],
      details: [
        "The editor is the one that VISUAL or EDITOR names. Alt-e opens it on the line being typed."
      ])
  }
}

extension ShellContext {
  fileprivate var recipes: RecipeEditor {
    RecipeEditor(
      session: session, collection: collection, feeds: feeds, output: output, world: world,
      options: options)
  }

  /// The line of the history before the current one, which may or may not be stored already.
  fileprivate func line(before present: String) -> String {
    history.refresh()
    let last = history.latest(startingWith: "", before: history.count)
    let isPresent = last.map { history[$0] == present } ?? false
    let wanted = isPresent ? last.flatMap { history.latest(startingWith: "", before: $0) } : last
    return wanted.map { history[$0] } ?? ""
  }
}

/// The editor of the user's choice.
package struct TextEditor {
  /// The maximum length of a text from an editor, in bytes.
  private static let longestText = 1 << 20

  let world: World

  package init(world: World) { self.world = world }

  /// Lets the user edit a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - ending: The ending of the file's name, by which an editor knows its format.
  /// - Returns: The text without white space at its end.
  /// - Throws: ``Failure`` if there is no editor, or it fails.
  package func edit(_ text: String, ending: String = "txt") throws -> String {
    guard let editor = command else {
      throw Failure("no editor was found", hint: "EDITOR names one, such as: export EDITOR=nano")
    }
    let folder = world.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let path = "\(folder)/larder-\(UUID().uuidString).\(ending)"
    try world.files.write(Array((text + "\n").utf8), to: path, replacing: false)
    // The file contains only text that the user sees on the screen.
    defer { try? world.files.remove(path) }
    switch world.opener.open(path, editor) {
    case .opened: break
    case .none: throw Failure("no editor was found")
    case .failed(let reason): throw Failure("the editor did not work: \(reason)")
    }
    let bytes = try world.files.contents(of: path, limit: Self.longestText)
    return String(decoding: bytes, as: UTF8.self).trimmingSuffix { $0.isNewline }
  }

  /// The editor of the user, or one that is installed.
  private var command: String? {
    let named = [world.environment["VISUAL"], world.environment["EDITOR"]].lazy.compactMap { $0 }
    return named.first { !$0.allSatisfy(\.isWhitespace) }
      ?? ["nano", "vi"].first { world.opener.canRun($0) }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isDropped(last) { text.removeLast() }
    return text
  }
}
