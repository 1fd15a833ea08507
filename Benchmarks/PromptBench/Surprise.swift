import TestSupport

/// What a program shows is not what was typed, so that its times would mean nothing.
struct Surprise: Error, CustomStringConvertible {
  let description: String

  init(of prompt: Prompt, after keys: String) {
    description = "\(prompt.program.name) after `\(keys)` shows:\n\(prompt.terminal.screen.text)"
  }
}
