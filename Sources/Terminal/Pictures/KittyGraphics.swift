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
