import Catalog
import Text

/// What the texts of a key say about the field that they make.
extension LooseColumns.Column {
  /// The text at a place; nil if another kind of value is there.
  private func text(_ place: Int) -> String? {
    let value = values[place]
    guard value.shape == .text || value.shape == .escapedText else { return nil }
    if value.shape == .text { return String(decoding: text[value.range], as: UTF8.self) }
    var bytes: [UInt8] = []
    decodeText(value, in: unsafe text.span.bytes, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func trimmedText(_ place: Int) -> String? { text(place).map { trimmingSpace($0) } }

  /// Whether any value could be a name or an id: anything but nothing, a blank text, and what no field can show.
  var hasWords: Bool {
    values.indices.contains { place in
      switch values[place].shape {
      case .absent, .null, .object: false
      case .list: nestedMark(place) == nil
      case .text, .escapedText: trimmedText(place).map { !$0.isEmpty } ?? false
      case .number, .yes, .no: true
      }
    }
  }
}

/// Whether a text is a date, with a time behind it or with nothing: one with words behind it is a sentence.
func isDateAlone(_ text: String) -> Bool {
  guard Period(dateTime: text) != nil else { return false }
  let rest = text.utf8.drop { $0 != 0x54 && $0 != 0x20 }.dropFirst()
  // Nearly all have digits and signs there, or the letter for UTC.
  if rest.allSatisfy({ 0x20...0x3A ~= $0 || $0 == 0x5A }) { return true }
  var time = Substring(rest)
  // The name of a zone, as in `[Europe/Berlin]`.
  if time.last == "]", let bracket = time.firstIndex(of: "[") { time = time[..<bracket] }
  let words = time.split { !$0.isLetter }
  if words.isEmpty { return true }
  return time.first?.isNumber == true
    && words.allSatisfy { word in
      ["am", "pm"].contains(word.lowercased())
        || word.count <= 5 && word.allSatisfy { $0.isASCII && $0.isUppercase }
    }
}
