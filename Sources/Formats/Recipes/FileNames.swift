import Text

/// Makes names of files from titles: safe on every system, and each only once.
package struct FileNames {
  private var used: Set<String> = []

  /// The maximum length of a name, in bytes of UTF-8.
  private static let limit = 80

  /// The names of devices on Windows.
  private static let devices: Set<String> = Set(
    ["aux", "con", "nul", "prn"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  package init() {}

  /// Returns the next name for a title: its letters and digits in lowercase, without accents, with dashes between words.
  ///
  /// - Parameter title: Any text.
  /// - Returns: A name without an ending, such as `banh-mi`, and `banh-mi-2` for the second one.
  package mutating func name(for title: String) -> String {
    var words: [String] = [""]
    for letter in folded(title) {
      let isAllowed = letter.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || $0.properties.generalCategory == .nonspacingMark
          || $0.properties.generalCategory == .spacingMark
      }
      if isAllowed {
        words[words.count - 1].append(letter)
      } else if letter != "'", letter != "’", !words[words.count - 1].isEmpty {
        words.append("")
      }
    }
    var stem = words.filter { !$0.isEmpty }.joined(separator: "-")
    while stem.utf8.count > Self.limit { stem.removeLast() }
    while stem.hasSuffix("-") { stem.removeLast() }
    if stem.isEmpty || Self.devices.contains(stem) {
      stem = stem.isEmpty ? "recipe" : stem + "-recipe"
    }
    if used.insert(stem).inserted { return stem }
    var number = 2
    while !used.insert("\(stem)-\(number)").inserted { number += 1 }
    return "\(stem)-\(number)"
  }
}
