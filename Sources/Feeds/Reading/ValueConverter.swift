import Catalog
import Text

/// Converts the values of one mapping.
struct ValueConverter {
  let subject: RecordCheck.Subject
  let context: RecordContext

  private var mapping: Profile.Mapping { subject.mapping }

  /// The result of a conversion.
  struct Conversion {
    var value: Value?
    /// The scanned value that was converted.
    var place = ScannedValue.absent
    /// Whether a text was found that could not be converted.
    var isNotUnderstood = false
    /// The texts and numbers that the value lacks, by their paths in the record.
    var unused: [[String]] = []
    /// The number of further ones.
    var omittedCount = 0
  }

  /// Converts the value of a record.
  ///
  /// - Parameters:
  ///   - record: The index of the record in the batch.
  ///   - index: Its index in the document.
  ///   - start: Its offset in the document, in bytes.
  ///   - batch: The records.
  ///   - text: The text that the batch refers to.
  /// - Returns: The value, and what it leaves out.
  func value(
    of record: Int, index: Int, start: Int, _ batch: RecordBatch, in text: RawSpan
  ) -> Conversion {
    if !mapping.items.isEmpty { return items(of: record, batch, in: text) }
    var converted = Conversion()
    let surroundings = context.surroundings[start]
    let extras = context.linked?.extras[start] ?? surroundings?.extras ?? []
    for (number, source) in mapping.sources.enumerated() where converted.value == nil {
      if source.isOutside {
        converted.value = outside(source, index, surroundings).flatMap { shaped($0) }
        continue
      }
      take(
        source, batch.values[subject.slots[number] * RecordBatch.capacity + record], &converted,
        text)
      for extra in extras where converted.value == nil {
        converted.value = follow(([source.key] + source.rest)[...], from: extra).flatMap {
          shaped($0)
        }
      }
    }
    if !mapping.inside.isEmpty { addItemsInside(record, batch, text, &converted) }
    return converted
  }

  /// Converts the scanned value of a source.
  private func take(
    _ source: Profile.Source, _ scanned: ScannedValue, _ converted: inout Conversion,
    _ text: RawSpan
  ) {
    if scanned.shape == .absent { return }
    if converted.place.shape == .absent || converted.place.shape == .null {
      converted.place = scanned
    }
    guard scanned.shape != .null, let tree = tree(scanned, in: text),
      let found = follow(source.rest[...], from: tree)
    else { return }
    if let parts = mapping.form?.parts(of: found) {
      converted.value = shaped(parts.items)
      converted.unused = parts.unused.map { [source.key] + source.rest + $0.path }
      converted.omittedCount = parts.omittedCount
    } else {
      converted.value = shaped(found)
    }
    if converted.value != nil {
      converted.place = scanned
      converted.isNotUnderstood = false
    } else if found.hasText, mapping.form != .minutes || !isNoTime(found.scalarText ?? "") {
      converted.isNotUnderstood = true
    }
  }

  /// Adds the ingredients of recipes inside of the values of further keys.
  private func addItemsInside(
    _ record: Int, _ batch: RecordBatch, _ text: RawSpan, _ converted: inout Conversion
  ) {
    for (number, key) in mapping.inside.enumerated() {
      let slot = subject.slots[mapping.sources.count + number]
      let scanned = batch.values[slot * RecordBatch.capacity + record]
      guard scanned.shape == .list || scanned.shape == .object, let tree = tree(scanned, in: text)
      else { continue }
      let inside = IngredientReader.items(insideSteps: tree)
      if inside.items.isEmpty { continue }
      let items: [String] = if case .list(let items)? = converted.value { items } else { [] }
      converted.value = shaped(items + inside.items)
      converted.unused += inside.unused.map { [key] + $0.path }
      converted.omittedCount += inside.omittedCount
    }
  }

  /// Parses a value, and resolves its JSON-LD references.
  private func tree(_ value: ScannedValue, in text: RawSpan) -> JSONValue? {
    let tree = JSONValue(value, in: text)
    guard let linked = context.linked, value.shape == .object || value.shape == .list else {
      return tree
    }
    return tree.map { linked.resolving($0, length: Int(value.length)) }
  }

  /// Returns the value of a source outside of the record.
  private func outside(
    _ source: Profile.Source, _ index: Int, _ surroundings: RecordSurroundings?
  ) -> JSONValue? {
    switch source.key {
    case Profile.Source.address:
      (surroundings.map(\.address) ?? context.address).map { .string($0) }
    case Profile.Source.picture: (surroundings?.picture).map { .string($0) }
    case Profile.Source.document:
      follow(source.rest[...], from: .object(surroundings?.members ?? context.members))
    default:
      context.names.indices.contains(index) ? .string(context.names[index]) : nil
    }
  }

  /// Follows a path of keys.
  ///
  /// A list yields the values found in each element.
  private func follow(_ keys: ArraySlice<String>, from value: JSONValue) -> JSONValue? {
    guard let key = keys.first else { return value == .null ? nil : value }
    if case .array(let elements) = value {
      let found = elements.compactMap { follow(keys, from: $0) }
      return found.isEmpty ? nil : .array(found)
    }
    return value[key].flatMap { follow(keys.dropFirst(), from: $0) }
  }

  /// Applies the mapping's form, replacements, template and limit to a value.
  private func shaped(_ json: JSONValue) -> Value? {
    let form = mapping.form ?? (mapping.field.kind == .list ? .list : .text)
    if form == .text, !mapping.replacements.isEmpty, case .array(let items) = json {
      // Replacements apply to each item, not to the joined text.
      let texts = items.compactMap { shaped($0)?.text }
      return texts.isEmpty ? nil : .text(texts.joined(separator: ", "))
    }
    guard let value = form.value(of: json) else { return nil }
    switch value {
    case .text(let text): return converted(of: text).map { .text($0) }
    case .list(let items): return shaped(items)
    case .number: return value
    }
  }

  private func shaped(_ items: [String]) -> Value? {
    let converted = items.compactMap { self.converted(of: $0) }
    return converted.isEmpty ? nil : .list(converted)
  }

  private func converted(of text: String) -> String? {
    var text = mapping.replacements[text] ?? text
    if text.isEmpty { return nil }
    if let template = mapping.template {
      text = template.split(separator: "{}", omittingEmptySubsequences: false)
        .joined(separator: text)
    }
    return mapping.limit.map { shortened(text, to: $0) } ?? text
  }

  /// Returns the items of numbered keys, each after its amount.
  private func items(
    of record: Int, _ batch: RecordBatch, in text: RawSpan
  ) -> Conversion {
    var items: [String] = []
    var place = ScannedValue.absent
    for number in mapping.items.indices {
      let scanned = batch.values[subject.slots[number] * RecordBatch.capacity + record]
      guard let item = self.text(scanned, in: text) else { continue }
      if place.shape == .absent { place = scanned }
      let amount =
        mapping.amounts.isEmpty
        ? nil
        : self.text(
          batch.values[subject.slots[mapping.items.count + number] * RecordBatch.capacity + record],
          in: text)
      items.append(amount.map { "\($0) \(item)" } ?? item)
    }
    return Conversion(value: items.isEmpty ? nil : .list(items), place: place)
  }

  private func text(_ value: ScannedValue, in text: RawSpan) -> String? {
    guard let tree = JSONValue(value, in: text),
      case .text(let text)? = ValueForm.text.value(of: tree)
    else { return nil }
    return text.isEmpty ? nil : text
  }
}

extension JSONValue {
  /// Whether the value is a nonblank text, or a list with one.
  fileprivate var hasText: Bool {
    switch self {
    case .string(let text): !trimmingSpace(text).isEmpty
    case .array(let items): items.contains(where: \.hasText)
    case .null, .bool, .number, .object: false
    }
  }
}

/// Cuts a text at the end of a word, and appends an ellipsis, if it exceeds a number of characters.
private func shortened(_ text: String, to limit: Int) -> String {
  let start = text.prefix(limit)
  if start.endIndex == text.endIndex { return text }
  let cut = start.lastIndex { $0.isWhitespace } ?? start.endIndex
  return trimmingSpace(String(start[..<cut])) + "…"
}
