import Catalog
import Text
import World

extension Feed {
  /// Locates findings in the document.
  ///
  /// - Throws: ``FileError`` if the document cannot be read.
  /// - Complexity: O(*n*) in the bytes before the last finding. Each record is read once.
  package func located(
    _ candidates: CappedList<UnlocatedFinding>
  ) throws(FileError) -> CappedList<LintFinding> {
    var candidates = candidates
    candidates.trim()
    var findings = CappedList<LintFinding>()
    var row = -1
    var (start, texts) = (0, RecordTexts(""))
    for candidate in candidates.elements {
      if candidate.row != row {
        row = candidate.row
        start = catalog.recordStart(of: row)
        texts = RecordTexts("")
      }
      if case .text = candidate.target, texts.entries.isEmpty {
        texts = RecordTexts(try source(of: row).text)
      }
      findings.add(finding(candidate, start, texts))
    }
    for (group, count) in candidates.omitted { findings.omit(count, of: group) }
    return try withPositions(findings)
  }

  /// Adds lines and columns to findings with offsets.
  func withPositions(
    _ findings: CappedList<LintFinding>
  ) throws(FileError) -> CappedList<LintFinding> {
    let places = try linePositions(findings.elements.map(\.offset), in: published)
    var located = CappedList<LintFinding>()
    located.add(findings) { finding in
      var finding = finding
      let place = places[finding.offset] ?? LinePosition()
      (finding.line, finding.column) = (place.line, place.column)
      return finding
    }
    return located
  }

  private func finding(
    _ candidate: UnlocatedFinding, _ start: Int, _ texts: RecordTexts
  ) -> LintFinding {
    var finding = LintFinding(candidate.rule, candidate.message, offset: start)
    let index = index(of: candidate.row)
    finding.record = index
    finding.path = report.path(ofRecord: index)
    guard case .text(let text) = candidate.target else { return finding }
    finding.found = text
    if let entry = texts[text] {
      finding.path += entry.path
      finding.offset += entry.offset
    }
    return finding
  }
}

/// The texts of a record and their locations.
struct RecordTexts {
  struct Entry {
    /// The path relative to the record, as the rest of a JSONPath.
    var path: String
    /// The offset of the opening quote in the record, in bytes.
    var offset: Int
    var text: String
  }

  private(set) var entries: [Entry] = []
  /// The index of the first entry of each text.
  private var places: [String: Int] = [:]

  /// Parses a record as published, up to the first syntax error.
  init(_ record: String) {
    var reader = JSONReader(Array(record.utf8))
    // Syntax errors were reported when the feed was read.
    try? read(&reader, "")
  }

  /// Returns the first entry of a text, ignoring white space around it.
  subscript(_ text: String) -> Entry? { places[trimmingSpace(text)].map { entries[$0] } }

  private mutating func read(_ reader: inout JSONReader, _ path: String) throws(JSONFault) {
    reader.skipSpace()
    let offset = reader.position
    switch reader.next {
    case UInt8(ascii: "{"):
      try reader.readObject { (reader, key, _) throws(JSONFault) in
        try read(&reader, path + step(key))
      }
    case UInt8(ascii: "["):
      try reader.readArray { (reader, index) throws(JSONFault) in
        try read(&reader, "\(path)[\(index)]")
      }
    default:
      if case .string(let text) = try reader.readValue() {
        entries.append(Entry(path: path, offset: offset, text: text))
        let text = trimmingSpace(text)
        if places[text] == nil { places[text] = entries.count - 1 }
      }
    }
  }
}

/// Returns the segment of a JSONPath that selects a member (RFC 9535, section 2.5.1).
private func step(_ key: String) -> String {
  let isPlain =
    key.utf8.allSatisfy {
      0x61...0x7A ~= $0 | 0x20 || $0 == 0x5F || 0x30...0x39 ~= $0 || $0 >= 0x80
    } && !key.isEmpty && !(0x30...0x39 ~= key.utf8.first ?? 0)
  if isPlain { return "." + key }
  let escaped = key.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  return "['\(escaped)']"
}
