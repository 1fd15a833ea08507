#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lets this process, but none that it starts, go before all others, where it may (Linux, as root).
///
/// Otherwise the wait for a busy processor would be counted to the program that has answered long ago.
func goFirst() {
  #if os(Linux)
    // SCHED_RESET_ON_FORK, which <sched.h> hides from Swift.
    let notInherited: Int32 = 0x4000_0000
    var urgency = sched_param(sched_priority: 1)
    unsafe _ = sched_setscheduler(0, SCHED_FIFO | notInherited, &urgency)
  #endif
}
