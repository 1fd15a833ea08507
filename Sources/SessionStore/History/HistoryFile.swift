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
  /// Whether a line has a secret in it, and is not kept either.
  package var hasSecret: (_ line: String) -> Bool = { _ in false }

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
    if hasSecret(line) || neverSaved().contains(where: { $0.matches(line, .whole) }) { return }
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

extension HistoryFile {
  /// What is known of the file that lines are read from.
  struct FileState {
    /// What tells it from another one that takes its place.
    var identity: [UInt64] = []
    /// How many of its bytes were learned.
    var learned = 0
    /// How many entries those have.
    var count = 0

    /// Whether it is to be written anew.
    var isLong: Bool { count > HistoryFile.longCount || learned > HistoryFile.longSize }
  }

  /// Whether a line was ever entered; found out without reading any.
  package var hasLines: Bool {
    if lines.count > 0 || !memory.isEmpty { return true }
    // Where nothing can be known there is nothing to be read either.
    guard let path, let status = try? files.status(of: files.absolute(path)) else { return false }
    return status.size > 0
  }

  /// Learns the lines that were added since the last call, by this shell or another.
  package func refresh() {
    if let path { readTail(of: path) }
    lines.learn(memory[memoryLearned...])
    memoryLearned = memory.count
  }

  private func readTail(of path: String) {
    do throws(FileError) {
      let status = try files.status(of: files.absolute(path))
      if status.identity == known.identity, status.size == known.learned { return }
      let isOther = status.identity != known.identity || status.size < known.learned
      let start = isOther ? 0 : known.learned
      let (bytes, first) = try readBytes(of: path, from: start)
      let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let kept = latest(bytes[..<end])
      if isOther, lines.count > 0 { lines.learnUnknown(kept) } else { lines.learn(kept) }
      if isOther { known.count = 0 }
      known.identity = status.identity
      known.learned = first + end
      known.count += bytes[..<end].count { $0 == 0x0A }
    } catch {
      if error.reason != .missing, error.reason != .stopped { fail(error) }
    }
  }

  /// The bytes of the file from an offset on, of very many only the last ones, and where they begin.
  private func readBytes(
    of path: String, from start: Int
  ) throws(FileError) -> (bytes: [UInt8], first: Int) {
    let file = try files.open(path, limit: .max)
    let first = max(start, file.count - 2 * Self.longSize)
    var bytes = [UInt8](repeating: 0, count: max(0, file.count - first))
    let count = try file.read(at: first, into: &bytes, 0..<bytes.count)
    return (Array(bytes[..<count]), first)
  }

  /// The last entries of some, as many as are read.
  private func latest(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var left = Self.limit + 1
    var place = bytes.endIndex
    while place > bytes.startIndex {
      place -= 1
      if bytes[place] == 0x0A { left -= 1 }
      if left == 0 { return bytes[(place + 1)...] }
    }
    return bytes
  }
}

extension HistoryFile {
  /// Writes an entry behind all others in one piece.
  func append(_ entry: [UInt8], to path: String) throws(FileError) {
    let folder = folder(of: path)
    try files.makeFolder(folder)
    do {
      try files.whileLocked(folder) {
        try files.append(lineEnd(of: path) + entry, to: path)
        if known.isLong { refresh() }
        // A file that cannot be written anew stays as it is, and the next line tries again.
        if known.isLong { try? writeAnew(path) { _ in false } }
      }
    } catch {
      // Where nothing can be locked, nobody writes the file anew; what failed otherwise fails again.
      try files.append(lineEnd(of: path) + entry, to: path)
    }
  }

  /// What ends the last line of the file, if it has no end: a line cut off by a full disk would swallow the next.
  private func lineEnd(of path: String) -> [UInt8] {
    var last: [UInt8] = [0x0A]
    // A file that cannot be read says so when it is written to, or is a new one.
    if let file = try? files.open(path, limit: .max), file.count > 0 {
      _ = try? file.read(at: file.count - 1, into: &last, 0..<1)
    }
    return last == [0x0A] ? [] : [0x0A]
  }

  /// Writes the file without some of its entries, while nobody else adds one.
  func rewrite(_ path: String, without isUnwanted: (ArraySlice<UInt8>) -> Bool) throws {
    try files.whileLocked(folder(of: path)) { try writeAnew(path, without: isUnwanted) }
  }

  /// Keeps the last entries, in another file that takes the place of the first.
  private func writeAnew(
    _ path: String, without isUnwanted: (ArraySlice<UInt8>) -> Bool
  ) throws {
    refresh()
    let all = try files.contents(of: path, limit: .max)
    let entries = all.split(separator: 0x0A).filter { HistoryRecord($0) != nil && !isUnwanted($0) }
    let kept = entries.suffix(Self.limit)
    var bytes: [UInt8] = []
    for entry in kept { bytes += entry + [0x0A] }
    try files.write(bytes, to: path, replacing: true)
    known = FileState(
      identity: try files.status(of: files.absolute(path)).identity, learned: bytes.count,
      count: kept.count)
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
