/// What kind of JSON value a place in a text holds.
@usableFromInline
package enum JSONShape: UInt8, Sendable, BitwiseCopyable {
  /// There is no such member.
  case absent
  case null
  /// A text without escapes: the bytes between the quotes are its UTF-8.
  case text
  /// A text with at least one escape.
  case escapedText
  case number
  case yes
  case no
  case list
  case object
}

/// A JSON value that still stands in the bytes it was read from.
@usableFromInline
package struct ScannedValue: Equatable, Sendable, BitwiseCopyable {
  /// How many bytes of the piece of text stand before it; of a text, before its first letter.
  @usableFromInline package var offset: UInt32
  /// How many bytes it has; of a text, those between the quotes.
  @usableFromInline package var length: UInt32
  @usableFromInline package var shape: JSONShape

  package init(offset: UInt32, length: UInt32, shape: JSONShape) {
    self.offset = offset
    self.length = length
    self.shape = shape
  }

  /// A member that a record does not have.
  package static var absent: ScannedValue { ScannedValue(offset: 0, length: 0, shape: .absent) }

  /// Where the content stands in the piece of text.
  @inlinable
  package var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

/// Some consecutive records of a feed, whose values still stand in the bytes they were read from.
///
/// Every offset counts from the start of one piece of text, which is handed along.
@usableFromInline
package struct RecordBatch: Sendable {
  /// A member with a key that has no slot.
  package struct Other: Equatable, Sendable {
    /// Which record of the batch it belongs to.
    package var record: UInt32
    /// The key between its quotes.
    package var key: ScannedValue
    package var value: ScannedValue

    package init(record: UInt32, key: ScannedValue, value: ScannedValue) {
      (self.record, self.key, self.value) = (record, key, value)
    }
  }

  /// A key that came up again in one record; its last value counts.
  package struct Repeat: Equatable, Sendable {
    package var record: UInt32
    /// The later of the two keys, between its quotes.
    package var key: ScannedValue

    package init(record: UInt32, key: ScannedValue) { (self.record, self.key) = (record, key) }
  }

  /// How many keys of a record came up again besides those in ``RecordBatch/repeats``.
  package struct FurtherRepeats: Equatable, Sendable {
    package var record: UInt32
    package var count: Int

    package init(record: UInt32, count: Int) { (self.record, self.count) = (record, count) }
  }

  /// An element of the list, or a line, that is no object, and so no record of the batch.
  package struct Misfit: Equatable, Sendable {
    /// How many records of the batch stand before it.
    package var before: UInt32
    package var value: ScannedValue
    /// Why a line is not JSON and how many bytes of the piece of text stand before the place; nil if it is.
    package var fault: Fault?

    package struct Fault: Equatable, Sendable {
      package var offset: UInt32
      package var reason: String

      package init(offset: UInt32, reason: String) { (self.offset, self.reason) = (offset, reason) }
    }

    package init(before: UInt32, value: ScannedValue, fault: Fault? = nil) {
      (self.before, self.value, self.fault) = (before, value, fault)
    }
  }

  /// The most records of a batch.
  @inlinable
  package static var capacity: Int { 1024 }

  /// How many keys have a slot.
  package let slots: Int
  /// How many records there are.
  package var count = 0
  /// The value of slot `s` in record `r`, at `s * capacity + r`.
  @usableFromInline package var values: [ScannedValue]
  /// Where each record stands, its braces included: `capacity` places, of which `count` mean something.
  package var records: [ScannedValue]
  package var others: [Other] = []
  package var repeats: [Repeat] = []
  package var furtherRepeats: [FurtherRepeats] = []
  package var misfits: [Misfit] = []

  /// So many records without values.
  package init(slots: Int, count: Int) {
    self.init(slots: slots)
    self.count = count
  }

  package init(slots: Int) {
    self.slots = slots
    values = Array(repeating: .absent, count: slots * Self.capacity)
    records = Array(repeating: .absent, count: Self.capacity)
  }
}

extension RecordBatch {
  /// The value of a record: that of the first of some slots that has one; else an empty text, if there is one.
  @inlinable @inline(__always)
  package func value(_ slots: [Int], _ record: Int) -> ScannedValue {
    values.span.first(of: slots, record)
  }
}

extension Span where Element == ScannedValue {
  /// The value of a record among those of a batch: that of the first of some slots that has one; else an empty text,
  /// if there is one.
  @inlinable @inline(__always)
  package func first(of slots: [Int], _ record: Int) -> ScannedValue {
    let first = self[slots[0] * RecordBatch.capacity + record]
    if slots.count == 1 { return first }
    var nothing = first
    for slot in slots {
      let value = self[slot * RecordBatch.capacity + record]
      switch value.shape {
      case .absent, .null: continue
      case .text where value.length == 0: if nothing.shape != .text { nothing = value }
      default: return value
      }
    }
    return nothing
  }
}
