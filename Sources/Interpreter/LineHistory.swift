/// The lines that were entered before, numbered from the oldest, which is 0.
///
/// A number means the same line for as long as the history is there. A line that was entered
/// again later is found there only.
package protocol LineHistory: AnyObject {
  /// Learns the lines that were added since the last call, by this shell or another.
  func refresh()

  /// How many lines there are.
  var count: Int { get }

  /// A line by its number.
  subscript(number: Int) -> String { get }

  /// The number of the latest line before another that begins with a text and is longer.
  func latest(startingWith text: String, before number: Int) -> Int?

  /// The lines with all words of a text in them, whatever their case and accents, the latest first.
  ///
  /// - Parameters:
  ///   - text: Words, in any order; none of them is in every line.
  ///   - limit: The most numbers to return.
  /// - Returns: The numbers of the lines.
  func matches(_ text: String, limit: Int) -> [Int]

  /// Remembers a line that was entered.
  func add(_ line: String)
}
