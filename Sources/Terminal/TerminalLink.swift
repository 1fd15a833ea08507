import Text

/// The longest address that all terminals take, in bytes.
private let longestLink = 2000

/// An address as a terminal takes it behind `OSC 8`: printable ASCII; nil for one that leads nowhere on the web.
func terminalLink(_ address: String) -> String? {
  let lower = address.prefix(8).lowercased()
  guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return nil }
  var link: [UInt8] = []
  for byte in address.utf8 {
    if 0x21...0x7E ~= byte {
      link.append(byte)
    } else {
      let digits = Array("0123456789ABCDEF".utf8)
      link += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    if link.count > longestLink { return nil }
  }
  return String(decoding: link, as: UTF8.self)
}
