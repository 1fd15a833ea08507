import World

/// A line and a column, as shown by editors.
struct LinePosition: Equatable {
  /// Counted from 1.
  var line = 1
  /// Counted in characters, from 1.
  var column = 1
}

/// Finds the line and the column of some offsets of a document, in one pass.
///
/// - Parameters:
///   - offsets: The offsets in bytes, in any order.
///   - document: A text in UTF-8.
/// - Returns: The position of each offset.
/// - Throws: ``FileError`` if the document cannot be read.
/// - Complexity: O(*n*) in the bytes before the greatest offset.
func linePositions(
  _ offsets: [Int], in document: any ReadableFile
) throws(FileError) -> [Int: LinePosition] {
  var wanted = Array(Set(offsets)).sorted()[...]
  var places: [Int: LinePosition] = [:]
  var place = LinePosition()
  var chunk = [UInt8](repeating: 0, count: 1 << 18)
  var offset = 0
  while !wanted.isEmpty {
    let count = try document.read(at: offset, into: &chunk, 0..<chunk.count)
    for k in 0..<count {
      if offset + k == wanted.first { places[wanted.removeFirst()] = place }
      let byte = chunk[k]
      if byte == 0x0A {
        place = LinePosition(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80, !isMark(at: offset + k, chunk, k) {
        place.column += 1
      }
    }
    offset += count
    guard count > 0 else { break }
  }
  for rest in wanted { places[rest] = place }
  return places
}

/// Whether a byte is the first one of the document's byte order mark, which is not counted as a character.
private func isMark(at offset: Int, _ chunk: [UInt8], _ place: Int) -> Bool {
  offset == 0 && place == 0 && chunk.starts(with: [0xEF, 0xBB, 0xBF])
}
