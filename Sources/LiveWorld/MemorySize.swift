import CPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many bytes of memory this process may have: what the machine has, or a limit below that.
///
/// That of its control groups counts, and that of `ulimit -v`.
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
      // Without a limit it says "max".
      let text = ControlGroup.text(of: folder + "/memory.max")
      if let size = text.flatMap({ Int($0.prefix { $0.isNumber }) }) { sizes.append(size) }
    }
  #endif
  return sizes.filter { $0 > 0 }.min() ?? .max
}()

/// Has the program keep what it frees, up to 16 MB, for who frees and asks for as much again many times a second.
///
/// Given back to the system each time, every page comes back empty and with an interruption of all threads: a tenth
/// of the time of a thousand small downloads.
package func keepFreedMemory() { cplatform_keep_freed(16 << 20) }
