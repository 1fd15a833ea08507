import Catalog
import World

/// Records that go from a file through a scanner into a sink.
struct RecordStream<File: ReadableFile, Sink: RecordSink>: Sendable {
  /// Why it paused.
  enum Pause {
    /// There are no more records.
    case over
    /// The next record begins where to stop, or behind it.
    case boundary
    /// The sink wants no more.
    case enough
    /// The sink took as many records as it was to.
    case counted
  }

  var input: Input<File>
  var scanner: RecordScanner
  var sink: Sink
  var isStopped: @Sendable () -> Bool
  /// How many records the sink took.
  private(set) var taken = 0
  /// The bytes from the brace that ends a record to the one that begins the next, once two were seen.
  private(set) var separator: [UInt8] = []

  /// Records from where the input is; `place` says what comes first there.
  init(
    _ input: Input<File>, at place: RecordScanner.Place, depth: Int, into sink: Sink,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.input = input
    self.sink = sink
    self.isStopped = isStopped
    scanner = RecordScanner(
      keys: self.sink.keys, wantsOthers: self.sink.wantsOtherMembers, at: place, depth: depth)
  }

  /// Hands records to the sink.
  ///
  /// - Parameters:
  ///   - stop: How many bytes of the document stand before the place at which no record is to begin.
  ///   - count: How many records are enough for now.
  /// - Returns: Why it paused.
  /// - Throws: ``ScanError`` if the document is not right, cannot be read, or is not wanted any more.
  mutating func run(until stop: Int = .max, count: Int = .max) throws(ScanError) -> Pause {
    while true {
      let pause = try readPiece(until: stop)
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

  /// Hands the record that begins here to the sink.
  mutating func runSingle() throws(ScanError) {
    try Self.readSingle(&input, &scanner)
    _ = handOver()
  }

  private static func readSingle(
    _ input: inout Input<File>, _ scanner: inout RecordScanner
  ) throws(ScanError) {
    try input.step { (text, piece, position) throws(Interruption) in
      _ = try scanner.readRecords(text, piece, &position, until: .max)
    }
  }

  /// Reads what the piece has; nil if that is all of it.
  private mutating func readPiece(until stop: Int) throws(ScanError) -> RecordScanner.Pause? {
    let place = stop == .max ? .max : stop - input.piece.base
    do throws(Interruption) {
      return try Self.read(input.buffer, input.piece, &input.position, into: &scanner, until: place)
    } catch {
      switch error {
      case .incomplete: return nil
      case .fault(let fault): throw .fault(fault)
      }
    }
  }

  private static func read(
    _ buffer: [UInt8], _ piece: Piece, _ position: inout Int, into scanner: inout RecordScanner,
    until stop: Int
  ) throws(Interruption) -> RecordScanner.Pause {
    let text = unsafe buffer.span.bytes
    return scanner.place == .line
      ? try scanner.readLines(text, piece, &position, until: stop)
      : try scanner.readList(text, piece, &position, until: stop)
  }

  /// Gives the batch to the sink.
  ///
  /// - Returns: Whether the sink wants more.
  private mutating func handOver() -> Bool {
    if scanner.isEmpty { return true }
    var wantsMore = true
    let (buffer, piece) = (input.buffer, input.piece)
    scanner.handOver { batch in
      if separator.isEmpty, batch.count > 1, batch.misfits.isEmpty {
        let between = batch.records[0].range.upperBound - 1...batch.records[1].range.lowerBound
        if between.count <= 256 { separator = Array(buffer[between]) }
      }
      taken += batch.count
      let text = unsafe buffer.span.bytes.extracting(0..<piece.end + Piece.padding)
      wantsMore = sink.take(batch, in: text, at: piece.base)
      return (sink.keys, sink.wantsOtherMembers)
    }
    return wantsMore
  }
}
