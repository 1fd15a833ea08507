/// Why a session cannot be exported.
package enum ExportProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case tooManyFrames(limit: Int)
  case tooLarge(bytes: Int, limit: Int)
  /// No still has that name; these do.
  case noSuchShot(String, known: [String])

  /// Whether it is more than an export may be.
  package var isLimit: Bool {
    if case .noSuchShot = self { false } else { true }
  }

  package var description: String {
    switch self {
    case .tooManyFrames(let limit):
      "The picture would have more than \(limit) frames; export a part of the script, or a cast."
    case .tooLarge(let bytes, let limit):
      "The picture would take \(bytes) bytes, and \(limit) is the limit; export a part of the script, or a cast."
    case .noSuchShot(let name, let known) where known.isEmpty:
      "No still is called \(name): the script has no \"@ shot\"."
    case .noSuchShot(let name, let known):
      "No still is called \(name); there are \(known.joined(separator: ", "))."
    }
  }
}
