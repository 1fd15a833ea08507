import World

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
