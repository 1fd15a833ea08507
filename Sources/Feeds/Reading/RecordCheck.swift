import Catalog
import Text

/// Checks the records of a batch against a profile.
struct RecordCheck {
  /// A mapping and the slots of its keys.
  ///
  /// A class, because it is shared by all batches and never copied.
  final class Subject: Sendable {
    let mapping: Profile.Mapping
    let slots: [Int]
    let isRequired: Bool
    /// Whether the value must be a text.
    let isText: Bool
    let isLink: Bool
    /// Whether the value leads to a picture.
    let isPicture: Bool
    /// Whether the value must be a UUID.
    let isUUID: Bool
    /// Whether the value is a name, or one or more words that rows are grouped by.
    let isWord: Bool

    init(mapping: Profile.Mapping, slots: [Int]) {
      self.mapping = mapping
      self.slots = slots
      isRequired = mapping.isRequired
      isText = [.text, .keyword, .link].contains(mapping.field.kind)
      isLink = mapping.field.kind == .link
      isPicture = isLink && [.photo, .thumbnail].contains(mapping.field.role)
      isWord = mapping.field.role == .name || [.keyword, .list].contains(mapping.field.kind)
      isUUID = mapping.field.role == .id && mapping.keys.first == "uuid"
    }

    /// Whether this field has every problem that another field of the same keys has.
    fileprivate func isWrongAs(_ other: Subject) -> Bool {
      mapping.isPlain && isText && (isRequired || !other.isRequired)
    }
  }

  /// Assigns a slot to each key of a profile, and returns its mappings with their slots.
  static func subjects(of profile: Profile) -> (keys: [String], subjects: [Subject]) {
    var keys: [String] = []
    let subjects = profile.mappings.map { mapping in
      let slots = mapping.keys.map { key -> Int in
        if let slot = keys.firstIndex(of: key) { return slot }
        keys.append(key)
        return keys.count - 1
      }
      return Subject(mapping: mapping, slots: slots)
    }
    return (keys, subjects)
  }

  let subjects: [Subject]
  /// The offset of the text in the document, in bytes.
  let base: Int
  /// The index of each record in the document.
  let indices: [Int]
  /// Whether the records have their pictures in files next to theirs.
  var isGathered = false
  /// The converted values of each mapping; empty if all values are taken unchanged.
  var derived: [DerivedValues?] = []

  /// Reports values that are missing, blank, or of the wrong shape, by mapping.
  func shapes(
    of batch: RecordBatch, in text: RawSpan, _ report: (Finding, _ record: Int) -> Void
  ) {
    for (number, subject) in subjects.enumerated() {
      if let made = derived(number) {
        shapes(of: made, number, batch, in: text, report)
        continue
      }
      guard subject.isText else { continue }
      let values = batch.values.span
      if subject.slots.count == 1, areRight(values, subject.slots[0], batch.count, in: text) {
        continue
      }
      // A number is a valid id, unless another field of the same keys must be a text.
      let mayBeNumber =
        subject.mapping.field.role == .id && !subject.isUUID
        && !subjects.contains { $0.slots == subject.slots && $0.mapping.field.role != .id }
      // A value that two fields read is reported once.
      if subjects[..<number].contains(where: { $0.slots == subject.slots && $0.isWrongAs(subject) })
      {
        continue
      }
      for record in 0..<batch.count {
        let value = values.first(of: subject.slots, record)
        if isPlainlyRight(value, in: text) { continue }
        switch value.shape {
        case .text, .escapedText:
          if subject.isRequired, trimmingSpace(decoded(value, in: text)).isEmpty {
            report(finding(.empty, number, value, batch, record), record)
          }
        case .absent, .null:
          guard subject.isRequired else { continue }
          let kind: Finding.Kind = value.shape == .null ? .null : .missing
          report(finding(kind, number, value, batch, record), record)
        case .number where mayBeNumber: break
        case .number, .yes, .no, .list, .object:
          report(finding(.wrongShape, number, value, batch, record), record)
        }
      }
    }
  }

  /// The maximum length of a name, facet or keyword, in bytes.
  ///
  /// Such texts are sorted, folded and shown in lists. Other texts have no limit of their own.
  static let wordLimit = 1 << 20

  /// Reports names, facets and keywords that are too long, with their key.
  func lengths(
    of batch: RecordBatch, in text: RawSpan,
    _ report: (_ key: String, ScannedValue, _ record: Int) -> Void
  ) {
    // A text is not longer than its record, and records that long are rare.
    for record in 0..<batch.count where Int(batch.records[record].length) > Self.wordLimit {
      let mapped = subjects.enumerated().first { number, subject in
        guard subject.isWord else { return false }
        guard let made = derived(number) else {
          return hasLongText(batch.value(subject.slots, record), text)
        }
        return hasLongText(made.batch.values[record], unsafe made.text.span.bytes)
      }
      if let subject = mapped?.element {
        report(subject.mapping.keys[0], batch.value(subject.slots, record), record)
        continue
      }
      let other = batch.others.first { other in
        guard Int(other.record) == record else { return false }
        switch other.value.shape {
        case .text, .escapedText:
          return Int(other.value.length) > Self.wordLimit
            && Inference.isWord(decoded(other.key, in: text))
        default: return hasLongText(other.value, text)
        }
      }
      if let other { report(decoded(other.key, in: text), other.value, record) }
    }
  }

  /// Whether a text, or a text in a list, is too long.
  private func hasLongText(_ value: ScannedValue, _ text: RawSpan) -> Bool {
    guard Int(value.length) > Self.wordLimit else { return false }
    switch value.shape {
    case .text, .escapedText: return true
    case .list:
      var isLong = false
      scalars(ofList: value, in: text) { isLong = isLong || Int($0.length) > Self.wordLimit }
      return isLong
    default: return false
    }
  }

  /// Returns the converted values of a mapping.
  private func derived(_ number: Int) -> DerivedValues? {
    derived.isEmpty ? nil : derived[number]
  }

  /// Reports values that a mapping could not convert.
  private func shapes(
    of made: DerivedValues, _ number: Int, _ batch: RecordBatch, in text: RawSpan,
    _ report: (Finding, _ record: Int) -> Void
  ) {
    let isRequired = subjects[number].isRequired
    for record in 0..<batch.count where made.batch.values[record].shape == .absent {
      let source = made.sources[record]
      switch source.shape {
      case .absent, .null:
        guard isRequired else { continue }
        let kind: Finding.Kind = source.shape == .null ? .null : .missing
        report(finding(kind, number, source, batch, record), record)
      case .text, .escapedText:
        let line = trimmingSpace(decoded(source, in: text))
        let isBlank = line.isEmpty
        let isUnknown = subjects[number].mapping.form == .minutes && isNoTime(line)
        if isBlank || isUnknown, !isRequired { continue }
        report(finding(isBlank ? .empty : .notUnderstood, number, source, batch, record), record)
      case .number, .yes, .no, .list, .object:
        // Ignores empty values: an empty list, zero, or an object without the key.
        if isRequired || made.areNotUnderstood[record] {
          report(finding(.notUnderstood, number, source, batch, record), record)
        }
      }
    }
  }

  /// Whether every record obviously has a text, which is the usual case.
  private func areRight(
    _ values: Span<ScannedValue>, _ slot: Int, _ count: Int, in text: RawSpan
  ) -> Bool {
    let first = slot * RecordBatch.capacity
    for record in 0..<count where !isPlainlyRight(values[first + record], in: text) {
      return false
    }
    return true
  }

  /// Whether a value is a text whose first byte is a visible character.
  @inline(__always)
  private func isPlainlyRight(_ value: ScannedValue, in text: RawSpan) -> Bool {
    switch value.shape {
    case .text: value.length > 0 && isVisible(text.byte(Int(value.offset)))
    case .escapedText:
      text.byte(Int(value.offset)) != 0x5C && isVisible(text.byte(Int(value.offset)))
    default: false
    }
  }

  /// Reports texts that are not links or UUIDs as a mapping requires.
  func forms(
    of batch: RecordBatch, _ number: Int, _ records: some Sequence<Int>, in text: RawSpan,
    _ report: (Finding) -> Void
  ) {
    let subject = subjects[number]
    let isLink = subject.isLink
    guard isLink || subject.isUUID else { return }
    if let made = derived(number) {
      for record in records {
        let value = made.batch.values[record]
        let link = decoded(value, in: unsafe made.text.span.bytes)
        if value.shape == .absent || isWebLink(link) || !isLink || isFile(link, subject) {
          continue
        }
        let kind: Finding.Kind = isRelativeLink(link) ? .relativeLink : .notALink
        report(finding(kind, number, made.sources[record], batch, record))
      }
      return
    }
    var scratch: [UInt8] = []
    for record in records {
      let value = batch.value(subject.slots, record)
      var kind: Finding.Kind = isLink ? .notALink : .notAUUID
      let isRight: Bool
      switch value.shape {
      case .text where isLink && isWebLink(value.range, of: text): isRight = true
      case .text where !isLink && isLowercaseUUID(value.range, of: text): isRight = true
      case .escapedText where isLink && isPlainlyLink(value, in: text, &scratch):
        isRight = true
      case .text, .escapedText:
        // Links are trimmed before they are opened, too.
        let text = trimmingSpace(decoded(value, in: text))
        isRight =
          text.isEmpty || (isLink ? isWebLink(text) || isFile(text, subject) : isUUID(text))
        if isLink, !isRight, isRelativeLink(text) { kind = .relativeLink }
      default: isRight = true
      }
      if !isRight {
        report(finding(kind, number, value, batch, record))
      }
    }
  }

  /// Whether a text leads to a picture in the file of its record, or to one that may be next to it.
  private func isFile(_ link: String, _ subject: Subject) -> Bool {
    subject.isPicture
      && (FilePicture(link) != nil || isGathered && !link.hasPrefix("/") && !link.contains(":"))
  }

  /// Whether an escaped text such as `https:\/\/…` is a valid web address.
  private func isPlainlyLink(
    _ value: ScannedValue, in text: RawSpan, _ scratch: inout [UInt8]
  ) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    decodeText(value, in: text, into: &scratch)
    return isWebLink(0..<scratch.count, of: unsafe scratch.span.bytes)
  }

  private func decoded(_ value: ScannedValue, in text: RawSpan) -> String {
    var bytes: [UInt8] = []
    decodeText(value, in: text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a finding about a value of a record.
  func finding(
    _ kind: Finding.Kind, _ subject: Int, _ value: ScannedValue, _ batch: RecordBatch,
    _ record: Int
  ) -> Finding {
    let isError =
      switch kind {
      case .missing, .null, .empty, .tooLong: true
      case .wrongShape, .notUnderstood: subjects[subject].isRequired
      default: false
      }
    let place = batch.records[record].range
    // The location of a text includes its quote.
    let isText = value.shape == .text || value.shape == .escapedText
    let offset =
      kind == .missing || value.shape == .absent
      ? place.lowerBound : value.range.lowerBound - (isText ? 1 : 0)
    return Finding(
      kind: kind, isError: isError, shape: value.shape, subject: subject, index: indices[record],
      offset: base + offset, record: base + place.lowerBound..<base + place.upperBound)
  }
}
