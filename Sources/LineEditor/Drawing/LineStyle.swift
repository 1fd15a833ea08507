import Interpreter

extension LineSpan.Kind {
  /// How a terminal shows such a piece: the parameters of SGR.
  ///
  /// What is wrong is underlined too: color alone says nothing to everybody.
  var graphics: String {
    switch self {
    case .command: "1"
    case .keyword: "35"
    case .field: "36"
    case .value: "32"
    case .number: "33"
    case .quotation: "32"
    case .comment: "2"
    case .wrong: "4;31"
    }
  }
}

/// The kinds of a line's characters, by their numbers.
struct LineColors: Equatable {
  private(set) var scalars: [Unicode.Scalar]
  private(set) var kinds: [LineSpan.Kind?]

  init(_ text: String, _ spans: [LineSpan] = []) {
    scalars = Array(text.unicodeScalars)
    kinds = Array(repeating: nil, count: scalars.count)
    var (offset, next) = (0, spans.startIndex)
    for (number, scalar) in scalars.enumerated() {
      while next < spans.endIndex, spans[next].range.upperBound <= offset { next += 1 }
      guard next < spans.endIndex else { return }
      if spans[next].range.contains(offset) { kinds[number] = spans[next].kind }
      offset += UTF8.width(scalar)
    }
  }

  /// The first character that is not on the screen as it should be, if these were drawn last.
  ///
  /// libedit has written since what differs, without color, and may have moved what stands behind it.
  func firstChange(to new: LineColors) -> Int {
    let same = zip(scalars, new.scalars).prefix { $0 == $1 }.count
    if let changed = (0..<same).first(where: { kinds[$0] != new.kinds[$0] }) { return changed }
    if same < scalars.count { return same }
    return new.kinds[same...].firstIndex { $0 != nil } ?? new.kinds.count
  }
}
