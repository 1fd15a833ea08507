/// A search for a text in past lines, from the newest back, while the text is still being typed.
struct HistorySearch {
  private struct Line {
    var text: String
    var folded: [UInt8]
  }

  /// The line to return to.
  let original: EditedLine
  private(set) var text = ""
  /// Whether the present text is in no older line.
  private(set) var hasFailed = false

  private let lines: [Line]
  private var index: Int?

  /// Begins a search; `lines` has the newest first.
  init(lines: [String], original: EditedLine) {
    self.lines = lines.map { Line(text: $0, folded: Array($0.lowercased().utf8)) }
    self.original = original
  }

  /// The line found, with the cursor where the text begins in it.
  var match: EditedLine {
    guard let index else { return original }
    let line = lines[index]
    let offset = line.folded.firstOffset(of: Array(text.lowercased().utf8)) ?? 0
    let head = String(decoding: line.folded.prefix(offset), as: UTF8.self)
    return EditedLine(text: line.text, cursor: head.cells.count)
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
    find(from: index ?? 0)
  }

  mutating func removeLast() {
    guard !text.isEmpty else { return }
    text.removeLast()
    index = nil
    hasFailed = false
    if !text.isEmpty { find(from: 0) }
  }

  /// Goes on to an older line that differs from the present one.
  mutating func findOlder() {
    guard !text.isEmpty else { return }
    find(from: index.map { $0 + 1 } ?? 0)
  }

  private mutating func find(from start: Int) {
    let wanted = Array(text.lowercased().utf8)
    let shown = index.map { lines[$0].text }
    let found = lines.indices.dropFirst(start).first { candidate in
      (candidate == index || lines[candidate].text != shown)
        && lines[candidate].folded.firstOffset(of: wanted) != nil
    }
    hasFailed = found == nil
    index = found ?? index
  }
}

extension [UInt8] {
  /// Where another array first occurs in this one.
  func firstOffset(of wanted: [UInt8]) -> Int? {
    guard wanted.count <= count else { return nil }
    return (0...(count - wanted.count)).first { start in
      self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
