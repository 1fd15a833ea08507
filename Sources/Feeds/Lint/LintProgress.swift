/// How far an audit has come, told now and then.
///
/// It looks at the rows several times; each look is told as its usual share of the time of all.
struct LintProgress {
  enum Look: CaseIterable { case links, texts, repeats, blanks }

  /// How many rows there are.
  let count: Int
  /// Takes how many rows all of it amounts to so far.
  let tell: (_ done: Int) -> Void

  /// Tells that one look has come to a row.
  func note(_ row: Int, of look: Look) {
    guard row & 0xFFF == 0xFFF else { return }
    let (start, share) = Self.place(of: look)
    tell(Int(Double(count) * start + Double(row) * share))
  }

  /// Which part of the time goes by before a look, and by it.
  private static func place(of look: Look) -> (start: Double, share: Double) {
    switch look {
    case .links: (0, 0.15)
    case .texts: (0.15, 0.05)
    case .repeats: (0.2, 0.3)
    case .blanks: (0.5, 0.5)
    }
  }
}
