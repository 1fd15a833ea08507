import FoundationEssentials
import World

/// The lines that were entered at prompts, one a line in a file that several shells add to.
///
/// Each entry is the time in seconds since 1970, a tab, and the line, its line feeds, tabs and
/// backslashes escaped. An entry is on disk before the line runs.
package final class HistoryFile {
  /// A line and when it was entered.
  package struct Entry: Equatable, Sendable {
    package var date: Date
    package var line: String
  }

  /// The most bytes of history that are read.
  private static let sizeLimit = 64 << 20

  /// The most entries that are read.
  package static let limit = 10_000

  /// Where the file is; nil for a history in memory.
  private let path: String?
  private let files: any FileSystem
  private let now: @Sendable () -> Date
  private var memory: [UInt8] = []
  private var consumed = 0
  private var lines: [String] = []
  /// Whether a line could not be kept before; that is said once.
  private var hasFailed = false
  /// What went wrong when a line was to be kept; said once.
  package private(set) var failure: FileError?

  package init(path: String?, files: any FileSystem, now: @escaping @Sendable () -> Date) {
    self.path = path
    self.files = files
    self.now = now
  }

  /// All entries, the oldest first, of two equal neighbours the later.
  package func entries() -> [Entry] { parse((bytes() ?? [])[...]).suffix(Self.limit) }

  /// Learns the lines that were added since the last call, by this shell or another.
  package func refresh() {
    guard let all = bytes() else { return }
    if all.count < consumed { consumed = 0 }
    let end = all[consumed...].lastIndex(of: 0x0A).map { $0 + 1 } ?? consumed
    defer { consumed = end }
    lines += parse(all[consumed..<end]).suffix(Self.limit).map(\.line)
  }

  /// How many lines were learned.
  package var count: Int { lines.count }

  /// A line by its number, the oldest being 0.
  package subscript(number: Int) -> String { lines[number] }

  /// The number of the latest line before another that begins with a text and is longer.
  package func latest(startingWith text: String, before number: Int) -> Int? {
    lines.prefix(number).lastIndex { $0.hasPrefix(text) && $0 != text }
  }

  /// The lines with a text in them, the latest first.
  package func matches(_ text: String, limit: Int) -> [Int] {
    lines.indices.reversed().filter { lines[$0].lowercased().contains(text.lowercased()) }
  }

  /// Remembers a line.
  package func add(_ line: String) {
    let entry = "\(Int(now().timeIntervalSince1970))\t\(escaped(line))\n"
    guard let path else {
      memory += Array(entry.utf8)
      return
    }
    do {
      try files.append(Array(entry.utf8), to: path)
    } catch {
      memory += Array(entry.utf8)
      if !hasFailed { failure = error }
      hasFailed = true
    }
  }

  /// Takes the failure, so that it is said once.
  package func takeFailure() -> FileError? {
    defer { failure = nil }
    return failure
  }

  /// All that was kept; nil if reading it was stopped.
  private func bytes() -> [UInt8]? {
    guard let path else { return memory }
    do throws(FileError) {
      return try files.contents(of: path, limit: Self.sizeLimit) + memory
    } catch {
      if error.reason == .stopped { return nil }
      if error.reason != .missing, !hasFailed { (failure, hasFailed) = (error, true) }
      return memory
    }
  }

  private func parse(_ bytes: ArraySlice<UInt8>) -> [Entry] {
    var entries: [Entry] = []
    for record in bytes.split(separator: 0x0A) {
      guard let tab = record.firstIndex(of: 0x09),
        let seconds = Double(String(decoding: record[..<tab], as: UTF8.self))
      else { continue }
      let line = unescaped(String(decoding: record[(tab + 1)...], as: UTF8.self))
      if entries.last?.line == line { entries.removeLast() }
      entries.append(Entry(date: Date(timeIntervalSince1970: seconds), line: line))
    }
    return entries
  }

  private func escaped(_ line: String) -> String {
    line.reduce(into: "") { out, character in
      switch character {
      case "\\": out += "\\\\"
      case "\n", "\r\n": out += "\\n"
      case "\t": out += "\\t"
      default: out.append(character)
      }
    }
  }

  private func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var out = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        out.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        out.append(character)
      }
    }
    return out
  }
}
