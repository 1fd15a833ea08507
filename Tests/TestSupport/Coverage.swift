import LiveWorld

/// What a program that a test starts needs in its environment so that the lines it runs are counted too.
///
/// Empty unless coverage is measured. Each process writes a file of its own beside that of the tests.
package var coverageEnvironment: [String: String] {
  guard let file = environmentValue("LLVM_PROFILE_FILE"), let slash = file.lastIndex(of: "/") else {
    return [:]
  }
  return ["LLVM_PROFILE_FILE": "\(file[..<slash])/child-%p.profraw"]
}
