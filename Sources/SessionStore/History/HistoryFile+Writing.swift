import World

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
