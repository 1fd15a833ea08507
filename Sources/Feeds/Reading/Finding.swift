import Catalog

/// A compact form of a problem with a record.
package struct Finding: Equatable, CappedElement {
  /// The kind of problem.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// An element or line that is not an object, or not JSON.
    case notAnObject, notJSON
    /// A repeated key.
    case repeated
    /// A required member that is missing or null.
    case missing, null
    case wrongShape, empty, notALink, notAUUID
    /// The id of an earlier record.
    case repeatedId
    /// The id of an earlier record, because of which the record is dropped.
    case repeatedIdDropped
    /// A value that could not be converted.
    case notUnderstood
    /// Text that was encoded twice, and was repaired. The finding covers the whole record.
    case repaired
    /// A link that must be resolved against the address of its feed.
    case relativeLink
    /// JSON-LD that was read leniently, or not at all; the subject is the index of the reason.
    case lenient
    /// A name, facet or keyword that is longer than ``RecordCheck/wordLimit``; the subject is the index of its key.
    case tooLong
    /// A text or number of an ingredient or a step that no field shows; the subject is the index of its path.
    case unused
  }

  var kind: Kind
  var isError: Bool
  /// The shape of the offending value.
  var shape = JSONShape.absent
  /// The index of the mapping; for syntax errors, the index of the reason; for repeated ids, the index of the earlier
  /// record.
  var subject = 0
  /// The index of the record, counted from 0.
  var index: Int
  /// The offset in the document, in bytes.
  var offset: Int
  /// The byte range of the record.
  var record: Range<Int>

  /// The kind and severity under which findings are counted.
  package struct Group: Hashable, Comparable, Sendable {
    package var kind: Kind
    package var isError: Bool

    package static func < (first: Self, second: Self) -> Bool {
      (first.kind.rawValue, first.isError ? 0 : 1) < (second.kind.rawValue, second.isError ? 0 : 1)
    }
  }

  package var group: Group { Group(kind: kind, isError: isError) }

  package func precedes(_ other: Finding) -> Bool { order < other.order }

  /// The sort key: findings are in the order of the document, those of one record in the order of its fields.
  var order: (index: Int, rank: Int, offset: Int) { (index, rank, offset) }

  private var rank: Int {
    switch kind {
    case .notAnObject, .notJSON: 0
    case .repeated: 1
    case .repeatedId, .repeatedIdDropped: .max
    default: 2 + subject
    }
  }
}

extension JSONShape {
  /// The name of the shape in messages.
  var name: String {
    switch self {
    case .absent: "nothing"
    case .null: "null"
    case .text, .escapedText: "a text"
    case .number: "a number"
    case .yes, .no: "true or false"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
