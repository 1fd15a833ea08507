/// A number of things, as in `1 row` and `3 rows`.
///
/// - Parameters:
///   - count: The number.
///   - noun: The name of one.
///   - plural: The name of several; nil for `noun` with an `s`.
/// - Returns: The number and the noun.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
