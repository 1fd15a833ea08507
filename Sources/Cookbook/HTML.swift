import Text

/// Markup in which interpolated texts are escaped.
///
/// Texts of feeds become markup only here, so that none of them can add an element or an attribute.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// The markup.
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a text, escaped for elements and for attributes in quotes.
    mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    /// Adds pieces of markup, each on lines of its own.
    mutating func appendInterpolation(_ pieces: [HTML]) {
      text += pieces.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Adds JSON as the content of a script element, which it cannot end.
    mutating func appendInterpolation(json: JSONValue) {
      text += json.text().replacing("<", with: "\\u003C").replacing(">", with: "\\u003E")
        .replacing("&", with: "\\u0026")
    }
  }

  private static func escaped(_ text: String) -> String {
    let plain = harmless(text, keepingLines: true)
    guard plain.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return plain }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(plain.utf8.count + 32)
    for byte in plain.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
