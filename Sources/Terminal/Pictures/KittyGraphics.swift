import FoundationEssentials

/// What a terminal with kitty's graphics protocol is told and what it has.
///
/// https://sw.kovidgoyal.net/kitty/graphics-protocol
struct KittyGraphics {
  /// A picture that the terminal keeps.
  private struct Sent {
    var key: UInt64
    var id: UInt32
    var size: Int
  }

  /// The most that the terminal is asked to keep, in bytes.
  private let limit: Int
  private let isInTmux: Bool
  /// What the terminal has, the longest unused first.
  private var sent: [Sent] = []
  private var placements: UInt32 = 0

  init(isInTmux: Bool, limit: Int) {
    self.isInTmux = isInTmux
    self.limit = limit
  }

  /// Sends a picture unless the terminal has it.
  ///
  /// - Returns: What to write for it, and the number by which the terminal knows it.
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

  /// Shows a picture at the cursor, which stays; stretched to cells, or as large as it is.
  mutating func place(_ id: UInt32, over cells: (columns: Int, rows: Int)?) -> [UInt8] {
    placements &+= 1
    let box = cells.map { ",c=\($0.columns),r=\($0.rows)" } ?? ""
    return command("a=p,i=\(id),p=\(placements),C=1\(box),q=2")
  }

  /// Prepares a picture to be shown where placeholders are.
  func placeVirtually(_ id: UInt32, over cells: (columns: Int, rows: Int)) -> [UInt8] {
    command("a=p,U=1,i=\(id),c=\(cells.columns),r=\(cells.rows),q=2")
  }

  /// Takes away what is shown at the cursor.
  func clearCursor() -> [UInt8] { command("a=d,d=c,q=2") }

  /// Has the terminal drop all that it was sent.
  mutating func forget() -> [UInt8] {
    defer { sent = [] }
    return sent.flatMap { drop($0) }
  }

  private func drop(_ picture: Sent) -> [UInt8] { command("a=d,d=I,i=\(picture.id),q=2") }

  /// Makes room for the picture sent last.
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

  /// A number made of the key, so that another program at the same terminal seldom has the same.
  ///
  /// Within tmux, where true colors may be lost, all but its lowest and highest byte are 0.
  private func freeID(for key: UInt64) -> UInt32 {
    let mixed = UInt32(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
    var id = isInTmux ? mixed & 0xFF00_00FF : mixed & 0x7FFF_FFFF
    while id & 0xFF == 0 || sent.contains(where: { $0.id == id }) {
      id = isInTmux ? (id &+ 1) & 0xFF | id & 0xFF00_0000 : id &+ 1
    }
    return id
  }
}

extension KittyGraphics {
  /// How many characters of base64 one command may carry.
  private static let chunk = 4096

  /// The picture as a PNG: what its filters leave is packed in two thirds of the time, and smaller.
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

/// Characters in whose place a terminal shows parts of a picture.
///
/// A multiplexer moves them as any text, and so the picture with them. The color of the text is
/// the lowest byte of the picture's number; marks above it tell row, column and the highest byte.
enum KittyPlaceholders {
  /// How many rows and columns have a mark.
  static var limit: Int { marks.count }

  /// A row of a picture.
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

  private static let placeholder: Unicode.Scalar = "\u{10EEEE}"

  /// The mark of each number from 0.
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

/// A sequence wrapped so that tmux hands it to the terminal around it, if it is set to.
///
/// The manual of tmux, `allow-passthrough`.
func passedThrough(_ sequence: [UInt8]) -> [UInt8] {
  var wrapped = Array("\u{1B}Ptmux;".utf8)
  for byte in sequence {
    if byte == 0x1B { wrapped.append(0x1B) }
    wrapped.append(byte)
  }
  wrapped.append(text: "\u{1B}\\")
  return wrapped
}
