import Dispatch
import Synchronization
import World

/// Two threads.
extension RecordStream {
  /// Hands all records to the sink, on two threads if that is worth it.
  ///
  /// The second thread begins at what looks like the start of a record near the middle. What it found
  /// counts only if the first one arrives at just that place between two records: from there on both
  /// would read the same.
  ///
  /// - Parameter options: How to go about it.
  /// - Returns: Why it paused.
  /// - Throws: ``ScanError`` if the document is not right, cannot be read, or is not wanted any more.
  mutating func runToEnd(_ options: ScanOptions) throws(ScanError) -> Pause {
    guard options.threads > 1, input.file.count > options.splitAbove else { return try run() }
    let pause = try run(count: options.recordsBeforeSplit)
    guard case .counted = pause else { return pause }
    guard let split = try likelyStart() else { return try run() }
    return try run(splitAt: split, options)
  }

  /// One of the two halves, and how it ended.
  private struct Half {
    var stream: RecordStream
    var result: Result<Pause, ScanError> = .success(.boundary)

    mutating func run(until stop: Int) {
      do throws(ScanError) {
        result = .success(try stream.run(until: stop))
      } catch {
        result = .failure(error)
      }
    }

    /// Whether it stopped at just that place between two records.
    func arrived(at offset: Int) -> Bool {
      if case .success(.boundary) = result { return stream.input.offset == offset }
      return false
    }
  }

  private mutating func run(splitAt split: Int, _ options: ScanOptions) throws(ScanError) -> Pause {
    let isDiscarded = Flag()
    let isStopped = isStopped
    let later = RecordStream(
      Input(
        input.file, at: split, options, isByLine: input.piece.isByLine),
      at: scanner.place == .line ? .line : .element, depth: scanner.depth, into: sink.sibling(),
      isStopped: { isDiscarded.isSet || isStopped() })
    let first = Mutex<Half?>(Half(stream: self))
    let second = Mutex<Half?>(Half(stream: later))
    // What the sink has is in the half alone: were it here too, the first change would copy it.
    sink = sink.sibling()
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      if number == 0 {
        first.withLock { $0?.run(until: split) }
        let isThere = first.withLock { $0?.arrived(at: split) ?? false }
        if !isThere { isDiscarded.set() }
      } else {
        second.withLock { $0?.run(until: .max) }
      }
    }
    guard let earlier = first.withLock({ $0.take() }), let rest = second.withLock({ $0.take() })
    else { preconditionFailure("a half is taken once") }
    let isThere = earlier.arrived(at: split)
    let outcome = earlier.result
    self = (consume earlier).stream
    let pause = try outcome.get()
    guard case .boundary = pause else { return pause }
    guard isThere else { return try run() }
    let end = rest.result
    var joined = sink
    self = (consume rest).stream
    self.isStopped = isStopped
    let addition = sink
    sink = joined.sibling()
    joined.append(addition)
    sink = joined
    return try end.get()
  }

  /// Where a record seems to begin a little behind the middle of what is left; nil if nothing looks like it.
  private func likelyStart() throws(ScanError) -> Int? {
    let pattern = scanner.place == .line ? [0x0A] : separator
    if pattern.isEmpty { return nil }
    // The second thread has to be started first; so much less makes both end at the same time.
    let middle = input.offset + (input.file.count - input.offset) / 200 * 101
    var window = [UInt8](repeating: 0, count: 1 << 16)
    let count: Int
    do {
      count = try input.file.read(at: middle, into: &window, 0..<window.count)
    } catch {
      throw .file(error)
    }
    var place = 0
    while place + pattern.count <= count {
      if window[place..<place + pattern.count].elementsEqual(pattern) {
        let start = middle + place + pattern.count
        return scanner.place == .line ? start : start - 1
      }
      place += 1
    }
    return nil
  }
}

/// Something that is said once, to another thread.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
