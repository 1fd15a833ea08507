extension IngredientLine {
  /// The parts of a line that begins with an amount, as they are written.
  package struct Opening: Equatable, Sendable {
    /// The number, such as `2`, `1 ½` and `2–3`.
    package var quantity: String
    /// The word of the unit; empty for things that are counted.
    package var unit: String
    /// What follows the number and the unit; not empty.
    package var rest: String
  }

  /// The amount that the published line begins with, and the rest; nil if it begins with something else.
  package var opening: Opening? {
    let source = Array(published.utf8)
    guard let first = places.first, first.kind == .written, first.bytes.lowerBound == 0 else {
      return nil
    }
    var end = first.bytes.upperBound
    if let second = places.dropFirst().first, second.kind == .written, second.group == first.group,
      second.unitBytes == first.unitBytes, end <= second.bytes.lowerBound
    {
      let between = Self.text(source[end..<second.bytes.lowerBound])
      if ["-", "–", "—", "to", "or"].contains(between) { end = second.bytes.upperBound }
    }
    let quantity = Self.text(source[..<end])
    var unit = ""
    // A word of the size, such as `whole`, describes the thing.
    if first.unit != .whole, first.unit.kind != .size, let bytes = first.unitBytes,
      end <= bytes.lowerBound, bytes.upperBound <= source.count,
      Self.text(source[end..<bytes.lowerBound]).isEmpty
    {
      unit = Self.text(source[bytes])
      end = bytes.upperBound
    }
    let rest = Self.text(source[end...])
    // A letter next to the number or the unit is a part of it, as in `2nd` and `g.`
    let isDivided = source[end...].first == 0x20
    return rest.isEmpty || !isDivided ? nil : Opening(quantity: quantity, unit: unit, rest: rest)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.joined(separator: " ")
  }
}
