import CPlatform
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Notifications of memory pressure.
///
/// On Linux they come from pressure stall information (Documentation/accounting/psi.rst of the kernel), where
/// this process can use it, and from the events of its control group; on macOS from Dispatch.
enum MemoryPressure {
  /// Sets an action to be called on a background thread when memory runs low.
  ///
  /// It is never called on systems without notifications.
  static func watch(_ action: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      let source = DispatchSource.makeMemoryPressureSource(
        eventMask: [.warning, .critical], queue: .global())
      source.setEventHandler { @Sendable in action() }
      source.activate()
      sources.withLock { $0.append(source) }
    #else
      let watched = [stalls(), groupEvents()].compactMap(\.self)
      if watched.isEmpty { return }
      do throws(BackgroundThread.Failure) {
        try BackgroundThread.start { wait(for: watched, action) }
      } catch {
        // Without a thread there are no notifications; the memory limit is enforced anyway.
        for descriptor in watched { _ = close(descriptor) }
      }
    #endif
  }

  #if canImport(Darwin)
    private static let sources = Mutex<[any DispatchSourceMemoryPressure]>([])
  #else
    /// Tasks stalled for a tenth of a two-second window, the shortest that unprivileged processes can
    /// request.
    private static let threshold = "some 200000 2000000"

    private static func stalls() -> Int32? {
      let descriptor = unsafe open("/proc/pressure/memory", O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let text = Array(threshold.utf8) + [0]
      guard unsafe write(descriptor, text, text.count) == text.count else {
        _ = close(descriptor)
        return nil
      }
      return descriptor
    }

    /// Opens the events of the process's control group: memory reclaimed or nearly exhausted.
    private static func groupEvents() -> Int32? {
      // The root group has no events.
      guard let folder = ControlGroup.folders().dropLast().first else { return nil }
      let descriptor = unsafe open(folder + "/memory.events", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      // Earlier events are consumed.
      var bytes = [UInt8](repeating: 0, count: 1024)
      _ = unsafe read(descriptor, &bytes, bytes.count)
      return descriptor
    }

    private static func wait(for descriptors: [Int32], _ action: () -> Void) {
      var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLPRI), revents: 0) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      while !watched.isEmpty {
        guard unsafe poll(&watched, nfds_t(watched.count), -1) > 0 else {
          if errno == EINTR { continue }
          return
        }
        if watched.contains(where: { $0.revents & Int16(POLLPRI) != 0 }) { action() }
        // Reading the events rearms the notification.
        for place in watched.indices where watched[place].revents != 0 {
          _ = unsafe pread(watched[place].fd, &bytes, bytes.count, 0)
        }
        // A removed group, or a source that the system no longer supports, reports errors permanently.
        watched.removeAll { $0.revents & Int16(POLLNVAL) != 0 || $0.revents == Int16(POLLERR) }
      }
    }
  #endif
}

/// The memory available to this process in bytes: that of the machine, or the lowest limit of its control
/// groups and of `ulimit -v`.
let memorySize: Int = {
  var sizes = [sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))]
  var limit = rlimit()
  #if canImport(Darwin)
    if unsafe getrlimit(RLIMIT_AS, &limit) == 0 { sizes.append(Int(clamping: limit.rlim_cur)) }
  #else
    if unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 {
      sizes.append(Int(clamping: limit.rlim_cur))
    }
    for folder in ControlGroup.folders() {
      // The value is "max" without a limit.
      let text = ControlGroup.text(of: folder + "/memory.max")
      if let size = text.flatMap({ Int($0.prefix { $0.isNumber }) }) { sizes.append(size) }
    }
  #endif
  return sizes.filter { $0 > 0 }.min() ?? .max
}()

/// Makes the allocator retain up to 16 MB of freed memory, for workloads that allocate and free as much many
/// times a second.
///
/// Returning it to the system each time would cause page faults and TLB shootdowns in all threads, a tenth of
/// the time of a thousand small downloads.
package func keepFreedMemory() { cplatform_keep_freed(16 << 20) }

#if !canImport(Darwin)
  import Glibc

  /// The control group of this process: cgroups(7), version 2.
  enum ControlGroup {
    /// Returns the folders of the group and its ancestors, innermost first; empty if there is no group.
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

    /// Returns the content of a small system file; nil if it cannot be read.
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
