/// How well a text fits what was typed; the least is the best.
package struct Fit: Comparable, Sendable {
  private let rank: Int

  /// The text is what was typed.
  package static let whole = Fit(rank: 0)
  /// The text begins so.
  package static let start = Fit(rank: 1)
  /// A later word of the text begins so.
  package static let laterWord = Fit(rank: 2)
  /// The worst fit of all.
  package static let last = Fit(rank: .max)

  /// The letters stand in the text in their order, others between them in so many places.
  package static func scattered(gaps: Int) -> Fit { Fit(rank: 3 + gaps) }

  private init(rank: Int) { self.rank = rank }

  /// How a text fits, both as texts are compared; nil if it does not.
  package init?(of text: String, to typed: String) {
    if text.utf8.starts(with: typed.utf8) {
      self = text.utf8.count == typed.utf8.count && !typed.isEmpty ? .whole : .start
    } else if hasWord(of: text, beginningWith: typed) {
      self = .laterWord
    } else if let gaps = gaps(in: text, between: typed) {
      self = .scattered(gaps: gaps)
    } else {
      return nil
    }
  }

  package static func < (one: Fit, other: Fit) -> Bool { one.rank < other.rank }
}

/// Whether a word of a text behind its first one begins with what was typed.
private func hasWord(of text: String, beginningWith typed: String) -> Bool {
  let bytes = text.utf8
  var isInside = true
  for place in bytes.indices {
    let byte = bytes[place]
    let continues = byte >= 0x80 || byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
    if continues, !isInside, bytes[place...].starts(with: typed.utf8) { return true }
    isInside = continues
  }
  return false
}

/// In how many places other letters stand between those of `typed`, which come in their order; nil if they do not.
private func gaps(in text: String, between typed: String) -> Int? {
  var left = typed.unicodeScalars[...]
  var gaps = 0
  var isNext = false
  for scalar in text.unicodeScalars {
    guard let wanted = left.first else { break }
    if scalar == wanted {
      if !isNext { gaps += 1 }
      left.removeFirst()
    }
    isNext = scalar == wanted
  }
  return left.isEmpty ? gaps : nil
}
