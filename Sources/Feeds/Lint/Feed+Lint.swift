import Catalog
import Text
import World

extension Feed {
  /// Everything that is wrong with the feed as it stands, in the order of the document.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more.
  /// - Complexity: O(*n*) in the bytes of the document, and O(*m* log *m*) in what is wrong.
  package func lint(
    telling tell: (_ done: Int) -> Void = { _ in }
  ) throws(FileError) -> [LintFinding] {
    try withoutActuallyEscaping(tell) { tell throws(FileError) in
      try lint(LintProgress(count: catalog.count, tell: tell))
    }
  }

  private func lint(_ progress: LintProgress) throws(FileError) -> [LintFinding] {
    var findings = try problems().map { LintFinding($0) }
    if catalog.count + malformedCount == 0 {
      findings.append(LintFinding(.emptyFeed, "there are no records"))
    }
    let suspicions =
      repeatedIDs() + linkSuspicions(progress) + doublyEncodedTexts(progress)
      + repeatedRecords(progress) + recordsWithoutPicture()
    findings += try placed(suspicions)
    findings += try blankValues(progress)
    return findings.inOrder
  }

  /// Ids that an earlier record has as well; those that a profile knows of were found when the feed was read.
  private func repeatedIDs() -> [LintSuspicion] {
    guard report.keys.isEmpty, let field = catalog.schema.index(of: .id) else { return [] }
    return catalog.repeatedValues(field).map { row, earlier in
      LintSuspicion(.duplicateID, "has the same id as record \(index(of: earlier))", row: row)
    }
  }

  /// Links that a reader should not open, cannot open, or that go over the wire in the clear.
  private func linkSuspicions(_ progress: LintProgress) -> [LintSuspicion] {
    var suspicions: [LintSuspicion] = []
    let links = catalog.schema.links
    for (number, field) in links.enumerated() {
      let name = catalog.schema.fields[field].name
      catalog.present(field).forEach { row in
        progress.note((number * catalog.count + row) / links.count, of: .links)
        guard let link = catalog.value(field, row)?.text, !link.hasPrefix("https://"),
          let (rule, words) = linkRule(link)
        else { return }
        suspicions.append(LintSuspicion(rule, "`\(name)` \(words)", row: row, .text(link)))
      }
    }
    return suspicions
  }

  /// Texts that were encoded twice.
  private func doublyEncodedTexts(_ progress: LintProgress) -> [LintSuspicion] {
    var suspicions: [LintSuspicion] = []
    for (number, field) in catalog.schema.fields.enumerated() {
      guard [.text, .keyword, .list].contains(field.kind), mayBeDoublyEncoded(number) else {
        continue
      }
      catalog.present(number).forEach { row in
        progress.note(row, of: .texts)
        for text in catalog.value(number, row)?.texts ?? [] {
          guard let meant = textEncodedTwice(text) else { continue }
          suspicions.append(
            LintSuspicion(
              .mojibake, "`\(field.name)` was encoded twice: \(excerpt(of: text, meant: meant))",
              row: row, .text(text)))
        }
      }
    }
    return suspicions
  }

  /// Whether it makes sense to look at each row: a field of words has each of them once.
  private func mayBeDoublyEncoded(_ field: Int) -> Bool {
    switch catalog.schema.fields[field].kind {
    case .keyword, .list: catalog.words(field).contains { textEncodedTwice($0) != nil }
    default: true
    }
  }

  /// Records that have the name and all links of an earlier one.
  private func repeatedRecords(_ progress: LintProgress) -> [LintSuspicion] {
    guard let name = catalog.schema.index(of: .name), !catalog.schema.links.isEmpty else {
      return []
    }
    var firsts: [[String]: Int] = [:]
    var suspicions: [LintSuspicion] = []
    for (row, earlier) in catalog.repeatedValues(name) {
      progress.note(row, of: .repeats)
      let key = nameAndLinks(of: row)
      if firsts[nameAndLinks(of: earlier)] == nil { firsts[nameAndLinks(of: earlier)] = earlier }
      guard key.count > 1 else { continue }
      guard let first = firsts[key] else {
        firsts[key] = row
        continue
      }
      suspicions.append(
        LintSuspicion(
          .duplicateRecord, "has the same name and links as record \(index(of: first))", row: row))
    }
    return suspicions
  }

  private func nameAndLinks(of row: Int) -> [String] {
    [catalog.name(row)]
      + catalog.schema.links.compactMap { field in
        catalog.value(field, row).map { "\(field) \($0.text)" }
      }
  }

  /// Records without any picture, where others have one.
  private func recordsWithoutPicture() -> [LintSuspicion] {
    let fields = [Field.Role.photo, .thumbnail].compactMap { catalog.schema.index(of: $0) }
    let present = fields.map { catalog.present($0) }
    guard present.contains(where: { $0.count > 0 }) else { return [] }
    return (0..<catalog.count).filter { row in !present.contains { $0.contains(row) } }
      .map { LintSuspicion(.missingPicture, "has no picture", row: $0) }
  }
}

/// The rule that a link breaks, and what is wrong with it; nil if nothing is.
private func linkRule(_ link: String) -> (LintRule, words: String)? {
  // As it is opened.
  let link = trimmingSpace(link)
  if isWebLink(link), hasDoubtfulHost(link) {
    return (.unsafeLink, "has a backslash in its host, where some programs see another one")
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

/// What two texts look like around the first letters in which they differ.
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
  /// The texts in it, one by one.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items
    case .number: []
    }
  }
}
