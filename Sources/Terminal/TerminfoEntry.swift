/// A compiled entry of the terminfo database, in the format of term(5).
package struct TerminfoEntry: Sendable {
  /// The number of colors; 0 if the terminal has none.
  package let colorCount: Int

  /// The index of `max_colors` among the numbers.
  private static let colorIndex = 13

  /// Reads an entry; nil if the bytes are not one.
  package init?(_ bytes: [UInt8]) {
    func number(at offset: Int, size: Int = 2) -> Int? {
      guard offset + size <= bytes.count else { return nil }
      let value = (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
      // All bits are set for what is absent or cancelled.
      return value >= 1 << (8 * size - 1) ? -1 : value
    }
    guard let magic = number(at: 0), let nameSize = number(at: 2), let flagCount = number(at: 4),
      let count = number(at: 6), nameSize >= 0, flagCount >= 0
    else { return nil }
    // Since ncurses 6.1, numbers can have 32 bits.
    let size: Int
    switch magic {
    case 0o432: size = 2
    case 0o1036: size = 4
    default: return nil
    }
    let flags = 12 + nameSize + flagCount
    let numbers = flags + flags % 2
    guard count > Self.colorIndex else {
      colorCount = 0
      return
    }
    guard let colors = number(at: numbers + Self.colorIndex * size, size: size) else { return nil }
    colorCount = max(0, colors)
  }

  /// Finds the paths at which the entry of a terminal can be.
  ///
  /// - Parameter environment: `TERM`, `TERMINFO`, `TERMINFO_DIRS` and `HOME`.
  /// - Returns: The paths, in the order of the search.
  package static func paths(_ environment: [String: String]) -> [String] {
    guard let name = environment["TERM"], let first = name.utf8.first, !name.contains("/") else {
      return []
    }
    let own = [environment["TERMINFO"], environment["HOME"].map { $0 + "/.terminfo" }]
    let listed = (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map { String($0) }
    let system = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]
    return (own.compactMap(\.self) + listed + system).flatMap { folder in
      // Some systems name the folders by the code of the letter.
      ["\(folder)/\(name.prefix(1))/\(name)", "\(folder)/\(String(first, radix: 16))/\(name)"]
    }
  }
}
