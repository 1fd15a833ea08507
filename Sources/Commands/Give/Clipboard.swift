import Diagnostics
import FoundationEssentials
import Output
import Terminal
import Text
import World

/// The clipboard of the user, which the terminal or a program changes.
struct Clipboard {
  let world: World
  let output: Output
  let options: RunOptions

  /// The maximum length of a text for the terminal, in bytes: many terminals end a sequence at 100,000 bytes, in Base64.
  static let terminalLimit = 74_994

  /// Puts a text on the clipboard, and reports that.
  ///
  /// A terminal that is known to have a clipboard gets it (`OSC 52`), also over SSH. Otherwise, tmux or a program of the
  /// desktop does; without one, the terminal gets it after all. In plain mode, only programs do.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - what: What it is, with its verb, such as `Lasagne is`.
  /// - Throws: ``Failure`` if there is no clipboard, or the text is too long for it.
  func put(_ text: String, what: String) throws {
    let bytes = Array(text.utf8)
    // A script must not change the clipboard of those who watch it.
    if options.isStaged { return output.say("\(what) on the clipboard") }
    if let terminal, hints.understandsClipboard, !output.isPlain {
      try write(bytes, to: terminal)
      return output.say("\(what) on the clipboard")
    }
    for command in programs where world.viewer.send(command, bytes) == 0 {
      return output.say("\(what) on the clipboard")
    }
    guard let terminal, !output.isPlain,
      !["", "dumb", "linux"].contains(world.environment["TERM"] ?? "")
    else {
      throw Failure(
        "no clipboard was found", hint: "install wl-copy, xclip or xsel; share ITEM prints the text"
      )
    }
    try write(bytes, to: terminal)
    output.say(
      "\(what) sent to the terminal, which may have a clipboard; share ITEM prints the text")
  }

  private var hints: TerminalHints { TerminalHints(world.environment) }

  /// The stream that leads to a terminal; nil if none does.
  private var terminal: Console.Stream? {
    [world.console.output, world.console.errors].first { $0.isTerminal }
  }

  private func write(_ bytes: [UInt8], to terminal: Console.Stream) throws {
    guard bytes.count <= Self.terminalLimit else {
      throw Failure(
        "\(byteText(bytes.count)) are too much for the clipboard of a terminal, which takes "
          + byteText(Self.terminalLimit),
        hint: "copy FIELD ITEM copies a part; export text FILE ITEM writes a file")
    }
    let sequence = Array("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{7}".utf8)
    _ = terminal.write(isInTmux ? passedThrough(sequence) : sequence)
  }

  private var isInTmux: Bool { !(world.environment["TMUX"] ?? "").isEmpty }

  /// The commands that put their standard input on a clipboard here, those of tmux first.
  private var programs: [String] {
    let needs: [(variable: String?, command: String)] = [
      ("TMUX", "tmux load-buffer -w -"), (nil, "pbcopy"), ("WAYLAND_DISPLAY", "wl-copy"),
      ("DISPLAY", "xclip -selection clipboard"), ("DISPLAY", "xsel --clipboard --input"),
    ]
    return needs.filter { variable, command in
      let isHere = variable.map { !(world.environment[$0] ?? "").isEmpty } ?? true
      let name = command.prefix { $0 != " " }
      return isHere && world.opener.canRun(String(name))
    }.map(\.command)
  }
}
