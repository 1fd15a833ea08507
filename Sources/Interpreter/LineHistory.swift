/// The lines that were entered before.
package protocol LineHistory: AnyObject {
  /// The lines that were added since the last call, by this shell or another, oldest first; at the first call all of them.
  func newLines() -> [String]
  /// Remembers a line that was entered.
  func add(_ line: String)
}
