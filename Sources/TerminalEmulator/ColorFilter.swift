import Terminal

/// Reduces the colors in terminal output to a color depth.
package struct ColorFilter: Sendable {
  private let depth: PictureDisplay.Depth
  /// An incomplete sequence at the end of the input.
  private var held: [UInt8] = []

  /// The maximum length of a sequence, in bytes.
  private static let limit = 256

  /// - Parameter depth: The color depth. With none, bold and inverse are removed as well.
  package init(_ depth: PictureDisplay.Depth) { self.depth = depth }

  /// Returns the output with reduced colors.
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

  /// Returns the end of a sequence; nil if it is incomplete.
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

  /// Returns the reduced parameters; nil if no color changes.
  private func reduced(_ sequence: ControlSequence) -> String? {
    var rest = sequence.parameters[...]
    var remaining: [String] = []
    var isChanged = false
    while let first = rest.popFirst() {
      let parts = rest.prefix { $0.isPart }.map { $0.value ?? 0 }
      rest = rest.dropFirst(parts.count)
      guard let number = first.value, number == 38 || number == 48 else {
        remaining.append(([first.value ?? 0] + parts).map { "\($0)" }.joined(separator: ":"))
        continue
      }
      guard let color = TerminalColor(parts, &rest) else { return nil }
      let fewer = color.reduced(to: depth)
      remaining.append(fewer.parameters(base: number - 8))
      isChanged = isChanged || fewer != color
    }
    return isChanged ? remaining.joined(separator: ";") : nil
  }
}
