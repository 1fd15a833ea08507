/// What hands a link to another program.
package struct Opener: Sendable {
  /// How it went.
  package enum Outcome: Equatable, Sendable {
    /// The program was started, or ran in this terminal and ended.
    case opened
    /// There is nothing on this machine that opens links.
    case none
    /// The program could not be started or said that it failed.
    case failed(String)
  }

  /// Whether there is something that opens links: a command of the person's, or of the desktop.
  package var canOpen: @Sendable (_ command: String?) -> Bool

  /// Opens a link with a command of the person's, or with what the desktop has if there is none.
  ///
  /// The link is one argument of its own; no shell ever sees it.
  package var open: @Sendable (_ link: String, _ command: String?) -> Outcome

  /// Whether there is a program of that name.
  package var canRun: @Sendable (_ program: String) -> Bool

  package init(
    canOpen: @escaping @Sendable (_ command: String?) -> Bool,
    open: @escaping @Sendable (_ link: String, _ command: String?) -> Outcome,
    canRun: @escaping @Sendable (_ program: String) -> Bool = { _ in false }
  ) {
    self.canOpen = canOpen
    self.open = open
    self.canRun = canRun
  }
}

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
