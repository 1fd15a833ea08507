import Dispatch
import World

/// Two threads.
extension RecordStream {
  /// Hands all records to the sink, on two threads if that is worth it.
  ///
  /// What is left of the document is cut into sections where a record seems to begin, and each thread takes the
  /// next one whenever it is done. What was found in a section counts only if the one before it arrived at just
  /// that place between two records: from there on both would read the same.
  ///
  /// - Parameter options: How to go about it.
  /// - Returns: Why it paused.
  /// - Throws: ``ScanError`` if the document is not right, cannot be read, or is not wanted any more.
  mutating func runToEnd(_ options: ScanOptions) throws(ScanError) -> Pause {
    guard options.threads > 1, input.file.count > options.splitAbove else { return try run() }
    let pause = try run(count: options.recordsBeforeSplit)
    guard case .counted = pause else { return pause }
    let starts = try likelyStarts(options)
    return starts.isEmpty ? try run() : try run(splitAt: starts, options)
  }

  private mutating func run(
    splitAt starts: [Int], _ options: ScanOptions
  ) throws(ScanError) -> Pause {
    let second = RecordStream(
      Input(input.file, at: starts[0], options, isByLine: input.piece.isByLine),
      at: scanner.place == .line ? .line : .element, depth: scanner.depth, into: sink.sibling(),
      isStopped: isStopped)
    let sections = RecordSections(first: self, second: second, starts, isStopped)
    // What the sink has is with the first section alone: were it here too, the first change would copy it.
    sink = sink.sibling()
    DispatchQueue.concurrentPerform(iterations: 2) { sections.read(from: $0) }
    guard var outcome = sections.take() else { preconditionFailure("there is a first section") }
    while outcome.end == nil {
      guard let later = sections.take() else {
        preconditionFailure("nothing begins behind the last section, where it could arrive")
      }
      outcome.sink.append(later.sink)
      outcome.end = later.end
    }
    guard let (stream, result) = outcome.end.take() else { preconditionFailure("it has ended") }
    self = stream
    sink = outcome.sink
    self.isStopped = sections.isStopped
    let pause = try result.get()
    if case .boundary = pause { return try run() }
    return pause
  }

  /// Goes on from another place with what was learned, and an empty sink.
  mutating func move(to offset: Int) {
    input.move(to: offset)
    sink = sink.sibling()
  }

  /// Where records seem to begin, for each section but the first; fewer where nothing looks like it.
  private func likelyStarts(_ options: ScanOptions) throws(ScanError) -> [Int] {
    let pattern = scanner.place == .line ? [0x0A] : separator
    if pattern.isEmpty { return [] }
    let (begin, left) = (input.offset, input.file.count - input.offset)
    let count = max(2, min(options.sections, left / max(1, options.splitAbove)))
    var starts: [Int] = []
    for number in 1..<count {
      // The second thread has to be started first; so much less makes both end at the same time.
      let place = count == 2 ? left / 200 * 101 : left / count * number
      guard let start = try likelyStart(behind: begin + place, pattern) else { continue }
      if start > starts.last ?? begin { starts.append(start) }
    }
    return starts
  }

  /// Where a record seems to begin a little behind a place; nil if nothing looks like it.
  private func likelyStart(behind place: Int, _ pattern: [UInt8]) throws(ScanError) -> Int? {
    var window = [UInt8](repeating: 0, count: 1 << 16)
    let count: Int
    do {
      count = try input.file.read(at: place, into: &window, 0..<window.count)
    } catch {
      throw .file(error)
    }
    var offset = 0
    while offset + pattern.count <= count {
      if window[offset..<offset + pattern.count].elementsEqual(pattern) {
        let start = place + offset + pattern.count
        return scanner.place == .line ? start : start - 1
      }
      offset += 1
    }
    return nil
  }
}
