/// Opens links with another program.
package struct Opener: Sendable {
  /// The result of opening a link.
  package enum Outcome: Equatable, Sendable {
    /// The program was started, or ran in this terminal and succeeded.
    case opened
    /// No program for links is available.
    case none
    /// The program could not be started or failed.
    case failed(String)
  }

  /// Whether links can be opened, with the user's command or the desktop's.
  package var canOpen: @Sendable (_ command: String?) -> Bool

  /// Opens a link with the user's command, or with the desktop's if there is none.
  ///
  /// The link is passed as a single argument, without a shell.
  package var open: @Sendable (_ link: String, _ command: String?) -> Outcome

  /// Whether a program of that name exists.
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

/// Starts a pager such as `less`.
package struct TextViewer: Sendable {
  /// A running pager.
  package struct Running {
    /// Writes text to the pager; returns false if it does not accept more.
    package var write: ([UInt8]) -> Bool
    /// Closes the input, waits until the pager exits, and returns its exit status.
    package var finish: () -> Int

    package init(write: @escaping ([UInt8]) -> Bool, finish: @escaping () -> Int) {
      self.write = write
      self.finish = finish
    }
  }

  /// Starts a command; nil if it fails.
  ///
  /// The command is split at spaces, without a shell.
  package var start: @Sendable (_ command: String) -> Running?

  /// Runs a command with a text on its standard input, discards its output, and returns its exit status; nil if it cannot
  /// be started.
  ///
  /// The command is split at spaces, without a shell.
  package var send: @Sendable (_ command: String, _ text: [UInt8]) -> Int?

  package init(
    start: @escaping @Sendable (_ command: String) -> Running?,
    send: @escaping @Sendable (_ command: String, _ text: [UInt8]) -> Int? = { _, _ in nil }
  ) {
    self.start = start
    self.send = send
  }

  /// A viewer without pagers.
  package static let none = TextViewer { _ in nil }
}
