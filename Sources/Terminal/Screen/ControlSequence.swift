/// A control sequence: `ESC [`, parameters, a final byte (ECMA-48, 5.4).
struct ControlSequence: Sendable {
  struct Parameter: Sendable {
    var value: Int?
    /// Whether a colon stands before it, as between the parts of a color.
    var isPart: Bool
  }

  /// The byte before the parameters, such as `?`; nil for none.
  let marker: UInt8?
  let parameters: [Parameter]
  /// The bytes between the parameters and the last.
  let intermediates: [UInt8]
  let final: Character
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], final: UInt8) {
    let body = bytes.prefix { $0 >= 0x30 }
    marker = body.first.flatMap { $0 >= 0x3C ? $0 : nil }
    parameters = Self.parameters(marker == nil ? body : body.dropFirst())
    intermediates = Array(bytes[body.endIndex...])
    self.final = Character(Unicode.Scalar(final))
    self.bytes = bytes
  }

  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [Parameter] {
    var parameters: [Parameter] = []
    if bytes.isEmpty { return parameters }
    var current = Parameter(value: nil, isPart: false)
    for byte in bytes {
      switch byte {
      case 0x30...0x39: current.value = min(65_535, (current.value ?? 0) * 10 + Int(byte - 0x30))
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        parameters.append(current)
        current = Parameter(value: nil, isPart: byte == UInt8(ascii: ":"))
      default: break
      }
    }
    return parameters + [current]
  }

  /// A parameter, or what stands in for it where it is missing.
  func number(_ index: Int, default standard: Int) -> Int {
    parameters.indices.contains(index) ? parameters[index].value ?? standard : standard
  }

  /// How often something is done: the first parameter, at least 1.
  var count: Int { max(1, number(0, default: 1)) }

  /// The sequence as it is named to a person.
  var name: String { "CSI \(String(decoding: bytes, as: UTF8.self))\(final)" }
}
