import Catalog
import Text

/// The values of a mapping that are not taken as they stand, made anew for the records of a batch.
struct Derived {
  /// A slot with the values, in `text`.
  private(set) var batch = RecordBatch(slots: 1)
  /// JSON, and room behind it.
  private(set) var text: [UInt8] = []
  /// What each value was made of; what was there in its place where there is none.
  private(set) var sources: [ScannedValue] = []
  /// Whether nothing could be made of a text that was found.
  private(set) var areNotUnderstood: [Bool] = []

  /// Makes the values of a batch.
  ///
  /// - Parameters:
  ///   - subject: The mapping and its slots.
  ///   - batch: The records.
  ///   - source: The piece of text they stand in.
  ///   - surroundings: What is known beside the records.
  ///   - indices: The number of each record in the document.
  init(
    _ subject: RecordCheck.Subject, _ batch: RecordBatch, in source: RawSpan,
    _ surroundings: Surroundings, indices: [Int]
  ) {
    self.batch.count = batch.count
    let maker = ValueMaker(subject: subject, surroundings: surroundings)
    for record in 0..<batch.count {
      let made = maker.value(of: record, index: indices[record], batch, in: source)
      sources.append(made.place)
      areNotUnderstood.append(made.isNotUnderstood)
      if let value = made.value { self.batch.values[record] = value.scanned(into: &text) }
    }
    text += [UInt8](repeating: 0, count: Piece.padding)
  }

  /// The same without some records.
  func removing(_ records: Set<Int>) -> Derived {
    var rest = self
    rest.batch = batch.removing(records)
    let kept = sources.indices.filter { !records.contains($0) }
    rest.sources = kept.map { sources[$0] }
    rest.areNotUnderstood = kept.map { areNotUnderstood[$0] }
    return rest
  }
}

/// What is known of a document beside its records.
struct Surroundings: Sendable {
  /// The address that the document came from.
  var address: String?
  /// The names that the records have in an object of records.
  var names: [String] = []
  /// What the document has beside its records, as far as its profile asks for it.
  var members: [JSONValue.Member] = []
  /// The linked data that the document is made of, if it is, whose objects refer to each other.
  var linked: LinkedData?
}

extension JSONValue {
  /// A value that still stands in bytes; nil if there is none.
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
