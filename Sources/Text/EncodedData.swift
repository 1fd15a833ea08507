/// The minimum length of a Base64 text to be considered encoded data, in bytes.
private let encodedDataLimit = 200

/// Returns the number of bytes that a text encodes; nil unless it is a `data:` URL (RFC 2397), or a long text in Base64
/// (RFC 4648) without spaces.
///
/// - Complexity: O(1) for most prose, which has a space among its first letters.
package func encodedDataSize(of text: String) -> Int? {
  let letters = text.utf8
  if letters.count >= 5,
    letters.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 || $0 == $1 }),
    let comma = letters.firstIndex(of: 0x2C), !letters[..<comma].contains(0x20)
  {
    let size = letters[comma...].dropFirst().count
    return text[..<comma].hasSuffix(";base64") ? size / 4 * 3 : size
  }
  guard letters.count >= encodedDataLimit else { return nil }
  var (hasCapital, hasSmall, hasDigit) = (false, false, false)
  for letter in letters {
    switch letter {
    case 0x41...0x5A: hasCapital = true
    case 0x61...0x7A: hasSmall = true
    case 0x30...0x39: hasDigit = true
    case 0x2B, 0x2D, 0x2F, 0x3D, 0x5F, 0x0A, 0x0D: break
    default: return nil
    }
  }
  return hasCapital && hasSmall && hasDigit ? letters.count / 4 * 3 : nil
}
