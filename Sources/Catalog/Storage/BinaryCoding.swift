/// Puts numbers and texts one behind the other.
package struct BinaryWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func put(_ number: Int) {
    unsafe withUnsafeBytes(of: Int64(number).littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func put(_ bytes: [UInt8]) {
    put(bytes.count)
    self.bytes += bytes
  }

  package mutating func put(_ text: String) { put(Array(text.utf8)) }
}

/// Reads what a ``BinaryWriter`` put, and gives nothing where it is cut or makes no sense.
package struct BinaryReader {
  private let source: [UInt8]
  private var place = 0

  package init(_ bytes: [UInt8]) { source = bytes }

  package var isAtEnd: Bool { place == source.count }

  package mutating func number() -> Int? {
    guard place + 8 <= source.count else { return nil }
    var number: UInt64 = 0
    for k in 0..<8 { number |= UInt64(source[place + k]) << UInt64(k * 8) }
    place += 8
    return Int(Int64(bitPattern: number))
  }

  package mutating func bytes() -> [UInt8]? {
    guard let count = number(), count >= 0, count <= source.count - place else { return nil }
    defer { place += count }
    return Array(source[place..<place + count])
  }

  package mutating func text() -> String? {
    bytes().flatMap { String(validating: $0, as: UTF8.self) }
  }
}
