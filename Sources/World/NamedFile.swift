/// Files that a person named.
extension FileSystem {
  /// Returns the question to ask before a file is replaced; nil if there is no file.
  ///
  /// A link is named with its target, because that is what would be replaced.
  package func questionBeforeReplacing(_ path: String) -> String? {
    guard let kind = kind(of: path) else { return nil }
    // A link is another kind of file than its target.
    let isLink = kind == .file && (try? status(of: path).kind) == .other
    return isLink
      ? "\(path) is a link to \(absolute(path)), which exists already. Replace that?"
      : "\(path) exists already. Replace it?"
  }

  /// Writes a file at a path that a person gave.
  ///
  /// Nothing else writes where a person said, so that no file is replaced without a question.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The path, which may be a link.
  ///   - isPrivate: Whether a new file is accessible to its owner only; otherwise, the umask decides.
  ///   - mayReplace: Asks a question; true if the answer is yes, or was given before.
  /// - Returns: Whether the file was written.
  /// - Throws: ``FileError`` if the folder does not exist, or the file cannot be written.
  package func writeNamed(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false,
    mayReplace: (_ question: String) throws -> Bool
  ) throws -> Bool {
    if kind(of: path) == .folder { throw FileError(path: path, reason: .isDirectory) }
    try requireFolder(of: path)
    let question = questionBeforeReplacing(path)
    if let question, try !mayReplace(question) { return false }
    if isPrivate {
      try write(bytes, to: path, replacing: question != nil)
    } else {
      try writeExport(bytes, to: path, replacing: question != nil)
    }
    return true
  }
}
