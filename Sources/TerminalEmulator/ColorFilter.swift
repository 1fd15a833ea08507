import Terminal

/// Takes colors out of what a program writes to a terminal, as far as it is to have fewer.
package struct ColorFilter: Sendable {
  private let depth: PictureDisplay.Depth
  /// A sequence whose end has not come yet.
  private var held: [UInt8] = []

  /// The longest sequence that is waited for.
  private static let limit = 256

  /// - Parameter depth: How many colors there are to be; with none, letters are neither bold nor inverse.
  package init(_ depth: PictureDisplay.Depth) { self.depth = depth }

  /// The same bytes with the colors that there are.
  package mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
    if depth == .trueColor { return bytes }
    let input = held + bytes
    held = []
    var out: [UInt8] = []
    var place = 0
    while let start = input[place...].firstIndex(of: 0x1B) {
      out += input[place..<start]
      guard let end = end(of: start, in: input) else {
        held = Array(input[start...])
        return out
      }
      out += filtered(input[start..<end])
      place = end
    }
    return out + input[place...]
  }

  /// Where a sequence ends; nil if that is still to come.
  private func end(of start: Int, in input: [UInt8]) -> Int? {
    guard start + 1 < input.count else { return nil }
    guard input[start + 1] == UInt8(ascii: "[") else { return start + 1 }
    let body = input[(start + 2)...].prefix(Self.limit)
    guard let final = body.firstIndex(where: { 0x40...0x7E ~= $0 || $0 < 0x20 }) else {
      return body.count < Self.limit ? nil : start + 1
    }
    return final + 1
  }

  private func filtered(_ sequence: ArraySlice<UInt8>) -> [UInt8] {
    guard sequence.last == UInt8(ascii: "m"), sequence.count > 2 else { return Array(sequence) }
    let body = Array(sequence.dropFirst(2).dropLast())
    let control = ControlSequence(body, final: UInt8(ascii: "m"))
    guard control.marker == nil, control.intermediates.isEmpty else { return Array(sequence) }
    if depth == .none { return [] }
    return reduced(control).map { Array("\u{1B}[\($0)m".utf8) } ?? Array(sequence)
  }

  /// The parameters with fewer colors; nil if that changes none.
  private func reduced(_ sequence: ControlSequence) -> String? {
    var rest = sequence.parameters[...]
    var kept: [String] = []
    var isChanged = false
    while let first = rest.popFirst() {
      let parts = rest.prefix { $0.isPart }.map { $0.value ?? 0 }
      rest = rest.dropFirst(parts.count)
      guard let number = first.value, number == 38 || number == 48 else {
        kept.append(([first.value ?? 0] + parts).map { "\($0)" }.joined(separator: ":"))
        continue
      }
      guard let color = TerminalColor(parts, &rest) else { return nil }
      let fewer = color.reduced(to: depth)
      kept.append(fewer.parameters(base: number - 8))
      isChanged = isChanged || fewer != color
    }
    return isChanged ? kept.joined(separator: ";") : nil
  }
}
