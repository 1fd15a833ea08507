extension [String] {
  /// The texts one after another, with a text between them.
  ///
  /// The library's own, which takes any collection, asks for types by their names when it is first used: a
  /// twentieth of the way to the first prompt.
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
