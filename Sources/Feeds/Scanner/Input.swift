import Text
import World

/// The part of a file that is being looked at, and the way on.
struct Input<File: ReadableFile> {
  let file: File
  private let options: ScanOptions
  /// The bytes of the piece, zeros, and then whatever is left from earlier.
  private(set) var buffer: [UInt8] = Array(repeating: 0, count: Piece.padding)
  var piece: Piece
  /// How many bytes of the piece are done with.
  var position = 0

  /// Looks at nothing yet, `offset` bytes from the start of the file.
  init(_ file: File, at offset: Int, _ options: ScanOptions, isByLine: Bool = false) {
    self.file = file
    self.options = options
    piece = Piece(end: 0, base: offset, isLast: false, isByLine: isByLine)
  }

  /// Looks at nothing, some bytes from the start of the file.
  mutating func move(to offset: Int) {
    piece = Piece(end: 0, base: offset, isLast: false, isByLine: piece.isByLine)
    position = 0
  }

  /// How many bytes of the document are done with.
  var offset: Int { piece.base + position }

  /// Drops what is done with and reads on, at least as much as is left.
  ///
  /// - Throws: ``ScanError`` if the system cannot read, or what is left is too long.
  mutating func more() throws(ScanError) {
    let left = piece.end - position
    if left > options.recordLimit {
      let reason = "a record is longer than \(options.recordLimit >> 20) MB"
      throw .fault(JSONFault(offset: offset, reason: reason))
    }
    let wanted = max(0, min(max(options.chunkSize, left), file.count - piece.base - piece.end))
    makeRoom(left, wanted)
    piece.base += position
    position = 0
    var taken = 0
    if wanted > 0 {
      do {
        taken = try file.read(at: piece.base + left, into: &buffer, left..<left + wanted)
      } catch {
        throw .file(error)
      }
    }
    piece.end = left + taken
    piece.isLast = taken < wanted || piece.base + piece.end >= file.count
    for place in piece.end..<piece.end + Piece.padding { buffer[place] = 0 }
  }

  /// Moves what is left to the front of a buffer that has room for more.
  private mutating func makeRoom(_ left: Int, _ wanted: Int) {
    if left + wanted + Piece.padding > buffer.count {
      let rest = buffer[position..<piece.end]
      var roomy = Array(rest)
      roomy.reserveCapacity(left + wanted + wanted / 8 + Piece.padding)
      roomy += repeatElement(0, count: wanted + wanted / 8 + Piece.padding)
      buffer = roomy
    } else if position > 0 {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<position + left])
        unsafe bytes.copyMemory(from: rest)
      }
    }
  }
}

/// Reading step by step.
extension Input {
  /// Does a step, again with more text until there is enough.
  ///
  /// - Parameter body: The step. It moves the position behind whatever need not be looked at again.
  /// - Returns: What the step returns.
  /// - Throws: ``ScanError`` if the text is not right or cannot be read.
  mutating func step<Value>(
    _ body: (RawSpan, Piece, inout Int) throws(Interruption) -> Value
  ) throws(ScanError) -> Value {
    while true {
      var place = position
      do throws(Interruption) {
        let value = try unsafe body(buffer.span.bytes, piece, &place)
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

  /// The next byte that is not white space, which is skipped; nil at the end.
  mutating func peek() throws(ScanError) -> UInt8? {
    try step { (text, piece, position) throws(Interruption) in
      position = piece.skippingSpace(text, from: position)
      if position < piece.end { return text[position] }
      if !piece.isLast { throw .incomplete }
      return nil
    }
  }

  /// Takes one expected byte, white space before it skipped.
  mutating func take(_ byte: UInt8, _ name: StaticString) throws(ScanError) {
    try step { (text, piece, position) throws(Interruption) in
      position = try piece.taking(byte, name, text, from: position)
    }
  }

  /// Moves behind a value, or the rest of one.
  mutating func skip(_ check: ValueCheck) throws(ScanError) {
    var check = check
    try step { (text, piece, position) throws(Interruption) in
      try check.advance(text, piece, from: &position)
    }
  }
}
