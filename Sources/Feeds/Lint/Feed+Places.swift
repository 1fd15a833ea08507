import Catalog
import World

extension Feed {
  /// Looks up where in the document suspicions belong.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more.
  /// - Complexity: O(*n*) in the bytes before the last place; a record is read once, however much is said of it.
  package func placed(
    _ suspicions: CappedList<LintSuspicion>
  ) throws(FileError) -> CappedList<LintFinding> {
    var suspicions = suspicions
    suspicions.settle()
    var findings = CappedList<LintFinding>()
    var row = -1
    var (start, texts) = (0, RecordTexts(""))
    for suspicion in suspicions.elements {
      if suspicion.row != row {
        row = suspicion.row
        start = catalog.recordStart(of: row)
        texts = RecordTexts("")
      }
      if case .text = suspicion.part, texts.entries.isEmpty {
        texts = RecordTexts(try source(of: row).text)
      }
      findings.add(finding(suspicion, start, texts))
    }
    for (group, count) in suspicions.omitted { findings.omit(count, of: group) }
    return try withPlaces(findings)
  }

  /// Findings with the line and the column of their offsets.
  func withPlaces(
    _ findings: CappedList<LintFinding>
  ) throws(FileError) -> CappedList<LintFinding> {
    let places = try linePlaces(findings.elements.map(\.offset), in: published)
    var placed = CappedList<LintFinding>()
    placed.add(findings) { finding in
      var finding = finding
      let place = places[finding.offset] ?? LinePlace()
      (finding.line, finding.column) = (place.line, place.column)
      return finding
    }
    return placed
  }

  private func finding(
    _ suspicion: LintSuspicion, _ start: Int, _ texts: RecordTexts
  ) -> LintFinding {
    var finding = LintFinding(suspicion.rule, suspicion.message, offset: start)
    let index = index(of: suspicion.row)
    finding.record = index
    finding.path = report.path(ofRecord: index)
    guard case .text(let text) = suspicion.part else { return finding }
    finding.found = text
    if let entry = texts[text] {
      finding.path += entry.path
      finding.offset += entry.offset
    }
    return finding
  }
}
