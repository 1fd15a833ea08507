#if !canImport(Darwin)
  import Glibc

  /// The control group that the system counts this process in: cgroups(7), version 2.
  enum ControlGroup {
    /// The folders of the group and of those around it, from the inside to the outside; none if there is no group.
    static func folders() -> [String] {
      let line = text(of: "/proc/self/cgroup")?.split(separator: "\n").first {
        $0.hasPrefix("0::/")
      }
      guard var path = line?.dropFirst(3) else { return [] }
      var folders: [String] = []
      while path.last != "/", let slash = path.lastIndex(of: "/") {
        folders.append("/sys/fs/cgroup\(path)")
        path = slash == path.startIndex ? "/" : path[..<slash]
      }
      return folders + ["/sys/fs/cgroup"]
    }

    /// What a small file of the system says; nil if it cannot be read.
    static func text(of path: String) -> String? {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { _ = close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 8192)
      let count = unsafe read(descriptor, &bytes, bytes.count)
      return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
  }
#endif
