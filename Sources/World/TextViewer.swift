/// What starts a program that shows long texts, as `less` does.
package struct TextViewer: Sendable {
  /// A program that takes a text and shows it on the terminal.
  package struct Running {
    /// Hands on a part of the text; false if the program takes no more.
    package var write: ([UInt8]) -> Bool
    /// Ends the text, waits until the person has left the program, and tells the status that it ended with.
    package var finish: () -> Int

    package init(write: @escaping ([UInt8]) -> Bool, finish: @escaping () -> Int) {
      self.write = write
      self.finish = finish
    }
  }

  /// Starts a command; nil if that cannot be done.
  ///
  /// Its words are split at spaces, and no shell sees them.
  package var start: @Sendable (_ command: String) -> Running?

  package init(start: @escaping @Sendable (_ command: String) -> Running?) { self.start = start }

  /// A machine that has no such programs.
  package static let none = TextViewer { _ in nil }
}
