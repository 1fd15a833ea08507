import FoundationEssentials

/// Everything the shell reads or changes outside its own memory.
package struct World: Sendable {
  /// The present moment.
  package var now: @Sendable () -> Date
  /// How far local time is ahead of UTC at a moment, in seconds.
  package var localOffset: @Sendable (Date) -> Int
  /// Waits, until an interruption at the longest.
  package var wait: @Sendable (Duration) async throws -> Void
  package var chance: Chance
  package var environment: [String: String]
  package var folders: Folders
  package var files: any FileSystem
  package var http: any HTTPTransport
  package var opener: Opener
  package var viewer: TextViewer
  package var console: Console
  package var interruptions: Interruptions
  /// Rings the terminal's bell, where there is one to hear it.
  package var ring: @Sendable () -> Void
  /// Has something called, from any thread, each time that memory gets short.
  package var whenMemoryIsShort: @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

  /// How many bytes of memory there are for this process.
  package var memory: @Sendable () -> Int = { .max }
  /// Runs this program once more with other words, in a process of its own on the same terminal.
  ///
  /// It returns its exit status, or 128 and the signal that ended it; nil where that cannot be done.
  package var runAgain: @Sendable (_ words: [String]) -> Int32? = { _ in nil }
  /// Does something that waits for what others do; a clock that stands still lets their waits end meanwhile.
  package var whileWaiting: @Sendable (_ body: () -> Void) -> Void = { $0() }

  package init(
    now: @escaping @Sendable () -> Date, localOffset: @escaping @Sendable (Date) -> Int,
    wait: @escaping @Sendable (Duration) async throws -> Void, chance: Chance,
    environment: [String: String], folders: Folders, files: any FileSystem,
    http: any HTTPTransport, opener: Opener, viewer: TextViewer = .none, console: Console,
    interruptions: Interruptions,
    ring: @escaping @Sendable () -> Void = {},
    whenMemoryIsShort: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    self.now = now
    self.localOffset = localOffset
    self.wait = wait
    self.chance = chance
    self.environment = environment
    self.folders = folders
    self.files = files
    self.http = http
    self.opener = opener
    self.viewer = viewer
    self.console = console
    self.interruptions = interruptions
    self.ring = ring
    self.whenMemoryIsShort = whenMemoryIsShort
  }

  /// The local date at a moment, as in `2026-11-20`.
  package func day(of moment: Date) -> String {
    String(local(moment).prefix(10))
  }

  /// The local date and time at a moment, as in `2026-11-20 23:15`.
  package func minute(of moment: Date) -> String {
    let text = local(moment)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  private func local(_ moment: Date) -> String {
    moment.addingTimeInterval(Double(localOffset(moment))).formatted(.iso8601)
  }
}

extension World {
  /// A path with the person's home in place of `~`.
  package func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] else {
      return path
    }
    return home + path.dropFirst()
  }
}
