/// Texts that were cut, to be put back.
struct KillRing {
  /// The most texts that are kept.
  private static let capacity = 30

  private var texts: [String] = []
  /// The number of the text that was put back last, counted from the newest.
  private var turn = 0
  /// Whether the newest text is one that what is cut next may join.
  private var isOpen = false

  /// The text to put back, if there is one.
  var text: String? {
    texts.isEmpty ? nil : texts[(texts.count - 1 - turn + texts.count) % texts.count]
  }

  /// Keeps a text that was cut.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - joins: Whether the one before was cut by the key before, so that they are one.
  ///   - isBefore: Whether the text stood before the one it joins.
  mutating func keep(_ text: String, joining joins: Bool, isBefore: Bool) {
    guard !text.isEmpty else { return }
    turn = 0
    defer { isOpen = true }
    if joins, isOpen, let last = texts.popLast() {
      texts.append(isBefore ? text + last : last + text)
    } else {
      texts.append(text)
    }
    if texts.count > Self.capacity { texts.removeFirst() }
  }

  /// Has what is cut next join nothing, as after a key that found nothing to cut.
  mutating func close() { isOpen = false }

  /// Begins again with the newest.
  mutating func rewind() { turn = 0 }

  /// Goes on to the text that was cut before.
  mutating func rotate() {
    if !texts.isEmpty { turn = (turn + 1) % texts.count }
  }
}
