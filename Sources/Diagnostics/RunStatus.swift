/// How a run of the program ended, by the conventions of `sysexits.h`.
package enum RunStatus: Int32, Sendable {
  case success = 0
  case failure = 1
  /// The command line cannot be understood.
  case usage = 64
  /// The bytes are not a feed, or not one under `--strict`.
  case notAFeed = 65
  /// There is no such file or page.
  case noInput = 66
  /// The network did not answer.
  case network = 69
  /// The disk failed.
  case disk = 74
  case interrupted = 130
}
