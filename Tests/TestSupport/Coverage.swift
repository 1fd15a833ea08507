import LiveWorld

/// The variables that programs started by a test need so that their lines are counted, and their memory is checked as
/// that of the tests is.
///
/// Empty unless coverage is measured or a sanitizer is used. With coverage, each process writes a file of its own.
package var measuringEnvironment: [String: String] {
  var variables: [String: String] = [:]
  // The options of sanitizers hold for the programs that tests start, too.
  for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
    if let options = environmentValue(name) { variables[name] = options }
  }
  guard let file = environmentValue("LLVM_PROFILE_FILE"), let slash = file.lastIndex(of: "/") else {
    return variables
  }
  variables["LLVM_PROFILE_FILE"] = "\(file[..<slash])/child-%p.profraw"
  return variables
}
