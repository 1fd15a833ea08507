/// Encodes a label of a host name: RFC 3492.
///
/// - Parameter label: The scalars in lowercase, including at least one that is not ASCII.
/// - Returns: The label with its `xn--` prefix; nil if it is too long.
func punycode(_ label: [Unicode.Scalar]) -> String? {
  guard label.count < 64 else { return nil }
  var text = label.filter(\.isASCII).map { UInt8($0.value) }
  var handled = text.count
  if handled > 0 { text.append(UInt8(ascii: "-")) }
  var state = PunycodeState()
  while handled < label.count {
    guard let next = label.lazy.map(\.value).filter({ $0 >= state.scalar }).min() else { break }
    state.delta += Int(next - state.scalar) * (handled + 1)
    state.scalar = next
    for scalar in label {
      if scalar.value < next { state.delta += 1 }
      if scalar.value == next {
        text += state.digits()
        handled += 1
        state.adapt(points: handled)
      }
    }
    state.delta += 1
    state.scalar += 1
  }
  return "xn--" + String(decoding: text, as: UTF8.self)
}

/// The state of the encoder, with the parameters of RFC 3492, section 5.
private struct PunycodeState {
  var scalar: UInt32 = 128
  var delta = 0
  private var bias = 72
  private var isFirst = true

  /// Returns the delta as a variable-length integer: section 6.3.
  func digits() -> [UInt8] {
    var digits: [UInt8] = []
    var rest = delta
    var position = 36
    while true {
      let threshold = min(max(position - bias, 1), 26)
      guard rest >= threshold else { break }
      digits.append(Self.digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
    return digits + [Self.digit(rest)]
  }

  /// Adapts the bias after a delta: section 6.1.
  mutating func adapt(points: Int) {
    delta = isFirst ? delta / 700 : delta / 2
    isFirst = false
    delta += delta / points
    var shift = 0
    while delta > 455 {
      delta /= 35
      shift += 36
    }
    bias = shift + 36 * delta / (delta + 38)
    delta = 0
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)
  }
}
