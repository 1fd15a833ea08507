import Catalog
import Text

/// The values of a mapping that converts or combines values, for the records of a batch.
struct DerivedValues {
  /// The values, in one slot, as ranges of `text`.
  private(set) var batch = RecordBatch(slots: 1)
  /// The JSON text of the values, and zero padding.
  private(set) var text: [UInt8] = []
  /// The original value of each converted one; the value found in its place if there is none.
  private(set) var sources: [ScannedValue] = []
  /// Whether each record has a text that could not be converted.
  private(set) var areNotUnderstood: [Bool] = []
  /// The texts and numbers that the value of a record lacks, by their paths.
  private(set) var unused: [(record: Int, path: [String])] = []
  /// The number of further ones in all records.
  private(set) var omittedCount = 0

  /// Converts the values of a batch.
  ///
  /// - Parameters:
  ///   - subject: The mapping and its slots.
  ///   - batch: The records.
  ///   - source: The text that the batch refers to.
  ///   - context: Data from outside of the records.
  ///   - indices: The index of each record in the document.
  ///   - base: The offset of the text in the document, in bytes.
  init(
    _ subject: RecordCheck.Subject, _ batch: RecordBatch, in source: RawSpan,
    _ context: RecordContext, indices: [Int], base: Int
  ) {
    self.batch.count = batch.count
    let converter = ValueConverter(subject: subject, context: context)
    for record in 0..<batch.count {
      let conversion = converter.value(
        of: record, index: indices[record], start: base + batch.records[record].range.lowerBound,
        batch, in: source)
      unused += conversion.unused.map { (record, $0) }
      omittedCount += conversion.omittedCount
      sources.append(conversion.place)
      areNotUnderstood.append(conversion.isNotUnderstood)
      if let value = conversion.value { self.batch.values[record] = value.scanned(into: &text) }
    }
    text += [UInt8](repeating: 0, count: Chunk.padding)
  }

  /// Adds the sums of other values for the records that have all of them, but none of these.
  ///
  /// - Returns: The records.
  mutating func addSums(of terms: [DerivedValues]) -> [Int] {
    var records: [Int] = []
    text.removeLast(Chunk.padding)
    for record in 0..<batch.count where batch.values[record].shape == .absent {
      let numbers = terms.compactMap { $0.number(of: record) }
      guard !terms.isEmpty, numbers.count == terms.count else { continue }
      batch.values[record] = Value.number(numbers.reduce(0, +)).scanned(into: &text)
      records.append(record)
    }
    text += [UInt8](repeating: 0, count: Chunk.padding)
    return records
  }

  private func number(of record: Int) -> Double? {
    let value = batch.values[record]
    return value.shape == .number
      ? Double(String(decoding: text[value.range], as: UTF8.self)) : nil
  }

  /// Returns the values without those of some records.
  func removing(_ records: Set<Int>) -> DerivedValues {
    var rest = self
    rest.batch = batch.removing(records)
    let remaining = sources.indices.filter { !records.contains($0) }
    rest.sources = remaining.map { sources[$0] }
    rest.areNotUnderstood = remaining.map { areNotUnderstood[$0] }
    return rest
  }
}

/// Data from outside of the records of a document that mappings can read.
struct RecordContext: Sendable {
  /// The address of the document.
  var address: String?
  /// The name of each record in an object of records.
  var names: [String] = []
  /// The top-level members of the document that the profile reads.
  var members: [JSONValue.Member] = []
  /// The JSON-LD of the document, in which references are resolved.
  var linked: LinkedData?
  /// What surrounded each record of a gathered document in its file, by the offset of the record, in bytes.
  var surroundings: [Int: RecordSurroundings] = [:]

  /// Whether the records were gathered from files, which have their pictures next to them.
  var isGathered: Bool { !surroundings.isEmpty }
}

/// What surrounds a record in its file.
struct RecordSurroundings: Equatable, Sendable {
  /// The top-level members of the file that mappings read.
  var members: [JSONValue.Member] = []
  /// Further descriptions of the record, best first.
  var extras: [JSONValue] = []
  /// The address of the file; nil for a local one.
  var address: String?
  /// The link to the picture of the record that is in the file or next to it.
  var picture: String?
}

extension JSONValue {
  /// Decodes a scanned value; nil if it is absent.
  init?(_ value: ScannedValue, in text: RawSpan) {
    switch value.shape {
    case .absent: return nil
    case .null: self = .null
    case .yes, .no: self = .bool(value.shape == .yes)
    case .text, .escapedText:
      var bytes: [UInt8] = []
      decodeText(value, in: text, into: &bytes)
      self = .string(String(decoding: bytes, as: UTF8.self))
    case .number, .list, .object:
      let bytes = unsafe text.withUnsafeBytes { unsafe Array($0[value.range]) }
      self.init(json: bytes)
    }
  }
}
