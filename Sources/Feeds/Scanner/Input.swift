import Catalog
import Text
import World

/// A buffer with a chunk of a file, and the position in it.
struct Input<File: ReadableFile> {
  let file: File
  private let options: ScanOptions
  /// The bytes of the chunk, zero padding, and unused bytes.
  private(set) var buffer: [UInt8] = Array(repeating: 0, count: Chunk.padding)
  var chunk: Chunk
  /// The offset in the chunk of the first unread byte.
  var position = 0

  /// Creates an empty buffer at an offset of the file.
  init(_ file: File, at offset: Int, _ options: ScanOptions, isByLine: Bool = false) {
    self.file = file
    self.options = options
    chunk = Chunk(end: 0, base: offset, isLast: false, isByLine: isByLine)
  }

  /// Empties the buffer, and moves to an offset of the file.
  mutating func move(to offset: Int) {
    chunk = Chunk(end: 0, base: offset, isLast: false, isByLine: chunk.isByLine)
    position = 0
  }

  /// The offset in the document of the first unread byte.
  var offset: Int { chunk.base + position }

  /// Discards the bytes that were read, and reads at least as many more as remain.
  ///
  /// - Throws: ``ScanError`` if the file cannot be read, if the remaining bytes exceed the limit of a record, or if the
  ///   scan is canceled.
  mutating func more() throws(ScanError) {
    if options.isStopped() { throw .stopped }
    let left = chunk.end - position
    if left > options.recordLimit {
      let reason = "a record is longer than \(options.recordLimit >> 20) MB"
      throw .fault(JSONFault(offset: offset, reason: reason))
    }
    let wanted = max(0, min(max(options.chunkSize, left), file.count - chunk.base - chunk.end))
    makeRoom(left, wanted)
    chunk.base += position
    position = 0
    var taken = 0
    if wanted > 0 {
      do {
        taken = try file.read(at: chunk.base + left, into: &buffer, left..<left + wanted)
      } catch {
        throw .file(error)
      }
    }
    chunk.end = left + taken
    chunk.isLast = taken < wanted || chunk.base + chunk.end >= file.count
    for place in chunk.end..<chunk.end + Chunk.padding { buffer[place] = 0 }
  }

  /// Moves the remaining bytes to the front of a buffer that is large enough.
  private mutating func makeRoom(_ left: Int, _ wanted: Int) {
    if left + wanted + Chunk.padding > buffer.count {
      var roomy: [UInt8] = []
      roomy.reserveCapacity(left + wanted + wanted / 8 + Chunk.padding)
      roomy += buffer[position..<chunk.end]
      roomy.extend(by: wanted + wanted / 8 + Chunk.padding)
      buffer = roomy
    } else if position > 0 {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<position + left])
        unsafe bytes.copyMemory(from: rest)
      }
    }
  }
}

/// Stepwise reading.
extension Input {
  /// Performs a step, repeatedly with more text until it is complete.
  ///
  /// - Parameter body: The step, which advances the position past everything that need not be read again.
  /// - Returns: The result of the step.
  /// - Throws: ``ScanError`` if the text is not valid or cannot be read.
  mutating func step<Value>(
    _ body: (RawSpan, Chunk, inout Int) throws(Interruption) -> Value
  ) throws(ScanError) -> Value {
    while true {
      var place = position
      do throws(Interruption) {
        let value = try unsafe body(buffer.span.bytes, chunk, &place)
        position = place
        return value
      } catch {
        position = place
        switch error {
        case .incomplete: try more()
        case .fault(let fault): throw .fault(fault)
        }
      }
    }
  }

  /// Skips white space, and returns the next byte; nil at the end.
  mutating func peek() throws(ScanError) -> UInt8? {
    try step { (text, chunk, position) throws(Interruption) in
      position = chunk.skippingSpace(text, from: position)
      if position < chunk.end { return text[position] }
      if !chunk.isLast { throw .incomplete }
      return nil
    }
  }

  /// Skips white space and an expected byte.
  mutating func take(_ byte: UInt8, _ name: StaticString) throws(ScanError) {
    try step { (text, chunk, position) throws(Interruption) in
      position = try chunk.taking(byte, name, text, from: position)
    }
  }

  /// Skips a value, or the rest of one.
  mutating func skip(_ check: ValueCheck) throws(ScanError) {
    var check = check
    try step { (text, chunk, position) throws(Interruption) in
      try check.advance(text, chunk, from: &position)
    }
  }
}
