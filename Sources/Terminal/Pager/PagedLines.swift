/// The lines of a long text as far as they have come, in one block of memory.
struct PagedLines: Sendable {
  private var bytes: [UInt8] = []
  /// Where each line ends, behind its line feed.
  private var ends: [Int] = []

  /// How many whole lines there are.
  var count: Int { ends.count }

  /// Takes more of the text, which may end within a line.
  ///
  /// - Complexity: O(*n*) in the bytes that are new.
  mutating func append(_ some: [UInt8]) {
    let start = bytes.count
    bytes += some
    for (offset, byte) in some.enumerated() where byte == 0x0A { ends.append(start + offset + 1) }
  }

  /// Makes a line of what came behind the last line feed.
  mutating func complete() {
    if bytes.count > ends.last ?? 0 { append([0x0A]) }
  }

  /// A line without its end.
  subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[(line > 0 ? ends[line - 1] : 0)..<ends[line] - 1]
  }
}
