import TestSupport

/// The program shows other text than was typed, so that its times would be meaningless.
struct Surprise: Error, CustomStringConvertible {
  let description: String

  init(of prompt: Prompt, after keys: String) {
    description = "\(prompt.program.name) after `\(keys)` shows:\n\(prompt.terminal.screen.text)"
  }
}
