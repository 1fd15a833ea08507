/// What a terminal sent as a paste, made fit for a line.
enum PastedText {
  /// Keeps newlines between lines, turns tabs into spaces, and drops other controls.
  ///
  /// In libedit's editing mode carriage returns and newlines arrive swapped, so
  /// either is a newline, and one of each, in either order, is a single one.
  static func text(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var halfOfPair: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\r", "\n":
        if let half = halfOfPair, half != scalar {
          halfOfPair = nil
          continue
        }
        halfOfPair = scalar
        result.append("\n")
        continue
      case "\t": result.append(" ")
      case _ where scalar.isControl: break
      default: result.append(scalar)
      }
      halfOfPair = nil
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }
}
