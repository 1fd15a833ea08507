import Catalog
import Text

/// NDJSON.
extension RecordScanner {
  /// Reads records line by line.
  ///
  /// A line that is not JSON becomes a misfit with an error.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - piece: The chunk.
  ///   - position: The offset of a line; on return, that of the first line that is not in the batch.
  ///   - stop: The offset at which no further line may begin.
  /// - Returns: The reason to pause.
  /// - Throws: ``Interruption/incomplete`` if the chunk ends before a line does.
  mutating func readLines(
    _ text: RawSpan, _ piece: Piece, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Pause {
    while true {
      if position >= stop { return .boundary }
      if count == RecordBatch.capacity { return .full }
      let next = piece.skippingSpace(text, from: position)
      if next >= piece.end {
        guard piece.isLast else { throw .incomplete }
        position = next
        return .over
      }
      if text[next] == 0x0A {
        position = next + 1
        continue
      }
      let before = (count, misfits.count)
      var end = next
      do throws(Interruption) {
        try readLine(text, piece, &end)
      } catch {
        forget(from: before.0)
        misfits.removeSubrange(before.1...)
        guard case .fault(let fault) = error else { throw error }
        end = try piece.lineEnd(text, from: end)
        misfits.append(
          RecordBatch.Misfit(
            before: UInt32(count), value: piece.scanned(position, end, .absent),
            fault: RecordBatch.Misfit.Fault(
              offset: UInt32(fault.offset - piece.base), reason: fault.reason)))
      }
      position = end < piece.end ? end + 1 : end
    }
  }

  /// Reads the record of a line, moving `place` from its start to the end of the line.
  private mutating func readLine(
    _ text: RawSpan, _ piece: Piece, _ place: inout Int
  ) throws(Interruption) {
    var end = place
    if text[place] == 0x7B {
      _ = try readRecords(text, piece, &end, until: .max)
    } else {
      end = try readMisfit(text, piece, at: place)
    }
    end = piece.skippingSpace(text, from: end)
    if end < piece.end {
      guard text[end] == 0x0A else {
        throw piece.flaw(text, at: end, "there is more after the record")
      }
    } else if !piece.isLast {
      throw .incomplete
    }
    place = end
  }
}

extension Piece {
  /// Returns the offset of the next line break, or of the end of the document.
  fileprivate func lineEnd(_ text: RawSpan, from start: Int) throws(Interruption) -> Int {
    var place = start
    while place < end {
      if text[place] == 0x0A { return place }
      place += 1
    }
    if !isLast { throw .incomplete }
    return place
  }
}
