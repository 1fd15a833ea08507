import Text

/// A line of a script and its position in the file.
struct SourceLine: Equatable {
  /// The offset in the lines of the file.
  var offset: Int
  /// The number of blanks removed from the start of the line.
  var indent = 0
  var text: String

  /// Whether the line is blank, which ends an item.
  var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

/// A text split into lines, with LF or CR LF line breaks.
struct SourceText {
  let path: String
  var lines: [String] = []
  /// The line break of the first line.
  let lineEnd: String
  /// Whether the last line ends in a line break.
  let endsInBreak: Bool

  init(_ bytes: [UInt8], path: String) throws(ScriptProblem) {
    self.path = path
    let end = bytes.firstIndex(of: 0x0A) ?? 0
    lineEnd = end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
    endsInBreak = bytes.last.map { $0 == 0x0A } ?? true
    guard bytes.count <= ScriptBounds.text else {
      throw problem(
        1, "the script has \(bytes.count) bytes", "at most \(ScriptBounds.text) are allowed", .limit
      )
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw problem(
        1, "the text begins with a byte order mark", "save it as UTF-8 without one")
    }
    var parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= ScriptBounds.lines else {
      throw problem(
        ScriptBounds.lines + 1, "the script has \(parts.count) lines",
        "at most \(ScriptBounds.lines) are allowed", .limit)
    }
    for part in parts { lines.append(try line(part)) }
  }

  /// Decodes the next line.
  private func line(_ bytes: ArraySlice<UInt8>) throws(ScriptProblem) -> String {
    let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
    let number = lines.count + 1
    guard bytes.count <= ScriptBounds.line else {
      throw problem(
        number, "the line has \(bytes.count) bytes", "at most \(ScriptBounds.line) are allowed",
        .limit)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw ScriptProblem(
      path: path, line: number, column: Self.scalarsBeforeDamage(bytes) + 1,
      "the bytes here are not UTF-8", hint: "save the script as UTF-8")
  }

  /// Returns the number of scalars before the first invalid byte.
  private static func scalarsBeforeDamage(_ bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var count = 0
    while case .scalarValue = decoder.decode(&rest) { count += 1 }
    return count
  }

  private func problem(
    _ line: Int, _ message: String, _ hint: String, _ kind: ScriptProblem.Kind = .invalid
  ) -> ScriptProblem {
    ScriptProblem(path: path, line: line, message, hint: hint, kind: kind)
  }
}

extension SourceLine {
  /// Throws if the line contains control characters or merge conflict markers.
  func check(path: String) throws(ScriptProblem) {
    let marks = ["<<<<<<<", "|||||||", ">>>>>>>"]
    if text == "=======" || marks.contains(where: { text == $0 || text.hasPrefix($0 + " ") }) {
      throw ScriptProblem(
        path: path, line: offset + 1, column: indent + 1,
        "this is a merge conflict marker", hint: "resolve the conflict, and remove its markers")
    }
    for (place, scalar) in text.unicodeScalars.enumerated() where isControl(scalar) {
      throw ScriptProblem(
        path: path, line: offset + 1, column: indent + place + 1,
        "the line contains the control character \(name(of: scalar))",
        hint: "remove it; in an expected line, write it as |\\ with \\xHH or \\u{…}")
    }
  }
}

/// Whether a scalar is a control character other than a tab.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
}

/// Returns the notation of a scalar, such as `U+202E`.
func name(of scalar: Unicode.Scalar) -> String {
  "U+" + zeroPadded(scalar.value, to: 4, radix: 16, uppercase: true)
}
