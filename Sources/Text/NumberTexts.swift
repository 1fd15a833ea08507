/// A count and what is counted, such as `1 row` and `3 rows`.
///
/// - Parameters:
///   - count: The number.
///   - noun: The noun in the singular.
///   - plural: The noun in the plural; with an *s* at its end unless given.
/// - Returns: The number, a space, and the noun in the form that the number asks for.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// The number of a thing in a list that is numbered from 1, such as a row or a clause.
///
/// - Parameter text: The number, as a user wrote it.
/// - Returns: The number, small enough to calculate with; nil if the text has anything but digits, is 0, or is greater
///   than 10^15.
package func ordinal(_ text: some StringProtocol) -> Int? {
  guard (1...16).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
    let number = Int(text), (1...1_000_000_000_000_000).contains(number)
  else { return nil }
  return number
}

/// The digits of a number with as many zeros before them as a width asks for.
///
/// - Parameters:
///   - number: A number that is not negative.
///   - width: The smallest number of digits.
///   - radix: The base, from 2 to 36.
///   - uppercase: Whether the letters among the digits are capitals.
/// - Returns: The digits; more than the width asks for if the number has more.
package func zeroPadded(
  _ number: some BinaryInteger, to width: Int, radix: Int = 10, uppercase: Bool = false
) -> String {
  let digits = String(number, radix: radix, uppercase: uppercase)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Bytes as hexadecimal digits in lower case.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
    for (place, byte) in bytes.enumerated() {
      unsafe digits[2 * place] = digit(byte >> 4)
      unsafe digits[2 * place + 1] = digit(byte & 15)
    }
    return 2 * bytes.count
  }
}

private func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

/// A number of bytes as people read it, such as `18.2 KB`.
package func byteText(_ count: Int) -> String {
  var (size, unit) = (Double(count), 0)
  let units = ["bytes", "KB", "MB", "GB", "TB"]
  while size >= 1000, unit < units.count - 1 {
    size /= 1000
    unit += 1
  }
  if unit == 0 { return counted(count, "byte") }
  let tenths = Int((size * 10).rounded())
  return size < 100
    ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
}
