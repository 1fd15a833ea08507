import Diagnostics
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import World

extension Command<CommandContext> {
  static var edit: Self {
    .asking(
      "edit", summary: "Edit the previous line in your editor; it returns to the prompt.",
      needsFeed: false,
      examples: [
        "edit"
      ],
      details: [
        "The editor is the one that VISUAL or EDITOR names. Alt-e opens it on the line being typed."
      ]
    ) { context, arguments in
      guard context.options.isInteractive else {
        throw Failure("`edit` works at the prompt only")
      }
      let line = context.line(before: arguments.line)
      return .draft(try TextEditor(world: context.world).edit(line))
    }
  }
}

extension CommandContext {
  /// The last line of the history but the present one, which may be kept by now or never.
  fileprivate func line(before present: String) -> String {
    history.refresh()
    let last = history.latest(startingWith: "", before: history.count)
    let isPresent = last.map { history[$0] == present } ?? false
    let wanted = isPresent ? last.flatMap { history.latest(startingWith: "", before: $0) } : last
    return wanted.map { history[$0] } ?? ""
  }
}

/// The person's own editor.
package struct TextEditor {
  /// The longest line that is taken back from an editor, in bytes.
  private static let longestLine = 1 << 20

  let world: World

  package init(world: World) { self.world = world }

  /// Changes a text in the person's own editor.
  ///
  /// - Throws: ``Failure`` if there is none, or it fails; the text is then as it was.
  package func edit(_ text: String) throws -> String {
    guard let editor = command else {
      throw Failure("no editor was found", hint: "EDITOR names one, such as: export EDITOR=nano")
    }
    let folder = world.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let path = "\(folder)/larder-\(UUID().uuidString).txt"
    try world.files.write(Array((text + "\n").utf8), to: path, replacing: false)
    // The file holds nothing that the person has not got on the screen.
    defer { try? world.files.remove(path) }
    switch world.opener.open(path, editor) {
    case .opened: break
    case .none: throw Failure("no editor was found")
    case .failed(let reason): throw Failure("the editor did not work: \(reason)")
    }
    let bytes = try world.files.contents(of: path, limit: Self.longestLine)
    return String(decoding: bytes, as: UTF8.self).trimmingSuffix { $0.isNewline }
  }

  /// The person's editor, or one that is there.
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
