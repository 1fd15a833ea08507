// Runs one target under libFuzzer: Fuzz TARGET [OPTION]… [CORPUS]…
import CFuzzer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The target that runs with each input.
let target: Target

if CommandLine.arguments.count > 1, let named = Target(rawValue: CommandLine.arguments[1]) {
  target = named
} else {
  print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
  exit(CommandLine.arguments.count > 1 ? 64 : 0)
}

// libFuzzer reads the words after the name of the target.
var count = CommandLine.argc - 1
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
exit(
  unsafe LLVMFuzzerRunDriver(&count, &words) { bytes, count in
    unsafe target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
