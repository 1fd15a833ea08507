import Catalog
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
