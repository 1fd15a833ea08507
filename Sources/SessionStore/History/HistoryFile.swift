import FoundationEssentials
import Text
import World

/// The history of entered lines: a file with a line for each, to which several shells append.
///
/// An entry is the time in seconds since 1970, a tab, and the line with escaped line feeds, tabs and backslashes. It is
/// on disk before the line runs. The file is read when a line is first asked for, and then only what was added since.
///
/// Writers hold the lock of the folder, so that a file that is too long can be replaced without losing entries of other
/// shells. Where locks are not available, the file only grows.
package final class HistoryFile {
  /// A line, and the time at which it was entered.
  package struct Entry: Equatable, Sendable {
    /// The number of the line; the oldest is 0.
    package var number: Int
    package var date: Date
    package var line: String
  }

  /// The maximum number of entries to read, and to retain when a file that is too long is replaced.
  package static let limit = 10_000

  /// The number of entries from which a file is too long.
  static let longCount = 20_000
  static let longSize = 8 << 20

  /// The path of the file; nil for a history in memory.
  let path: String?
  let files: any FileSystem
  private let now: @Sendable () -> Date
  /// Returns patterns of lines that are not stored; called for each line.
  package var neverSaved: () -> [Pattern] = { [] }
  /// Whether a line contains a secret, and is therefore not stored.
  package var hasSecret: (_ line: String) -> Bool = { _ in false }

  /// The lines read so far.
  var lines = HistoryLines()
  private var usage = WordUsage()
  private var folded = FoldedLines()
  /// Lines that are not on disk: those that could not be written yet, and those of this process only.
  var memory: [UInt8] = []
  var memoryLearned = 0
  /// The part of the file that was read.
  var known = FileState()
  /// Whether storing a line has failed before; it is reported once.
  private var hasFailed = false
  /// The error when a line could not be stored; reported once.
  package private(set) var failure: FileError?
  /// Whether the file was found to be the user's own.
  private var isClaimed = false
  /// Messages about permissions of other users that were removed.
  private var notices: [String] = []

  package init(path: String?, files: any FileSystem, now: @escaping @Sendable () -> Date) {
    self.path = path
    self.files = files
    self.now = now
  }

  /// All lines, the oldest first; repeated lines only at their latest place.
  package func entries() -> [Entry] {
    refresh()
    return (0..<lines.count).filter { lines.isLatest($0) }.map { entry($0) }
  }

  /// The line with a number, and the time at which it was entered.
  package func entry(_ number: Int) -> Entry {
    Entry(
      number: number, date: Date(timeIntervalSince1970: lines.seconds(number)),
      line: lines.text(number))
  }

  /// The number of lines read so far.
  package var count: Int { lines.count }

  /// The line with a number; the oldest is 0.
  package subscript(number: Int) -> String { lines.text(number) }

  /// The number of the latest line before another that begins with a text and is longer.
  package func latest(startingWith text: String, before number: Int) -> Int? {
    lines.latest(startingWith: HistoryRecord.escaped(text), before: number)
  }

  /// The lines that contain all words of a text, ignoring case and diacritics, the latest first.
  package func matches(_ text: String, limit: Int) -> [Int] {
    folded.learn(lines)
    return folded.matches(text, limit: limit) { lines.isLatest($0) }
  }

  /// How often the rarest word of a text was entered.
  package func usage(of text: String) -> Int {
    folded.learn(lines)
    usage.learn(folded)
    return usage.count(of: text)
  }

  /// Adds a line, unless lines of its kind are never stored.
  package func add(_ line: String) {
    if hasSecret(line) || neverSaved().contains(where: { $0.matches(line, .whole) }) { return }
    memory += HistoryRecord.bytes(of: line, at: Int(now().timeIntervalSince1970))
    keep()
  }

  /// Writes the lines that are not on disk yet, such as those after the disk was full.
  package func keep() {
    guard let path, !memory.isEmpty else { return }
    let before = (memory, memoryLearned, known)
    // If the file was replaced, its entries may already be known.
    if memoryLearned > 0 { known.identity = [] }
    (memory, memoryLearned) = ([], 0)
    do {
      try append(before.0, to: path)
    } catch {
      (memory, memoryLearned, known) = before
      fail(error)
    }
  }

  /// Deletes all entries of a line.
  ///
  /// - Throws: ``FileError`` if it cannot be removed from the file.
  package func delete(_ number: Int) throws {
    let line = Array(lines.bytes(number))
    if let path {
      keep()
      try rewrite(path) { HistoryRecord($0).map { $0.line.elementsEqual(line) } ?? false }
    }
    lines.forget(number)
  }

  /// Records an error, unless there is one already.
  func fail(_ error: FileError) {
    if !hasFailed { failure = error }
    hasFailed = true
  }

  /// Takes the messages about permissions of other users that were removed, so that each is reported once.
  package func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  /// Makes sure that the file is the user's own, before it is first used.
  func claim(_ path: String) throws(FileError) {
    if isClaimed { return }
    // A pipe or a device would keep the prompt waiting, or never end.
    if files.kind(of: path) == .other, files.absolute(path) != "/dev/null" {
      throw FileError(
        path: path,
        reason: .refused("is not a regular file; remove it, or link it to /dev/null for no history")
      )
    }
    notices += try files.claimFile(path)
    isClaimed = true
  }

  /// Takes the error, so that it is reported once.
  package func takeFailure() -> FileError? {
    defer { failure = nil }
    return failure
  }
}

extension HistoryFile {
  /// The part of a file that was read.
  struct FileState {
    /// Identifies the file, to notice a replacement.
    var identity: [UInt64] = []
    /// The number of bytes read.
    var learned = 0
    /// The number of entries read.
    var count = 0

    /// Whether the file is to be replaced by a shorter one.
    var isLong: Bool { count > HistoryFile.longCount || learned > HistoryFile.longSize }
  }

  /// Whether the history has lines; does not read them.
  package var hasLines: Bool {
    if lines.count > 0 || !memory.isEmpty { return true }
    // A history whose file cannot be examined cannot be read either.
    guard let path, let status = try? files.status(of: files.absolute(path)) else { return false }
    return status.size > 0
  }

  /// Reads the lines that were added since the last call, by this shell or another.
  package func refresh() {
    if let path { readTail(of: path) }
    lines.learn(memory[memoryLearned...])
    memoryLearned = memory.count
  }

  private func readTail(of path: String) {
    do throws(FileError) {
      try claim(path)
      let status = try files.status(of: files.absolute(path))
      if status.identity == known.identity, status.size == known.learned { return }
      let isOther = status.identity != known.identity || status.size < known.learned
      let start = isOther ? 0 : known.learned
      let (bytes, first) = try readBytes(of: path, from: start)
      let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let retained = latest(bytes[..<end])
      if isOther, lines.count > 0 { lines.learnUnknown(retained) } else { lines.learn(retained) }
      if isOther { known.count = 0 }
      known.identity = status.identity
      known.learned = first + end
      known.count += bytes[..<end].count { $0 == 0x0A }
    } catch {
      if error.reason != .missing, error.reason != .stopped { fail(error) }
    }
  }

  /// The bytes of the file from an offset on, at most the last ones up to the limit, and the offset at which they
  /// begin.
  private func readBytes(
    of path: String, from start: Int
  ) throws(FileError) -> (bytes: [UInt8], first: Int) {
    let file = try files.open(path, limit: .max)
    let first = max(start, file.count - 2 * Self.longSize)
    var bytes = [UInt8](repeating: 0, count: max(0, file.count - first))
    let count = try file.read(at: first, into: &bytes, 0..<bytes.count)
    return (Array(bytes[..<count]), first)
  }

  /// The last entries, as many as the limit allows.
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
  /// Appends an entry in one write.
  func append(_ entry: [UInt8], to path: String) throws(FileError) {
    try claim(path)
    let folder = folder(of: path)
    try files.makeFolder(folder)
    do {
      try files.whileLocked(folder) {
        try files.append(lineEnd(of: path) + entry, to: path)
        if known.isLong { refresh() }
        // If the file cannot be replaced, it stays as it is, and the next line tries again.
        if known.isLong { try? writeAnew(path) { _ in false } }
      }
    } catch {
      // Without locks nobody replaces the file. Other errors occur again here.
      try files.append(lineEnd(of: path) + entry, to: path)
    }
  }

  /// A line feed if the last line has none: otherwise a line that a full disk cut off would swallow the next.
  private func lineEnd(of path: String) -> [UInt8] {
    var last: [UInt8] = [0x0A]
    // A file that cannot be read is new, or reports its error when it is written to.
    if let file = try? files.open(path, limit: .max), file.count > 0 {
      _ = try? file.read(at: file.count - 1, into: &last, 0..<1)
    }
    return last == [0x0A] ? [] : [0x0A]
  }

  /// Rewrites the file without some of its entries, under the lock.
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
    let retained = entries.suffix(Self.limit)
    var bytes: [UInt8] = []
    for entry in retained { bytes += entry + [0x0A] }
    try files.write(bytes, to: path, replacing: true)
    known = FileState(
      identity: try files.status(of: files.absolute(path)).identity, learned: bytes.count,
      count: retained.count)
  }

  private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
