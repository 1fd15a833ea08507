/// The shape of a JSON value.
@usableFromInline
package enum JSONShape: UInt8, Sendable, BitwiseCopyable {
  /// There is no such member.
  case absent
  case null
  /// A text without escapes: the bytes between its quotes are its UTF-8.
  case text
  /// A text with at least one escape.
  case escapedText
  case number
  case yes
  case no
  case list
  case object
}

/// The location of a JSON value in a text.
@usableFromInline
package struct ScannedValue: Equatable, Sendable, BitwiseCopyable {
  /// The offset in the text, in bytes; for texts, of the first byte after the quote.
  @usableFromInline package var offset: UInt32
  /// The length in bytes; for texts, without the quotes.
  @usableFromInline package var length: UInt32
  @usableFromInline package var shape: JSONShape

  package init(offset: UInt32, length: UInt32, shape: JSONShape) {
    self.offset = offset
    self.length = length
    self.shape = shape
  }

  /// The absence of a member.
  package static var absent: ScannedValue { ScannedValue(offset: 0, length: 0, shape: .absent) }

  /// The byte range of the contents.
  @inlinable
  package var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

/// Consecutive records of a feed, as the locations of their values in a text.
///
/// All offsets are relative to the start of the text, which is passed along with the batch.
@usableFromInline
package struct RecordBatch: Sendable {
  /// A member whose key has no slot.
  package struct Other: Equatable, Sendable {
    /// The index of the record in the batch.
    package var record: UInt32
    /// The key, without its quotes.
    package var key: ScannedValue
    package var value: ScannedValue

    package init(record: UInt32, key: ScannedValue, value: ScannedValue) {
      (self.record, self.key, self.value) = (record, key, value)
    }
  }

  /// A repeated key in a record.
  ///
  /// Its last value is used.
  package struct Repeat: Equatable, Sendable {
    package var record: UInt32
    /// The later of the two keys, without its quotes.
    package var key: ScannedValue

    package init(record: UInt32, key: ScannedValue) { (self.record, self.key) = (record, key) }
  }

  /// The number of further repeated keys of a record, in addition to ``RecordBatch/repeats``.
  package struct FurtherRepeats: Equatable, Sendable {
    package var record: UInt32
    package var count: Int

    package init(record: UInt32, count: Int) { (self.record, self.count) = (record, count) }
  }

  /// An element or a line that is not an object, and therefore not a record.
  package struct Misfit: Equatable, Sendable {
    /// The number of records in the batch before it.
    package var before: UInt32
    package var value: ScannedValue
    /// The syntax error of a line, and its offset in the text; nil if the line is valid JSON.
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

  /// The maximum number of records in a batch.
  @inlinable
  package static var capacity: Int { 1024 }

  /// The number of slots.
  package let slots: Int
  /// The number of records.
  package var count = 0
  /// The value of slot `s` in record `r`, at index `s * capacity + r`.
  @usableFromInline package var values: [ScannedValue]
  /// The location of each record including its braces: `capacity` elements, of which the first `count` are valid.
  package var records: [ScannedValue]
  package var others: [Other] = []
  package var repeats: [Repeat] = []
  package var furtherRepeats: [FurtherRepeats] = []
  package var misfits: [Misfit] = []

  /// Creates a batch of records without values.
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
  /// Returns the value of a record in the first of some slots that has one; otherwise an empty text, if there is one.
  @inlinable @inline(__always)
  package func value(_ slots: [Int], _ record: Int) -> ScannedValue {
    values.span.first(of: slots, record)
  }
}

extension Span where Element == ScannedValue {
  /// Returns the value of a record in the first of some slots that has one; otherwise an empty text, if there is one.
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
