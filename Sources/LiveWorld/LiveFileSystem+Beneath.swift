import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files below a folder, reached a part of their way at a time, so that no link can lead out of it.
extension LiveFileSystem {
  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    let parts = try partsBeneath(path)
    let whole = "\(folder)/\(path)"
    var place = try enter(folder.isEmpty ? "." : folder, from: AT_FDCWD, O_DIRECTORY, whole)
    for (number, part) in parts.enumerated() {
      let parent = place
      defer { close(parent) }
      let kind = number < parts.count - 1 ? O_DIRECTORY : O_NONBLOCK
      place = try enter(part, from: parent, kind | O_NOFOLLOW, whole)
    }
    let file = try OpenedFile(whole, regular: place)
    guard file.count <= limit else {
      throw FileError(path: whole, reason: .tooLong(limit: limit))
    }
    return file
  }

  /// Opens what has a name in a folder that is open.
  private func enter(
    _ name: String, from folder: Int32, _ flags: Int32, _ path: String
  ) throws(FileError) -> Int32 {
    let number = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | flags)
    if number >= 0 { return number }
    let error = Errno(rawValue: errno)
    let isLink = error == .tooManySymbolicLinkLevels || error == .notDirectory
    let reason =
      isLink ? .other("is a link, or stands behind something that is no folder") : reason(error)
    throw FileError(path: path, reason: reason)
  }
}
