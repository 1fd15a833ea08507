import FoundationEssentials
import Text
import World

/// The lines that were entered at prompts, one a line in a file that several shells add to.
///
/// Each entry is the time in seconds since 1970, a tab, and the line, its line feeds, tabs and
/// backslashes escaped. An entry is on disk before the line runs. Nothing is read before a line is
/// asked for, and then only what was added since.
///
/// Whoever writes holds the lock of the folder, so that a file that grew too long can be written anew
/// without losing what another shell adds meanwhile; where nothing can be locked it only grows.
package final class HistoryFile {
  /// A line and when it was entered.
  package struct Entry: Equatable, Sendable {
    /// What the line is called by; the oldest is 0.
    package var number: Int
    package var date: Date
    package var line: String
  }

  /// The most entries that are read, and that are left of a file that grew too long.
  package static let limit = 10_000

  /// How many entries, or bytes, make a file too long.
  static let longCount = 20_000
  static let longSize = 8 << 20

  /// Where the file is; nil for a history in memory.
  let path: String?
  let files: any FileSystem
  private let now: @Sendable () -> Date
  /// Lines that match one of these are not kept; asked for each line.
  package var neverSaved: () -> [Pattern] = { [] }

  /// The lines that were learned.
  var lines = HistoryLines()
  private var usage = WordUsage()
  private var folded = FoldedLines()
  /// Lines that could not be written yet, or that are to be forgotten at the end.
  var memory: [UInt8] = []
  var memoryLearned = 0
  /// What is known of the file: which it is, how much of it was learned, and how many entries that were.
  var known = FileState()
  /// Whether a line could not be kept before; that is said once.
  private var hasFailed = false
  /// What went wrong when a line was to be kept; said once.
  package private(set) var failure: FileError?

  package init(path: String?, files: any FileSystem, now: @escaping @Sendable () -> Date) {
    self.path = path
    self.files = files
    self.now = now
  }

  /// All lines, the oldest first; one that was entered again only at its latest place.
  package func entries() -> [Entry] {
    refresh()
    return (0..<lines.count).filter { lines.isLatest($0) }.map { entry($0) }
  }

  /// A line, and when it was entered.
  package func entry(_ number: Int) -> Entry {
    Entry(
      number: number, date: Date(timeIntervalSince1970: lines.seconds(number)),
      line: lines.text(number))
  }

  /// How many lines were learned.
  package var count: Int { lines.count }

  /// A line by its number, the oldest being 0.
  package subscript(number: Int) -> String { lines.text(number) }

  /// The number of the latest line before another that begins with a text and is longer.
  package func latest(startingWith text: String, before number: Int) -> Int? {
    lines.latest(startingWith: HistoryRecord.escaped(text), before: number)
  }

  /// The lines with all words of a text in them, whatever their case and accents, the latest first.
  package func matches(_ text: String, limit: Int) -> [Int] {
    folded.learn(lines)
    return folded.matches(text, limit: limit) { lines.isLatest($0) }
  }

  /// How often the words of a text were entered; of several words that of the rarest.
  package func usage(of text: String) -> Int {
    folded.learn(lines)
    usage.learn(folded)
    return usage.count(of: text)
  }

  /// Remembers a line, unless it is of those that are never saved.
  package func add(_ line: String) {
    if neverSaved().contains(where: { $0.matches(line, .whole) }) { return }
    memory += HistoryRecord.bytes(of: line, at: Int(now().timeIntervalSince1970))
    keep()
  }

  /// Writes the lines that are not in the file yet, as those that a full disk did not take.
  package func keep() {
    guard let path, !memory.isEmpty else { return }
    let before = (memory, memoryLearned, known)
    // Of what was learned already the file brings nothing again if it is taken for another one.
    if memoryLearned > 0 { known.identity = [] }
    (memory, memoryLearned) = ([], 0)
    do {
      try append(before.0, to: path)
    } catch {
      (memory, memoryLearned, known) = before
      fail(error)
    }
  }

  /// Forgets a line wherever it was entered.
  ///
  /// - Throws: ``FileError`` if it stays in the file.
  package func delete(_ number: Int) throws {
    let line = Array(lines.bytes(number))
    if let path {
      keep()
      try rewrite(path) { HistoryRecord($0).map { $0.line.elementsEqual(line) } ?? false }
    }
    lines.forget(number)
  }

  /// Notes what went wrong, unless something did before.
  func fail(_ error: FileError) {
    if !hasFailed { failure = error }
    hasFailed = true
  }

  /// Takes the failure, so that it is said once.
  package func takeFailure() -> FileError? {
    defer { failure = nil }
    return failure
  }
}
