/// The access that other users may have to a file of Larder.
package enum OthersAccess: Sendable {
  /// None, for the files that Larder writes.
  case nothing
  /// Reading, for the files that the user writes.
  case reading

  /// The permission bits that others must not have.
  fileprivate var excess: Int { self == .nothing ? 0o077 : 0o022 }
}

/// Files that decide what Larder does.
///
/// A library can choose the program that opens links, and a start file can run commands, so both must be the user's own.
extension FileSystem {
  /// Makes sure that a file or folder, if there is one, belongs to the user, and that nobody else can change it.
  ///
  /// A link must belong to the user, as must its target.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - others: What others may do with it. Their other permissions are removed.
  /// - Returns: A message for the user if permissions were removed.
  /// - Throws: ``FileError`` with ``FileError/Reason/refused(_:)`` if it belongs to another user.
  package func claim(_ path: String, for others: OthersAccess) throws(FileError) -> String? {
    // What does not exist is created by Larder; what cannot be examined cannot be read either.
    guard var status = try? status(of: path) else { return nil }
    var target = path
    if status.isOwn, status.kind == .other, kind(of: path) != nil {
      target = absolute(path)
      status = try self.status(of: target)
    }
    guard status.isOwn else {
      throw FileError(
        path: path,
        reason: .refused(
          "belongs to another user, who could decide what Larder does, so it is not used; "
            + "move it away, or make it yours with chown"))
    }
    let excess = status.permissions & others.excess
    if excess == 0 { return nil }
    try restrict(target, to: status.permissions & ~others.excess)
    let access = excess & 0o022 == 0 ? "read" : "change"
    return "other users could \(access) \(path), and no longer can"
  }

  /// Claims a file and the folder that contains it.
  ///
  /// - Returns: The messages about removed permissions.
  /// - Throws: ``FileError`` if one of them belongs to another user.
  package func claimFile(
    _ path: String, for others: OthersAccess = .nothing
  ) throws(FileError) -> [String] {
    var messages: [String] = []
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      messages += [try claim(String(path[..<slash]), for: others)].compactMap(\.self)
    }
    messages += [try claim(path, for: others)].compactMap(\.self)
    return messages
  }
}
