#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lets a file be run.
package func makeExecutable(_ path: String) {
  unsafe _ = chmod(path, 0o700)
}
