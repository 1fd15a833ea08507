import Catalog
import Text
import World

/// A consumer of the records of a feed, batch by batch, in the order of the document.
package protocol RecordSink: Sendable {
  /// The JSON keys whose values get a slot each, in the order of the slots. Read before every batch.
  ///
  /// The getter may be mutating so that it does not copy the sink, which can be as large as the feed.
  var keys: [String] { mutating get }
  /// Whether members with other keys are needed. Repeated keys with a slot are always reported.
  var wantsOtherMembers: Bool { mutating get }
  /// Takes a batch of records.
  ///
  /// - Parameters:
  ///   - batch: The records, at offsets relative to the start of `text`.
  ///   - text: The chunk they were read from, followed by ``Chunk/padding`` zero bytes, so that wide loads stay in
  ///     bounds.
  ///   - base: The offset of `text` in the document, in bytes.
  /// - Returns: Whether the sink needs more records.
  mutating func take(_ batch: RecordBatch, in text: RawSpan, at base: Int) -> Bool
  /// Returns an empty sink of the same kind, for a later part of the document.
  mutating func sibling() -> Self
  /// Appends the contents of a sibling that took the records that follow.
  mutating func append(_ later: consuming Self)
}

/// The result of a scan.
package struct Scan<Sink: RecordSink>: Sendable {
  package var profile: Profile
  /// The JSONPath of the list of records (RFC 9535).
  package var path: String
  package var sink: Sink
}

/// Options of a scan.
///
/// Only the limit affects the result.
package struct ScanOptions: Sendable {
  /// The number of bytes that are read at a time.
  package var chunkSize: Int
  /// The maximum number of threads; at most two are used.
  package var threads: Int
  /// The minimum size, in bytes, of a document that two threads read.
  package var splitAbove: Int
  /// The number of records that the first sink takes before a second thread starts with its sibling.
  package var recordsBeforeSplit: Int
  /// The maximum number of sections.
  ///
  /// With more sections, both threads finish at about the same time, but more sinks must be joined.
  package var sections: Int
  /// The maximum size of a record, in bytes.
  package var recordLimit = 256 << 20
  /// Whether to cancel; called whenever more of the document is read.
  var isStopped: @Sendable () -> Bool = { false }

  package init(
    chunkSize: Int = 128 << 10, threads: Int = 2, splitAbove: Int = 4 << 20,
    recordsBeforeSplit: Int = 1024, sections: Int = 2
  ) {
    self.chunkSize = max(1, chunkSize)
    self.threads = threads
    self.splitAbove = splitAbove
    self.recordsBeforeSplit = recordsBeforeSplit
    self.sections = sections
  }
}

/// An error of a scan.
package enum ScanError: Error, Equatable, Sendable {
  /// The bytes are not JSON.
  case fault(JSONFault)
  /// The file cannot be read.
  case file(FileError)
  /// The scan was canceled.
  case stopped
}
