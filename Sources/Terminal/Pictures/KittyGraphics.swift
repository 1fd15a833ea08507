import FoundationEssentials

/// The state of kitty's graphics protocol: the pictures stored in the terminal.
/// https://sw.kovidgoyal.net/kitty/graphics-protocol
struct KittyGraphics {
  /// A picture stored in the terminal.
  private struct Sent {
    var key: UInt64
    var id: UInt32
    var size: Int
  }

  /// The maximum size of the stored pictures, in bytes.
  private let limit: Int
  private let isInTmux: Bool
  /// Whether pictures are shown by placeholders, which have room for two bytes of an ID.
  private let usesPlaceholders: Bool
  /// The stored pictures, least recently used first.
  private var sent: [Sent] = []
  private var placements: UInt32 = 0

  init(isInTmux: Bool, usesPlaceholders: Bool, limit: Int) {
    self.isInTmux = isInTmux
    self.usesPlaceholders = usesPlaceholders
    self.limit = limit
  }

  /// Transmits a picture unless it is stored.
  ///
  /// - Returns: The output, and the picture's ID in the terminal.
  mutating func send(_ pixels: Pixels, key: UInt64) -> (bytes: [UInt8], id: UInt32) {
    if let place = sent.firstIndex(where: { $0.key == key }) {
      let known = sent.remove(at: place)
      sent.append(known)
      return ([], known.id)
    }
    let id = freeID(for: key)
    sent.append(Sent(key: key, id: id, size: pixels.bytes.count))
    return (forgetOldest() + transmission(of: pixels, id: id), id)
  }

  /// Displays a picture at the cursor without moving it, scaled to cells or in its original size.
  mutating func place(_ id: UInt32, over cells: (columns: Int, rows: Int)?) -> [UInt8] {
    placements &+= 1
    let box = cells.map { ",c=\($0.columns),r=\($0.rows)" } ?? ""
    return command("a=p,i=\(id),p=\(placements),C=1\(box),q=2")
  }

  /// Creates a virtual placement for placeholders.
  func placeVirtually(_ id: UInt32, over cells: (columns: Int, rows: Int)) -> [UInt8] {
    command("a=p,U=1,i=\(id),c=\(cells.columns),r=\(cells.rows),q=2")
  }

  /// Deletes the placement at the cursor.
  func clearCursor() -> [UInt8] { command("a=d,d=c,q=2") }

  /// Deletes all stored pictures.
  mutating func forget() -> [UInt8] {
    defer { sent = [] }
    return sent.flatMap { drop($0) }
  }

  private func drop(_ picture: Sent) -> [UInt8] { command("a=d,d=I,i=\(picture.id),q=2") }

  /// Deletes the least recently used pictures until the rest are within the limit.
  private mutating func forgetOldest() -> [UInt8] {
    var bytes: [UInt8] = []
    var total = sent.reduce(0) { $0 + $1.size }
    while total > limit || sent.count > 200, sent.count > 1 {
      let oldest = sent.removeFirst()
      total -= oldest.size
      bytes += drop(oldest)
    }
    return bytes
  }

  /// Returns an unused ID, derived from the key so that collisions with other programs are unlikely.
  ///
  /// For placeholders, only the lowest and the highest byte are nonzero: multiplexers may lose true colors.
  private func freeID(for key: UInt64) -> UInt32 {
    let mixed = UInt32(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
    var id = usesPlaceholders ? mixed & 0xFF00_00FF : mixed & 0x7FFF_FFFF
    while id & 0xFF == 0 || sent.contains(where: { $0.id == id }) {
      id = usesPlaceholders ? (id &+ 1) & 0xFF | id & 0xFF00_0000 : id &+ 1
    }
    return id
  }
}

extension KittyGraphics {
  /// The maximum number of base64 characters per command.
  private static let chunk = 4096

  /// Returns the commands that transmit a picture as PNG, which takes two thirds of the time of raw pixels
  /// and is smaller.
  private func transmission(of pixels: Pixels, id: UInt32) -> [UInt8] {
    let payload = Array(Data(pngFile(of: pixels)).base64EncodedString().utf8)
    var control = "a=t,i=\(id),f=100,q=2,"
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + payload.count / 100 + 100)
    for start in stride(from: 0, to: payload.count, by: Self.chunk) {
      let end = min(payload.count, start + Self.chunk)
      bytes += command(control + "m=\(end < payload.count ? 1 : 0)", payload[start..<end])
      control = "q=2,"
    }
    return bytes
  }

  private func command(_ control: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    var bytes = Array("\u{1B}_G\(control)".utf8)
    if !payload.isEmpty { bytes.append(UInt8(ascii: ";")) }
    bytes += payload
    bytes.append(text: "\u{1B}\\")
    return isInTmux ? passedThrough(bytes) : bytes
  }
}

/// Unicode placeholders: characters in whose place the terminal displays parts of a picture.
///
/// A multiplexer moves them like any text. The text color is the lowest byte of the picture's ID; combining
/// marks encode the row, the column and the highest byte.
package enum KittyPlaceholders {
  /// The maximum number of rows and columns.
  static var limit: Int { marks.count }

  /// Returns the placeholders for a row of a picture.
  static func row(_ row: Int, columns: Int, id: UInt32) -> [UInt8] {
    guard row < limit else { return [] }
    var text = String.UnicodeScalarView()
    for column in 0..<min(columns, limit) {
      text.append(placeholder)
      text.append(marks[row])
      text.append(marks[column])
      text.append(marks[Int(id >> 24)])
    }
    return Array("\u{1B}[38;5;\(id & 0xFF)m\(String(text))\u{1B}[39m".utf8)
  }

  /// Returns the part of a picture that a placeholder stands for; nil for other characters.
  ///
  /// - Parameters:
  ///   - text: The character with its marks.
  ///   - color: The number of its text color.
  /// - Returns: The row and the column in the picture, in cells, and the ID of the picture.
  package static func part(
    _ text: some StringProtocol, color: UInt8
  ) -> (row: Int, column: Int, id: UInt32)? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count == 4, scalars[0] == placeholder else { return nil }
    let numbers = scalars[1...].compactMap { Self.numbers[$0] }
    guard numbers.count == 3 else { return nil }
    return (numbers[0], numbers[1], UInt32(numbers[2]) << 24 | UInt32(color))
  }

  /// The character that marks make a part of a picture.
  package static let placeholder: Unicode.Scalar = "\u{10EEEE}"

  private static let numbers = Dictionary(
    uniqueKeysWithValues: marks.enumerated().map { ($1, $0) })

  /// The combining mark for each number.
  static let marks: [Unicode.Scalar] = markRanges.joined().compactMap { Unicode.Scalar($0) }

  /// From kitty's rowcolumn-diacritics.txt.
  private static let markRanges: [ClosedRange<UInt32>] = [
    0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F,
    0x0346...0x0346, 0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B,
    0x0363...0x036F, 0x0483...0x0487, 0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1,
    0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF, 0x05C4...0x05C4, 0x0610...0x0617,
    0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2, 0x06E4...0x06E4,
    0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
    0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745,
    0x0747...0x0747, 0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819,
    0x081B...0x0823, 0x0825...0x0827, 0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954,
    0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F, 0x17DD...0x17DD, 0x193A...0x193A,
    0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73, 0x1CD0...0x1CD2,
    0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
    0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC,
    0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1,
    0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1,
    0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8, 0xAABE...0xAABF, 0xAAC1...0xAAC1,
    0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189, 0x1D1AA...0x1D1AD,
    0x1D242...0x1D244,
  ]
}

/// Wraps a sequence so that tmux passes it to the outer terminal, if `allow-passthrough` is set (see the
/// manual of tmux).
package func passedThrough(_ sequence: [UInt8]) -> [UInt8] {
  var wrapped = Array("\u{1B}Ptmux;".utf8)
  for byte in sequence {
    if byte == 0x1B { wrapped.append(0x1B) }
    wrapped.append(byte)
  }
  wrapped.append(text: "\u{1B}\\")
  return wrapped
}
