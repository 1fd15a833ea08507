/// A count with its noun, such as `1 row` and `3 rows`.
///
/// - Parameters:
///   - count: The number.
///   - noun: The noun in the singular.
///   - plural: The noun in the plural; nil to append an *s*.
/// - Returns: The number, a space, and the noun in the right form.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A number for people, such as `9999` and `12,345`: from 10,000 on, commas separate groups of three digits.
package func grouped(_ number: Int) -> String {
  let digits = Array("\(number.magnitude)")
  guard digits.count > 4 else { return "\(number)" }
  var text = number < 0 ? "-" : ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}

/// Parses the number of an item in a list that is numbered from 1, such as a row or a clause.
///
/// - Parameter text: The typed number.
/// - Returns: The number; nil if the text contains anything but digits, is 0, or is greater than 10^15.
package func ordinal(_ text: some StringProtocol) -> Int? {
  guard (1...16).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
    let number = Int(text), (1...1_000_000_000_000_000).contains(number)
  else { return nil }
  return number
}

/// The digits of a number, padded with zeros.
///
/// - Parameters:
///   - number: A number that is not negative.
///   - width: The minimum number of digits.
///   - radix: The base, from 2 to 36.
///   - uppercase: Whether letters among the digits are capitals.
/// - Returns: At least `width` digits.
package func zeroPadded(
  _ number: some BinaryInteger, to width: Int, radix: Int = 10, uppercase: Bool = false
) -> String {
  let digits = String(number, radix: radix, uppercase: uppercase)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Bytes as lowercase hexadecimal digits.
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

/// A number of bytes for people, such as `18.2 KB`.
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

/// Returns a duration in its usual notation: `45 min`, `1 h 30`.
package func shownMinutes(_ minutes: Double) -> String {
  guard abs(minutes) < 1e9 else { return JSONValue.number(minutes).text() + " min" }
  let whole = Int(minutes.rounded())
  if whole < 60 { return "\(whole) min" }
  return whole % 60 == 0 ? "\(whole / 60) h" : "\(whole / 60) h \(whole % 60)"
}
