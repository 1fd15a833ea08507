/// What is wrong with a bundle of recorded things, where, and what to do about it.
package struct BundleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file, or of the bundle itself.
  package var path: String
  /// The line, from 1; nil if it is about the whole file.
  package var line: Int?
  package var problem: String
  package var advice: String

  package var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(problem); \(advice)"
  }
}

/// What is wrong with one line of a text.
struct LineError: Error, Equatable {
  var line: Int
  var problem: String
  var advice: String

  func inFile(_ path: String) -> BundleError {
    BundleError(path: path, line: line, problem: problem, advice: advice)
  }
}

/// The lines of a text with their numbers, from 1; the text after the last line feed is one if there is any.
func numberedLines(_ bytes: [UInt8]) -> [(number: Int, bytes: ArraySlice<UInt8>)] {
  var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines.enumerated().map { ($0.offset + 1, $0.element) }
}
