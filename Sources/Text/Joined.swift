extension [String] {
  /// The texts joined by a separator.
  ///
  /// The generic function of the standard library looks up types by name when it is first used, which takes a twentieth
  /// of the time to the first prompt.
  package func joined(separator: String = "") -> String {
    guard var joined = first else { return "" }
    joined.reserveCapacity(reduce(0) { $0 + $1.utf8.count + separator.utf8.count })
    for text in dropFirst() {
      joined += separator
      joined += text
    }
    return joined
  }
}
