/// What is known of a file, a folder or a link without opening it.
package struct FileStatus: Equatable, Sendable {
  /// What it is itself; a link is something other, wherever it leads.
  package var kind: FileKind
  /// How many bytes a file has.
  package var size: Int
  /// When its bytes last changed, in seconds since 1970 by the clock of its disk.
  package var modified: Double
  /// Whether it belongs to the person this process runs for.
  package var isOwn: Bool
  /// Who may do what with it: the lower nine bits of its mode.
  package var permissions: Int
  /// What tells it from all others that are there at the same time.
  package var identity: [UInt64]

  package init(
    kind: FileKind, size: Int, modified: Double, isOwn: Bool, permissions: Int, identity: [UInt64]
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.isOwn = isOwn
    self.permissions = permissions
    self.identity = identity
  }
}

/// What is known of the disk that something lies on.
package struct DiskStatus: Equatable, Sendable {
  /// How many bytes more it takes.
  package var freeBytes: Int
  /// Whether other machines may use it too, so that no memory can be shared with all who do.
  package var isRemote: Bool

  package init(freeBytes: Int, isRemote: Bool) {
    self.freeBytes = freeBytes
    self.isRemote = isRemote
  }
}
