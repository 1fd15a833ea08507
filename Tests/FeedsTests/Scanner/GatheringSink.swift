import Catalog
import Feeds
import Testing
import Text
import World

/// A sink that describes its input, one line for each record and misfit.
struct GatheringSink: RecordSink {
  var keys: [String]
  var wantsOtherMembers = true
  /// The number of batches after which it needs no more.
  var enough = Int.max
  private(set) var lines: [String] = []
  private(set) var recordCount = 0

  init(keys: [String], enough: Int = .max) {
    self.keys = keys
    self.enough = enough
  }

  mutating func take(_ batch: RecordBatch, in text: RawSpan, at base: Int) -> Bool {
    var misfits = batch.misfits[...]
    for record in 0...batch.count {
      while let misfit = misfits.first, misfit.before == record {
        lines.append(line(misfit, text, base))
        misfits.removeFirst()
      }
      if record < batch.count { lines.append(line(record, of: batch, text, base)) }
    }
    recordCount += batch.count
    enough -= 1
    return enough > 0
  }

  func sibling() -> GatheringSink { GatheringSink(keys: keys, enough: enough) }

  mutating func append(_ later: consuming GatheringSink) {
    recordCount += later.recordCount
    lines += later.lines
  }

  private func line(_ record: Int, of batch: RecordBatch, _ text: RawSpan, _ base: Int) -> String {
    let values = keys.indices.map { slot in
      let value = batch.values[slot * RecordBatch.capacity + record]
      return value.shape == .absent ? "-" : describe(value, text, base)
    }
    let others = batch.others.filter { $0.record == record }.map {
      describe($0.key, text, base) + ":" + describe($0.value, text, base)
    }
    let repeats = batch.repeats.filter { $0.record == record }.map { describe($0.key, text, base) }
    return "record " + describe(batch.records[record], text, base) + " " + values.description
      + others.description + repeats.description
  }

  private func line(_ misfit: RecordBatch.Misfit, _ text: RawSpan, _ base: Int) -> String {
    let fault = misfit.fault.map { " fault \(base + Int($0.offset)): \($0.reason)" }
    return "misfit " + describe(misfit.value, text, base) + (fault ?? "")
  }

  private func describe(_ value: ScannedValue, _ text: RawSpan, _ base: Int) -> String {
    var letters: [UInt8] = []
    decodeText(value, in: text, into: &letters)
    if letters.isEmpty, [.number, .list].contains(value.shape) {
      letters = value.range.map { place in
        unsafe text.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      }
    }
    let range = "\(base + value.range.lowerBound)+\(value.length)"
    return "\(value.shape)@\(range)'\(String(decoding: letters, as: UTF8.self))'"
  }
}

/// Returns a description of the result of a scan.
func outcome(
  _ bytes: [UInt8], as profile: Profile? = nil, keys: [String] = ["a", "b", "name"],
  options: ScanOptions = ScanOptions()
) -> [String] {
  do throws(ScanError) {
    let result = try scan(InMemoryFile(bytes), as: profile, options: options) { profile, path in
      GatheringSink(keys: keys)
    }
    guard let result else { return ["no records"] }
    return ["\(result.profile.name) at \(result.path)"] + result.sink.lines
  } catch {
    guard case .fault(let fault) = error else { return ["\(error)"] }
    return ["fault \(fault.offset): \(fault.reason)"]
  }
}

/// Options that must not affect the result of a scan.
let waysToScan: [ScanOptions] =
  [1, 2, 3, 7, 64, 1000, 256 << 10].flatMap { chunkSize in
    [
      ScanOptions(chunkSize: chunkSize, threads: 1),
      ScanOptions(chunkSize: chunkSize, threads: 2, splitAbove: 0, recordsBeforeSplit: 2),
    ]
  }

/// Expects the same result for all options, and reports the first difference.
func expectOutcome(_ bytes: [UInt8], _ expected: [String], _ place: SourceLocation) {
  let wrong = waysToScan.first { outcome(bytes, options: $0) != expected }
  guard let wrong else { return }
  #expect(outcome(bytes, options: wrong) == expected, "\(wrong)", sourceLocation: place)
}
