#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of files and connections that this process may have open at the same time.
package enum OpenFileLimit {
  /// The least number with which the program works; Dispatch ends a process that cannot open its own files.
  private static let least: UInt = 64
  /// A number that is enough for all requests and files at once.
  private static let enough: UInt = 1024

  /// Raises the limit as far as it is useful and permitted.
  ///
  /// - Returns: The limit if it is too low for the program to run; otherwise nil.
  package static func raise() -> UInt? {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(files, &limit) == 0 else { return nil }
    let present = UInt(clamping: limit.rlim_cur)
    if present >= enough { return nil }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(enough))
    let raised = unsafe setrlimit(files, &limit) == 0 ? UInt(clamping: limit.rlim_cur) : present
    return raised < least ? raised : nil
  }
}
