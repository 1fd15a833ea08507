import Diagnostics
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import World

extension Command<ShellContext> {
  static var edit: Self {
    .asking(
      "edit", .typedLine,
      summary: "Edit the previous line in your editor; it returns to the prompt.",
      needsFeed: false,
      examples: [
        "edit"
      ],
      details: [
        "The editor is the one that VISUAL or EDITOR names. Alt-e opens it on the line being typed."
      ]
    ) { context, typed in
      guard context.options.isInteractive else {
        throw Failure("`edit` works at the prompt only")
      }
      let line = context.line(before: typed)
      return .draft(try TextEditor(world: context.world).edit(line))
    }
  }
}

extension ShellContext {
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
  /// The maximum length of a line from an editor, in bytes.
  private static let longestLine = 1 << 20

  let world: World

  package init(world: World) { self.world = world }

  /// Lets the user edit a text.
  ///
  /// - Throws: ``Failure`` if there is no editor, or it fails.
  package func edit(_ text: String) throws -> String {
    guard let editor = command else {
      throw Failure("no editor was found", hint: "EDITOR names one, such as: export EDITOR=nano")
    }
    let folder = world.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let path = "\(folder)/larder-\(UUID().uuidString).txt"
    try world.files.write(Array((text + "\n").utf8), to: path, replacing: false)
    // The file contains only text that the user sees on the screen.
    defer { try? world.files.remove(path) }
    switch world.opener.open(path, editor) {
    case .opened: break
    case .none: throw Failure("no editor was found")
    case .failed(let reason): throw Failure("the editor did not work: \(reason)")
    }
    let bytes = try world.files.contents(of: path, limit: Self.longestLine)
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
