import LiveWorld
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder for all temporary files of this process, which is gone at its end, whatever programs wrote late.
package let temporaryRoot: String = {
  let root = "\(environmentValue("TMPDIR") ?? "/tmp")/larder-tests-\(getpid())"
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

/// Removes a file, or a folder with all that is in it.
package func removeAll(_ path: String) {
  // A link to a folder is a file, too.
  if unsafe unlink(path) == 0 || errno == ENOENT { return }
  // Something that ends in the background may still write a file.
  for _ in 1...100 {
    // A folder that cannot be read stays where it is.
    for name in (try? LiveFileSystem().names(in: path)) ?? [] { removeAll(path + "/" + name) }
    if unsafe rmdir(path) == 0 || errno != ENOTEMPTY { return }
  }
}
