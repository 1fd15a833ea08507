#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Says who may do what with a file or a folder.
package func setPermissions(_ mode: UInt32, of path: String) {
  unsafe _ = chmod(path, mode_t(mode))
}

/// Gives something to another user, which only some may do.
///
/// - Returns: Whether it was done.
package func give(_ path: String, toUser user: UInt32) -> Bool {
  unsafe chown(path, user, .max) == 0
}

/// Whether the tests run as a user whom no permissions bind.
package let isRunByRoot = geteuid() == 0

/// Makes a link, whether or not there is anything at its end.
package func makeLink(at path: String, to target: String) {
  unsafe _ = symlink(target, path)
}

/// Makes a pipe that nobody writes to.
package func makePipe(at path: String) {
  unsafe _ = mkfifo(path, 0o600)
}

/// Writes over the beginning of a file that others may have open.
package func overwrite(_ path: String, with bytes: [UInt8]) {
  let file = unsafe open(path, O_WRONLY)
  unsafe _ = bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
  close(file)
}

/// How many bytes of the disk a file takes; nil if it is not there.
package func roomTaken(by path: String) -> Int? {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? Int(status.st_blocks) * 512 : nil
}

/// Says that a file was last written some seconds ago.
package func age(_ path: String, by seconds: Double) {
  var moment = timespec()
  unsafe _ = clock_gettime(CLOCK_REALTIME, &moment)
  moment.tv_sec -= time_t(seconds)
  let times = [moment, moment]
  unsafe _ = utimensat(AT_FDCWD, path, times, 0)
}

/// The number of the process that the tests run in.
package let ownProcess = getpid()
