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

  /// Writes files into a folder that a person named; the folder is created, but not the one around it.
  ///
  /// Files that have the same contents already are left alone.
  ///
  /// - Parameters:
  ///   - contents: The paths from the folder, such as `pictures/pie.jpg`, and the contents.
  ///   - folder: The folder, without a slash at its end.
  ///   - mayReplace: Asks a question; true if the answer is yes, or was given before.
  /// - Returns: Whether the files were written.
  /// - Throws: ``FileError`` if the folder cannot be created, or at the first file that cannot be written.
  package func writeNamed(
    _ contents: [(name: String, bytes: [UInt8])], intoFolder folder: String,
    mayReplace: (_ question: String) throws -> Bool
  ) throws -> Bool {
    let found = kind(of: folder)
    if found != nil, found != .folder {
      throw FileError(path: folder, reason: .other("is not a folder"))
    }
    try requireFolder(of: folder)
    let changed = contents.filter { name, bytes in
      kind(of: "\(folder)/\(name)") != .file
        || (try? self.contents(of: "\(folder)/\(name)", limit: bytes.count)) != bytes
    }
    let present =
      found == nil ? [] : changed.map(\.name).filter { kind(of: "\(folder)/\($0)") != nil }
    if let first = present.first {
      let names = present.count == 1 ? first : "\(first) and \(present.count - 1) more"
      let question =
        "\(folder) has \(names) already. Replace \(present.count == 1 ? "it" : "them")?"
      if try !mayReplace(question) { return false }
    }
    let folders = Set(
      changed.compactMap { file in
        file.name.firstIndex(of: "/").map { file.name[..<$0] }
      })
    try makeExportFolder(folder)
    for inner in folders.sorted() { try makeExportFolder("\(folder)/\(inner)") }
    try writeExports(changed.map { ("\(folder)/\($0.name)", $0.bytes) })
    return true
  }
}
