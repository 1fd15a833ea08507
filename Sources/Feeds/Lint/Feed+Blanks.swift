import Catalog
import Text
import World

extension Feed {
  /// Returns values that are present but empty, in fields without a value in their row.
  func blankValues(_ progress: LintProgress) throws(FileError) -> CappedList<LintFinding> {
    var findings = CappedList<LintFinding>()
    for row in try rowsWithBlanks(progress) {
      let (text, start) = try source(of: row)
      for entry in RecordTexts(text).entries where trimmingSpace(entry.text).isEmpty {
        guard isMissing(entry.path, row) else { continue }
        var finding = LintFinding(
          .blankValue, "`\(entry.path.dropFirst())` is empty", offset: start + entry.offset)
        finding.record = index(of: row)
        finding.path = "\(report.path)[\(index(of: row))]\(entry.path)"
        findings.add(finding)
      }
    }
    return try withPositions(findings)
  }

  /// Returns the incomplete rows whose records may contain a blank text.
  ///
  /// - Complexity: O(*n*) in the bytes of the document, which is read once and not parsed.
  private func rowsWithBlanks(_ progress: LintProgress) throws(FileError) -> [Int] {
    let incomplete = incompleteRows
    let rows = (0..<catalog.count).sorted {
      catalog.recordStart(of: $0) < catalog.recordStart(of: $1)
    }
    var found: [Int] = []
    var window = DocumentWindow(document)
    for (place, row) in rows.enumerated() {
      progress.note(place, of: .blanks)
      guard incomplete.contains(row) else { continue }
      let start = catalog.recordStart(of: row)
      // Up to the next record there may be malformed ones, too.
      let isLast = place + 1 == rows.count
      let end = isLast ? document.count : catalog.recordStart(of: rows[place + 1])
      if try window.mayHaveBlank(in: start..<end) { found.append(row) }
    }
    return found.sorted()
  }

  /// The rows without a value in some field.
  private var incompleteRows: RowSet {
    let present = catalog.schema.fields.indices.map { catalog.present($0) }
    return RowSet(capacity: catalog.count) { row in present.contains { !$0.contains(row) } }
  }

  /// Whether the member at a path is the source of a field that has no value in the row.
  private func isMissing(_ path: String, _ row: Int) -> Bool {
    let key = String(path.dropFirst())
    guard path.hasPrefix("."), !key.contains("["), !key.contains(".") else { return false }
    let mapped = report.keys.indices.filter { report.keys[$0].contains(key) }
    let named = catalog.schema.index(of: fieldName(key)).map { [$0] } ?? []
    return (mapped.isEmpty ? named : mapped).contains {
      catalog.schema.fields.indices.contains($0) && catalog.value($0, row) == nil
    }
  }
}

/// A part of a document in memory, which moves forward.
private struct DocumentWindow {
  private static let size = 1 << 20

  private let document: any ReadableFile
  private var start = 0
  private var bytes: [UInt8] = []

  init(_ document: any ReadableFile) { self.document = document }

  /// Whether a text that begins in a range may be blank: an opening quote is followed by a quote, white space, or an
  /// escape of white space.
  ///
  /// Some closing quotes and other texts are taken for blank ones.
  mutating func mayHaveBlank(in range: Range<Int>) throws(FileError) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      // The byte after the last one is looked at, too.
      if place < start || place + 2 > start + bytes.count { try move(to: place) }
      let end = min(range.upperBound, start + bytes.count - 2)
      if bytes.count < 3 || end <= place { return false }
      for offset in place - start..<end - start where bytes[offset] == UInt8(ascii: "\"") {
        if mayBeBlank(bytes[offset + 1], bytes[offset + 2]) { return true }
      }
      place = end
    }
    return false
  }

  /// Whether a text may be blank by its first two bytes.
  private func mayBeBlank(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    // An empty text, unless the quote closes a text and another one follows without a comma.
    case UInt8(ascii: "\""): true
    case UInt8(ascii: " "): true
    case UInt8(ascii: "\\"): "nrtfbu".utf8.contains(second)
    // The first bytes of spaces beyond ASCII.
    case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: true
    default: false
    }
  }

  private mutating func move(to offset: Int) throws(FileError) {
    var next = [UInt8](repeating: 0, count: max(0, min(Self.size, document.count - offset)))
    let count = try document.read(at: offset, into: &next, 0..<next.count)
    next.removeLast(next.count - count)
    (start, bytes) = (offset, next)
  }
}
