import Catalog
import Text
import World

extension Feed {
  /// Values that are there, but empty; a row has none in their fields.
  func blankValues(_ progress: LintProgress) throws(FileError) -> CappedList<LintFinding> {
    var findings = CappedList<LintFinding>()
    for row in incompleteRows.rows {
      progress.note(row, of: .blanks)
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
    return try withPlaces(findings)
  }

  /// The rows that have no value in some field.
  private var incompleteRows: RowSet {
    let present = catalog.schema.fields.indices.map { catalog.present($0) }
    return RowSet(capacity: catalog.count) { row in present.contains { !$0.contains(row) } }
  }

  /// Whether the member at a path is what a field is read from that the row has not.
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
