import Text

/// How far something has come, in one line of a given width.
///
/// - Parameters:
///   - title: What is being done.
///   - done: How much is done.
///   - total: How much there is; nil if nobody knows.
///   - width: How many columns there are.
/// - Returns: The title, a bar as far as there is room for one, and the numbers.
package func progressLine(_ title: String, _ done: Int, of total: Int?, width: Int) -> String {
  guard let total, total > 0 else { return clipped("\(title) \(done)", to: width) }
  let numbers = " \(min(done, total))/\(total)"
  let room = width - displayWidth(of: title) - numbers.count - 1
  if room < 5 { return clipped(title + numbers, to: width) }
  let length = min(room, 24)
  let filled = length * min(done, total) / total
  let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: length - filled)
  return "\(title) \(bar)\(numbers)"
}
