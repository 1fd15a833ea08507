import Catalog
import Text
import World

extension Feed {
  /// Checks the feed against all lint rules that need only the feed itself.
  ///
  /// - Parameter report: Takes the progress, as a number of rows out of all rows.
  /// - Returns: The findings in the order of the document. At most ``CappedList/limit`` findings of each rule are
  ///   located.
  /// - Throws: ``FileError`` if the document cannot be read.
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of bytes and *m* the number of findings.
  package func lint(
    progress report: (_ done: Int) -> Void = { _ in }
  ) throws(FileError) -> CappedList<LintFinding> {
    try withoutActuallyEscaping(report) { report throws(FileError) in
      try lint(LintProgress(count: catalog.count, report: report))
    }
  }

  private func lint(_ progress: LintProgress) throws(FileError) -> CappedList<LintFinding> {
    var findings = CappedList<LintFinding>()
    findings.addUnique(try problemFindings())
    if catalog.count + malformedCount == 0 {
      findings.add(LintFinding(.emptyFeed, "there are no records"))
    }
    var (candidates, known) = (CappedList<UnlocatedFinding>(), CappedList<UnlocatedFinding>())
    addLinks(to: &candidates, known: &known, progress)
    addPasswords(to: &candidates)
    addHiddenCharacters(to: &candidates)
    addDoublyEncodedTexts(to: &candidates, progress)
    addRepeatedRecords(to: &candidates, progress)
    addRecordsWithoutPicture(to: &candidates)
    findings.addUnique(try located(known))
    findings.addUnique(try located(candidates))
    findings.addUnique(try blankValues(progress))
    findings.trim()
    return findings
  }

  /// Returns the problems found when the feed was read.
  private func problemFindings() throws(FileError) -> CappedList<LintFinding> {
    var findings = CappedList<LintFinding>()
    for problem in try problems(isInRecords: false) { findings.add(LintFinding(problem)) }
    for omitted in omittedProblems {
      findings.omit(omitted.count, of: LintFinding.Group(omitted.rule, omitted.severity))
    }
    return findings
  }

  /// Adds links that are unsafe, relative, or not encrypted.
  ///
  /// - Parameters:
  ///   - candidates: Takes findings of kinds that only an audit looks for.
  ///   - known: Takes findings that reading the feed made as well, if it listed all of their kind. Otherwise they are
  ///     already counted.
  ///   - progress: Takes the progress.
  private func addLinks(
    to candidates: inout CappedList<UnlocatedFinding>, known: inout CappedList<UnlocatedFinding>,
    _ progress: LintProgress
  ) {
    let links = catalog.schema.links
    for (number, field) in links.enumerated() {
      let name = catalog.schema.fields[field].name
      catalog.present(field).forEach { row in
        progress.note((number * catalog.count + row) / links.count, of: .links)
        guard let link = catalog.value(field, row)?.text, let (rule, words) = linkRule(link),
          !isOwnPicture(link, field),
          !isText(link, in: links[..<number], of: row)
        else { return }
        let candidate = UnlocatedFinding(
          rule, "`\(name)` \(words)", row: row, in: catalog, .text(link))
        guard let kind = kindFound(of: link, field) else { return candidates.add(candidate) }
        if !report.omitted.contains(where: { $0.group.kind == kind }) { known.add(candidate) }
      }
    }
  }

  /// Whether a link leads to a picture in the file of its record or next to it, as the files of other programs have them.
  private func isOwnPicture(_ link: String, _ field: Int) -> Bool {
    report.places != nil && catalog.schema.fields[field].role == .photo && isRelativeLink(link)
  }

  /// Returns the kind of finding that reading the feed made about a link, if it belongs to the same rule; nil if it
  /// made none.
  private func kindFound(of link: String, _ field: Int) -> Finding.Kind? {
    let link = trimmingSpace(link)
    guard report.keys.indices.contains(field), !isWebLink(link), let rule = linkRule(link)?.0
    else { return nil }
    let kind: Finding.Kind = isRelativeLink(link) ? .relativeLink : .notALink
    return LintRule(Finding.Group(kind: kind, isError: false)) == rule ? kind : nil
  }

  /// Whether a row has a text in one of some fields.
  ///
  /// A text that occurs twice in a record is reported once.
  private func isText(_ text: String, in fields: some Sequence<Int>, of row: Int) -> Bool {
    let text = trimmingSpace(text)
    return fields.contains { field in
      catalog.value(field, row)?.texts.contains { trimmingSpace($0) == text } ?? false
    }
  }

  /// Adds texts that were encoded twice.
  private func addDoublyEncodedTexts(
    to candidates: inout CappedList<UnlocatedFinding>, _ progress: LintProgress
  ) {
    let isText = catalog.schema.fields.map { [.text, .keyword, .list].contains($0.kind) }
    for (number, field) in catalog.schema.fields.enumerated() {
      guard isText[number], mayBeDoublyEncoded(number) else { continue }
      let earlier = (0..<number).filter { isText[$0] }
      catalog.present(number).forEach { row in
        progress.note(row, of: .texts)
        let texts = catalog.value(number, row)?.texts ?? []
        for (place, text) in texts.enumerated() {
          guard let meant = textEncodedTwice(text), !texts[..<place].contains(text),
            !self.isText(text, in: earlier, of: row)
          else { continue }
          candidates.add(
            UnlocatedFinding(
              .mojibake, "`\(field.name)` was encoded twice: \(excerpt(of: text, meant: meant))",
              row: row, in: catalog, .text(text)))
        }
      }
    }
  }

  /// Whether any text of a field may have been encoded twice.
  ///
  /// For keywords and lists, only distinct words are checked.
  private func mayBeDoublyEncoded(_ field: Int) -> Bool {
    switch catalog.schema.fields[field].kind {
    case .keyword, .list: catalog.words(field).contains { textEncodedTwice($0) != nil }
    default: true
    }
  }

  /// Adds records with the name and all links of an earlier one.
  private func addRepeatedRecords(
    to candidates: inout CappedList<UnlocatedFinding>, _ progress: LintProgress
  ) {
    guard let name = catalog.schema.index(of: .name), !catalog.schema.links.isEmpty else { return }
    var firsts: [[String]: Int] = [:]
    for (row, earlier) in catalog.repeatedValues(name) {
      progress.note(row, of: .repeats)
      let key = nameAndLinks(of: row)
      if firsts[nameAndLinks(of: earlier)] == nil { firsts[nameAndLinks(of: earlier)] = earlier }
      guard key.count > 1 else { continue }
      guard let first = firsts[key] else {
        firsts[key] = row
        continue
      }
      candidates.add(
        UnlocatedFinding(
          .duplicateRecord, "has the same name and links as record \(index(of: first))", row: row,
          in: catalog))
    }
  }

  private func nameAndLinks(of row: Int) -> [String] {
    [catalog.name(row)]
      + catalog.schema.links.compactMap { field in
        catalog.value(field, row).map { "\(field) \($0.text)" }
      }
  }

  /// Adds records without a picture, if other records have one.
  private func addRecordsWithoutPicture(to candidates: inout CappedList<UnlocatedFinding>) {
    let fields = [Field.Role.photo, .thumbnail].compactMap { catalog.schema.index(of: $0) }
    let present = fields.map { catalog.present($0) }
    guard present.contains(where: { $0.count > 0 }) else { return }
    for row in 0..<catalog.count where !present.contains(where: { $0.contains(row) }) {
      candidates.add(UnlocatedFinding(.missingPicture, "has no picture", row: row, in: catalog))
    }
  }
}

/// Returns the rule that a link breaks, and a description; nil if it breaks none.
private func linkRule(_ link: String) -> (LintRule, words: String)? {
  // Links are trimmed before they are opened, too.
  let link = trimmingSpace(link)
  if isWebLink(link), (try? WebAddress(link)) == nil {
    return (.unsafeLink, "has no valid host; it is not opened")
  }
  return switch scheme(of: link) {
  case "https": isWebLink(link) ? nil : (.unsafeLink, "is not an http or https link")
  case "http":
    isWebLink(link)
      ? (.plainLink, "is plain http, not https")
      : (.unsafeLink, "is not an http or https link")
  case let scheme?: (.unsafeLink, "is a \(scheme) link; only http and https are opened")
  case nil: (.relativeLink, "is relative: it has no scheme and host")
  }
}

/// Returns excerpts of two texts around their first difference.
private func excerpt(of text: String, meant: String) -> String {
  let same = zip(text, meant).prefix { $0 == $1 }.count
  let start = max(0, same - 12)
  func part(_ text: String) -> String {
    let rest = text.dropFirst(start)
    return (start > 0 ? "…" : "") + rest.prefix(28) + (rest.dropFirst(28).isEmpty ? "" : "…")
  }
  return "\"\(part(text))\" is \"\(part(meant))\""
}

extension Value {
  /// The individual texts.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items
    case .number: []
    }
  }
}

/// The progress of an audit, reported every few thousand rows.
///
/// An audit passes over the rows several times. Each pass counts as its typical share of the total time.
struct LintProgress {
  enum Pass: CaseIterable { case links, texts, repeats, blanks }

  /// The number of rows.
  let count: Int
  /// Takes the progress, as a number of rows out of all rows.
  let report: (_ done: Int) -> Void

  /// Reports that a pass has reached a row.
  func note(_ row: Int, of pass: Pass) {
    guard row & 0xFFF == 0xFFF else { return }
    let (start, share) = Self.range(of: pass)
    report(Int(Double(count) * start + Double(row) * share))
  }

  /// Returns the share of the total time before a pass, and that of the pass itself.
  private static func range(of pass: Pass) -> (start: Double, share: Double) {
    switch pass {
    case .links: (0, 0.15)
    case .texts: (0.15, 0.05)
    case .repeats: (0.2, 0.3)
    case .blanks: (0.5, 0.5)
    }
  }
}

extension Feed {
  /// Returns findings at the places in the file of the records; of translated records, at the lines where they begin.
  package func inFile(_ findings: CappedList<LintFinding>) -> CappedList<LintFinding> {
    guard let places = report.places else { return findings }
    var placed = CappedList<LintFinding>()
    placed.add(findings) { finding in
      var finding = finding
      finding.line = max(1, places.line(ofRecord: finding.record ?? 0))
      (finding.column, finding.isTranslated) = (1, true)
      return finding
    }
    return placed
  }
}
