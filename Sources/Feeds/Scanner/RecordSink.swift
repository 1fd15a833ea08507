import Catalog
import Text
import World

/// What takes the records of a feed, batch by batch, in the order of the document.
package protocol RecordSink: Sendable {
  /// The JSON keys whose values get a slot each, in the order of the slots; asked for before every batch.
  ///
  /// It may be mutating so that nobody copies a sink, which holds as much as the feed, to ask it.
  var keys: [String] { mutating get }
  /// Whether members with other keys are wanted too; repeats of a slot's key are always reported.
  var wantsOtherMembers: Bool { mutating get }
  /// Takes some records.
  ///
  /// - Parameters:
  ///   - batch: The records; its offsets count from the start of `text`.
  ///   - text: The bytes they were read from, and ``Piece/padding`` zero bytes, so that wide loads stay in bounds.
  ///   - base: How many bytes of the document stand before `text`.
  /// - Returns: Whether more is wanted.
  mutating func take(_ batch: RecordBatch, in text: RawSpan, at base: Int) -> Bool
  /// An empty sink of the same kind, for a later part of the document.
  mutating func sibling() -> Self
  /// Adds what a sibling took from the records that follow.
  mutating func append(_ later: consuming Self)
}

/// Where records were found, and what took them.
package struct Scan<Sink: RecordSink>: Sendable {
  package var profile: Profile
  /// The list that holds the records, as a JSONPath (RFC 9535).
  package var path: String
  package var sink: Sink
}

/// How a scan goes about its work; apart from the limit no choice changes what it finds.
package struct ScanOptions: Sendable {
  /// How many bytes are read at a time.
  package var chunkSize: Int
  /// How many threads may work at once; more than two are never used.
  package var threads: Int
  /// How many bytes a document has at least to be worth a second thread.
  package var splitAbove: Int
  /// How many records the first sink takes before a second thread starts with its sibling.
  package var recordsBeforeSplit: Int
  /// How many sections two threads share at most: more keep both busy to the end, and are joined by the sink.
  package var sections: Int
  /// The most bytes of a record; what is longer is refused.
  package var recordLimit = 256 << 20

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

/// Why a document could not be scanned.
package enum ScanError: Error, Equatable, Sendable {
  /// The bytes are not JSON.
  case fault(JSONFault)
  /// The system cannot read.
  case file(FileError)
  /// Nobody wants the records any more.
  case stopped
}
