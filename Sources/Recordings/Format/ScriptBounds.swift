/// How much a script may be and do, whoever wrote it.
package enum ScriptBounds {
  /// Bytes of the text, and of one line of it.
  package static let (text, line) = (1 << 20, 4096)
  package static let lines = 10_000
  /// Bytes of all files that it carries along.
  package static let attachments = 4 << 20
  package static let repetitions = 100
  /// How deep repetitions stand in one another.
  package static let nesting = 2
  /// Steps, each repetition counted.
  package static let steps = 2000
  /// Placeholders of one line, `[..]` aside.
  package static let placeholders = 32
  /// Keys of one step, and of all steps.
  package static let (stepKeys, keys) = (1000, 20_000)
  /// Milliseconds of one rest, and of all rests.
  package static let (pause, pauses) = (30_000, 600_000)
  /// By how many milliseconds a script moves the clock in all: a hundred years.
  package static let clock = 100 * 366 * 86_400_000
  package static let columns = 20...400
  package static let rows = 5...200
  /// Bytes that the values of all variables have, and that a text has once they stand in it.
  package static let variables = 64 << 10
  /// Scripts that a script includes, how deep, and bytes of all.
  package static let (includes, includeDepth, includedText) = (64, 8, 2 << 20)
}
