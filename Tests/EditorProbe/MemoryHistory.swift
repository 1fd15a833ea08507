import Interpreter

/// A history that another shell seems to write to: it gains a line after "other".
final class MemoryHistory: LineHistory {
  private var fresh: [String]

  init(seed: [String]) {
    fresh = seed
  }

  func newLines() -> [String] {
    defer { fresh = [] }
    return fresh
  }

  func add(_ line: String) {
    fresh.append(line)
    if line == "other" { fresh.append("from another shell") }
  }
}
