import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a file.
func contents(of path: String) throws -> [UInt8] {
  let file = unsafe open(path, O_RDONLY)
  guard file >= 0 else { throw FileError(path: path, reason: .missing) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe read(file, &chunk, chunk.count)
    if count <= 0 { return bytes }
    bytes += chunk[..<count]
  }
}

/// Replaces a file by a new one, without syncing it.
func replaceFile(_ path: String, by bytes: [UInt8]) throws {
  unsafe unlink(path)
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
  guard file >= 0 else { throw FileError(path: path, reason: .exists) }
  defer { close(file) }
  var done = 0
  while done < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe write(file, $0.baseAddress.map { unsafe $0 + done }, bytes.count - done)
    }
    guard count > 0 else { throw FileError(path: path, reason: .full) }
    done += count
  }
}
