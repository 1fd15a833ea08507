#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Calls `body` with 0, 1, 2, and so on, a number of times, or for `LARDER_FUZZ_SECONDS` if set.
func repeatedly(_ count: Int, _ body: (Int) throws -> Void) rethrows {
  guard let wish = unsafe getenv("LARDER_FUZZ_SECONDS"),
    let seconds = unsafe Double(String(cString: wish))
  else {
    for turn in 0..<count { try body(turn) }
    return
  }
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  var turn = 0
  while clock.now < end {
    try body(turn)
    turn += 1
  }
}
