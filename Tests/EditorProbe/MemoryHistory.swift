import Interpreter

/// A history that another shell seems to write to: it gains a line after "other".
final class MemoryHistory: LineHistory {
  private var lines: [String] = []
  private var fresh: [String]

  init(seed: [String]) {
    fresh = seed
  }

  var count: Int { lines.count }

  subscript(number: Int) -> String { lines[number] }

  func refresh() {
    for line in fresh { lines = lines.map { $0 == line ? "" : $0 } + [line] }
    fresh = []
  }

  func latest(startingWith text: String, before number: Int) -> Int? {
    lines.prefix(number).lastIndex {
      $0.unicodeScalars.starts(with: text.unicodeScalars) && $0.count > text.count
    }
  }

  func matches(_ text: String, limit: Int) -> [Int] {
    let words = text.lowercased().split(separator: " ")
    let found = lines.indices.reversed().filter { number in
      !lines[number].isEmpty && words.allSatisfy { lines[number].lowercased().contains($0) }
    }
    return Array(found.prefix(limit))
  }

  func add(_ line: String) {
    fresh.append(line)
    if line == "other" { fresh.append("from another shell") }
  }
}
