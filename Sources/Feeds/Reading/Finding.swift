import Catalog

/// Something wrong with a record, in few bytes.
package struct Finding: Equatable, CappedElement {
  /// What is wrong.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// An element or a line that is no object, or no JSON at all.
    case notAnObject, notJSON
    /// A key that came up again.
    case repeated
    /// A required member that is not there, or null.
    case missing, null
    case wrongShape, empty, notALink, notAUUID
    /// An id that an earlier record has as well.
    case repeatedId
    /// The same, and the record is left out for it.
    case repeatedIdDropped
    /// A value that nothing could be made of.
    case notUnderstood
    /// Text that was encoded twice, and is shown as it was meant; its record is all that is pointed at.
    case repaired
    /// A link that means something only beside the address of its feed.
    case relativeLink
    /// Something that JSON does not allow, or a block of a page that is none; which one is said by the reasons.
    case lenient
  }

  var kind: Kind
  var isError: Bool
  /// What was there instead.
  var shape = JSONShape.absent
  /// Which mapping of the profile it is about; for what is no JSON, which of the reasons; for an id, which record had it.
  var subject = 0
  /// Which record, counted from 0.
  var index: Int
  /// How many bytes of the document stand before the place.
  var offset: Int
  /// Where the record stands.
  var record: Range<Int>

  /// What findings are counted under.
  package struct Group: Hashable, Comparable, Sendable {
    package var kind: Kind
    package var isError: Bool

    package static func < (first: Self, second: Self) -> Bool {
      (first.kind.rawValue, first.isError ? 0 : 1) < (second.kind.rawValue, second.isError ? 0 : 1)
    }
  }

  package var group: Group { Group(kind: kind, isError: isError) }

  package func precedes(_ other: Finding) -> Bool { order < other.order }

  /// Findings stand in the order of the document, those of one record in that in which a person looks for them.
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
  /// What kind of value it is, as people call it.
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
