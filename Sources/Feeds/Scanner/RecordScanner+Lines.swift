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
  ///   - chunk: The chunk.
  ///   - position: The offset of a line; on return, that of the first line that is not in the batch.
  ///   - stop: The offset at which no further line may begin.
  /// - Returns: The reason to pause.
  /// - Throws: ``Interruption/incomplete`` if the chunk ends before a line does.
  mutating func readLines(
    _ text: RawSpan, _ chunk: Chunk, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Pause {
    while true {
      if position >= stop { return .boundary }
      if count == RecordBatch.capacity { return .full }
      let next = chunk.skippingSpace(text, from: position)
      if next >= chunk.end {
        guard chunk.isLast else { throw .incomplete }
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
        try readLine(text, chunk, &end)
      } catch {
        forget(from: before.0)
        misfits.removeSubrange(before.1...)
        guard case .fault(let fault) = error else { throw error }
        end = try chunk.lineEnd(text, from: end)
        misfits.append(
          RecordBatch.Misfit(
            before: UInt32(count), value: chunk.scanned(position, end, .absent),
            fault: RecordBatch.Misfit.Fault(
              offset: UInt32(fault.offset - chunk.base), reason: fault.reason)))
      }
      position = end < chunk.end ? end + 1 : end
    }
  }

  /// Reads the record of a line, moving `place` from its start to the end of the line.
  private mutating func readLine(
    _ text: RawSpan, _ chunk: Chunk, _ place: inout Int
  ) throws(Interruption) {
    var end = place
    if text[place] == 0x7B {
      _ = try readRecords(text, chunk, &end, until: .max)
    } else {
      end = try readMisfit(text, chunk, at: place)
    }
    end = chunk.skippingSpace(text, from: end)
    if end < chunk.end {
      guard text[end] == 0x0A else {
        throw chunk.flaw(text, at: end, "there is more after the record")
      }
    } else if !chunk.isLast {
      throw .incomplete
    }
    place = end
  }
}

extension Chunk {
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
