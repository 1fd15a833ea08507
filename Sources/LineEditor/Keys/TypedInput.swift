import Interpreter

/// The keys of someone who types in place of a person, each when it is asked for.
final class TypedInput: KeyInput {
  var onWake: () -> Void = {}
  let wakeDescriptor: Int32 = -1

  private let typist: any Typist
  /// The bytes of the present key, last first.
  private var rest: [UInt8] = []

  init(_ typist: any Typist) { self.typist = typist }

  func nextByte(within milliseconds: Int32?) -> UInt8? {
    while rest.isEmpty {
      // A key comes whole, so what may still follow its beginning never does.
      if milliseconds != nil { return nil }
      onWake()
      guard let key = typist.nextKey() else { return nil }
      rest = key.reversed().map(Self.delivered)
    }
    return rest.popLast()
  }

  /// What a terminal in editing mode makes of a byte: carriage return and line feed change places.
  private static func delivered(_ byte: UInt8) -> UInt8 {
    byte == 0x0D ? 0x0A : byte == 0x0A ? 0x0D : byte
  }

  func beginKeys() {}

  var hasBytes: Bool { false }
  var hasBytesSoon: Bool { !rest.isEmpty || typist.isHurried }

  func takeBytes(_ most: Int) -> [UInt8] { [] }

  func unread(_ byte: UInt8) { rest.append(byte) }

  func putBack(_ bytes: [UInt8]) { rest.insert(contentsOf: bytes.reversed(), at: 0) }
}
