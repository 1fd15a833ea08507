import Foundation
import LiveWorld
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder for all temporary files of this process, which is gone at its end, whatever programs wrote late.
package let temporaryRoot: String = {
  // As wide for every process, since a message that names a file wraps by its width.
  let process = String(getpid(), radix: 36)
  let root =
    "\(environmentValue("TMPDIR") ?? "/tmp")/larder-tests-"
    + String(repeating: "0", count: 5 - process.utf8.count) + process
  // Tests of permissions run as another user, who must get through. Whoever needs it reports that it is not there.
  unsafe _ = mkdir(root, 0o755)
  atexit { removeAll(temporaryRoot) }
  return root
}()

/// A folder that is gone when its owner is.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Throws: ``FileError`` if the system has no place for it.
  package init() throws(FileError) {
    path = "\(temporaryRoot)/\(UInt64.random(in: 0 ... .max))"
    try LiveFileSystem().makeFolder(path)
  }

  /// The names in the folder, sorted.
  package func names() throws(FileError) -> [String] {
    try LiveFileSystem().names(in: path).sorted()
  }

  /// The permission bits of something in the folder.
  package func mode(of name: String) throws(FileError) -> UInt32 {
    var status = stat()
    guard unsafe stat(path + "/" + name, &status) == 0 else {
      throw FileError(path: name, reason: .missing)
    }
    return UInt32(status.st_mode) & 0o777
  }

  deinit { removeAll(path) }
}

/// Removes a file, or a folder with all that is in it, whatever the names are.
package func removeAll(_ path: String) {
  // Something that ends in the background may still write a file.
  for _ in 1...100 {
    // A file that cannot be removed stays.
    try? FileManager.default.removeItem(atPath: path)
    var status = stat()
    if unsafe lstat(path, &status) != 0 { return }
  }
}
