import Catalog
import Dispatch
import World

/// Reads records from a file through a scanner into a sink.
struct RecordStream<File: ReadableFile, Sink: RecordSink>: Sendable {
  /// The reason to pause.
  enum Pause {
    /// There are no more records.
    case over
    /// The next record begins at or after the given offset.
    case boundary
    /// The sink needs no more records.
    case enough
    /// The sink took the given number of records.
    case counted
  }

  var input: Input<File>
  var scanner: RecordScanner
  var sink: Sink
  var isStopped: @Sendable () -> Bool
  /// The number of records that the sink took.
  private(set) var taken = 0
  /// The bytes from the end of a record to the start of the next one, once two records were read.
  private(set) var separator: [UInt8] = []

  /// Creates a stream at the position of the input.
  init(
    _ input: Input<File>, expecting expected: RecordScanner.Expectation, depth: Int,
    into sink: Sink,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.input = input
    self.sink = sink
    self.isStopped = isStopped
    scanner = RecordScanner(
      keys: self.sink.keys, wantsOthers: self.sink.wantsOtherMembers, expecting: expected,
      depth: depth)
  }

  /// Passes records to the sink.
  ///
  /// - Parameters:
  ///   - stop: The offset in the document at which no further record may begin.
  ///   - count: The number of records after which to pause.
  /// - Returns: The reason to pause.
  /// - Throws: ``ScanError`` if the document is not valid, cannot be read, or if the scan is canceled.
  mutating func run(until stop: Int = .max, count: Int = .max) throws(ScanError) -> Pause {
    while true {
      let pause = try readChunk(until: stop)
      if !handOver() { return .enough }
      switch pause {
      case .over: return .over
      case .boundary: return .boundary
      case .full: break
      case nil: try input.more()
      }
      if isStopped() { throw .stopped }
      if taken >= count { return .counted }
    }
  }

  /// Passes the record at the position to the sink.
  mutating func runSingle() throws(ScanError) {
    try Self.readSingle(&input, &scanner)
    _ = handOver()
  }

  private static func readSingle(
    _ input: inout Input<File>, _ scanner: inout RecordScanner
  ) throws(ScanError) {
    try input.step { (text, chunk, position) throws(Interruption) in
      _ = try scanner.readRecords(text, chunk, &position, until: .max)
    }
  }

  /// Reads the rest of the chunk; returns nil if more is needed.
  private mutating func readChunk(until stop: Int) throws(ScanError) -> RecordScanner.Pause? {
    let place = stop == .max ? .max : stop - input.chunk.base
    do throws(Interruption) {
      return try Self.read(input.buffer, input.chunk, &input.position, into: &scanner, until: place)
    } catch {
      switch error {
      case .incomplete: return nil
      case .fault(let fault): throw .fault(fault)
      }
    }
  }

  private static func read(
    _ buffer: [UInt8], _ chunk: Chunk, _ position: inout Int, into scanner: inout RecordScanner,
    until stop: Int
  ) throws(Interruption) -> RecordScanner.Pause {
    let text = unsafe buffer.span.bytes
    return scanner.expected == .line
      ? try scanner.readLines(text, chunk, &position, until: stop)
      : try scanner.readList(text, chunk, &position, until: stop)
  }

  /// Passes the batch to the sink.
  ///
  /// - Returns: Whether the sink needs more records.
  private mutating func handOver() -> Bool {
    if scanner.isEmpty { return true }
    var wantsMore = true
    let (buffer, chunk) = (input.buffer, input.chunk)
    scanner.handOver { batch in
      if separator.isEmpty, batch.count > 1, batch.misfits.isEmpty {
        let between = batch.records[0].range.upperBound - 1...batch.records[1].range.lowerBound
        if between.count <= 256 { separator = Array(buffer[between]) }
      }
      taken += batch.count
      let text = unsafe buffer.span.bytes.extracting(0..<chunk.end + Chunk.padding)
      wantsMore = sink.take(batch, in: text, at: chunk.base)
      return (sink.keys, sink.wantsOtherMembers)
    }
    return wantsMore
  }
}

/// Parallel scanning.
extension RecordStream {
  /// Passes all records to the sink, on two threads if the document is large enough.
  ///
  /// The rest of the document is divided into sections where records seem to begin. Each thread takes the next section
  /// whenever it is done with one. The records of a section count only if the section before it ended between two
  /// records at exactly that offset, because from there on sequential reading would have the same result.
  ///
  /// - Parameter options: The options.
  /// - Returns: The reason to pause.
  /// - Throws: ``ScanError`` if the document is not valid, cannot be read, or if the scan is canceled.
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
      Input(input.file, at: starts[0], options, isByLine: input.chunk.isByLine),
      expecting: scanner.expected == .line ? .line : .element, depth: scanner.depth,
      into: sink.sibling(),
      isStopped: isStopped)
    let sections = RecordSections(first: self, second: second, starts, isStopped)
    // The first section is the only owner of the sink's contents, so that changing them does not copy them.
    sink = sink.sibling()
    DispatchQueue.concurrentPerform(iterations: 2) { sections.read(from: $0) }
    guard var outcome = sections.take() else { preconditionFailure("there is a first section") }
    while outcome.end == nil {
      guard let later = sections.take() else {
        preconditionFailure("nothing begins after the last section, where it could arrive")
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

  /// Moves to another offset with an empty sink, retaining the expected separators.
  mutating func move(to offset: Int) {
    input.move(to: offset)
    sink = sink.sibling()
  }

  /// Returns offsets where records seem to begin, for each section except the first; fewer if none are found.
  private func likelyStarts(_ options: ScanOptions) throws(ScanError) -> [Int] {
    let pattern = scanner.expected == .line ? [0x0A] : separator
    if pattern.isEmpty { return [] }
    let (begin, left) = (input.offset, input.file.count - input.offset)
    let count = max(2, min(options.sections, left / max(1, options.splitAbove)))
    var starts: [Int] = []
    for number in 1..<count {
      // The second thread starts later. The offset slightly beyond the middle makes both end at the same time.
      let place = count == 2 ? left / 200 * 101 : left / count * number
      guard let start = try likelyStart(after: begin + place, pattern) else { continue }
      if start > starts.last ?? begin { starts.append(start) }
    }
    return starts
  }

  /// Returns the first offset after a position where a record seems to begin; nil if none is found within 64 KB.
  private func likelyStart(after place: Int, _ pattern: [UInt8]) throws(ScanError) -> Int? {
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
        return scanner.expected == .line ? start : start - 1
      }
      offset += 1
    }
    return nil
  }
}
