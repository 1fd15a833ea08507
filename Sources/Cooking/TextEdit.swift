/// A change of a published text.
struct TextEdit: Equatable {
  /// The bytes that are replaced.
  var bytes: Range<Int>
  var text: String

  /// Returns the text in pieces: replaced and inserted ones, and those between them as published.
  ///
  /// Of edits that overlap, the first remains.
  static func applied(
    _ edits: [TextEdit], to source: [UInt8]
  ) -> [(text: String, isReplaced: Bool)] {
    var pieces: [(String, Bool)] = []
    var copied = 0
    for edit in edits.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound })
    where edit.bytes.lowerBound >= copied && edit.bytes.upperBound <= source.count {
      if copied < edit.bytes.lowerBound {
        pieces.append(
          (String(decoding: source[copied..<edit.bytes.lowerBound], as: UTF8.self), false))
      }
      if !edit.text.isEmpty { pieces.append((edit.text, !edit.bytes.isEmpty)) }
      copied = edit.bytes.upperBound
    }
    if copied < source.count || pieces.isEmpty {
      pieces.append((String(decoding: source[copied...], as: UTF8.self), false))
    }
    return pieces
  }
}
