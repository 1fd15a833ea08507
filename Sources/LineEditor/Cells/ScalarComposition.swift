/// Joins a base character and a combining mark into one code point, where Unicode has one.
package typealias ScalarComposition = (Unicode.Scalar, Unicode.Scalar) -> Unicode.Scalar?

extension String {
  /// The text with its marks composed as far as possible.
  ///
  /// What nobody can see, as it comes along with a paste, stays only in what must keep its exact spelling.
  func composed(by compose: ScalarComposition, keepingInvisible: Bool) -> String {
    guard unicodeScalars.contains(where: \.isZeroWidth) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isZeroWidth {
        result.append(scalar)
      } else if let last = result.last, let whole = compose(last, scalar) {
        result.removeLast()
        result.append(whole)
      } else if keepingInvisible || !scalar.isInvisible {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text on one line: control characters become spaces.
  var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }
}
