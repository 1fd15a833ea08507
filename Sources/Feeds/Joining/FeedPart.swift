import Catalog
import Text
import World

/// A document of a feed: where its text is, and the results of reading it.
struct FeedPart: Sendable {
  /// What the user calls the document, such as a path; nil if the feed has only one.
  var name: String?
  /// The document as read by the scanner, and as published.
  let texts: Lazy<(read: any ReadableFile, published: any ReadableFile)>
  let report: FeedReport
  /// The address against which its relative links are resolved; nil for a local file.
  var address: String?

  /// The uncompressed document as read by the scanner, at the original offsets.
  var document: any ReadableFile { texts.value.read }

  /// The uncompressed document as published, with the same offsets and the line numbers that the user sees.
  var published: any ReadableFile { texts.value.published }

  /// Returns the problems of the document, those of a rule at most ``findingLimit``.
  ///
  /// - Parameters:
  ///   - further: Findings to add.
  ///   - isInRecords: Whether the paths and offsets in a gathered document are those in the record.
  /// - Returns: The problems, in the order of the document.
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  func problems(
    _ further: [Finding] = [], isInRecords: Bool = true
  ) throws(FileError) -> [Problem] {
    try requireUnchanged(document)
    return try report.problems(report.findings + further, in: document, published).map {
      var problem = $0
      problem.source = report.places?.name(ofRecord: problem.index) ?? name
      if isInRecords, report.places != nil { problem.placeInRecord() }
      return problem
    }
  }
}

/// A source that could not be read, and why.
package struct UnreadSource: Equatable, Sendable {
  /// What the user calls it, such as a path.
  package var name: String
  /// A clause.
  package var reason: String

  package init(_ name: String, _ reason: String) { (self.name, self.reason) = (name, reason) }
}

/// Which document each record of a feed is in.
struct RecordLayout: Equatable, Sendable {
  /// Records of one document that follow each other.
  struct Run: Equatable, Sendable {
    /// The index of the document.
    var part: Int
    /// The index of the first record among the valid ones of its document.
    var first: Int
    /// The index of the first record among those of the feed.
    var start: Int
    /// The number of the namespace of ids.
    var scope: Int
  }

  private(set) var runs: [Run]
  private(set) var count: Int

  init(runs: [Run] = [], count: Int = 0) { (self.runs, self.count) = (runs, count) }

  /// Appends valid records of a document.
  mutating func append(_ records: Range<Int>, of part: Int, scope: Int) {
    if records.isEmpty { return }
    let isNext = runs.last.map {
      $0.part == part && $0.scope == scope && $0.first + count - $0.start == records.lowerBound
    }
    if isNext != true {
      runs.append(Run(part: part, first: records.lowerBound, start: count, scope: scope))
    }
    count += records.count
  }

  /// Returns the document of a record of the feed, and the index of the record among the valid ones of it.
  ///
  /// - Complexity: O(log *n*) in the number of runs.
  func place(of record: Int) -> (part: Int, record: Int) {
    let run = run(of: record)
    return (run.part, run.first + record - run.start)
  }

  /// Returns the run of a record of the feed.
  ///
  /// - Precondition: There is at least one record.
  /// - Complexity: O(log *n*) in the number of runs.
  func run(of record: Int) -> Run {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].start <= record { low = middle } else { high = middle }
    }
    return runs[low]
  }
}

/// The files that the records of a gathered document come from.
struct RecordPlaces: Equatable, Sendable {
  /// The files, by what the user calls them.
  private(set) var files: [String] = []
  /// The index of the file of each record.
  private(set) var fileOfRecord: [Int] = []
  /// The line where each record begins in its file, counted from 1; 0 if it is not known.
  private(set) var lines: [Int] = []
  /// The addresses of the complete records of which there are only summaries, by the indices of the records.
  private(set) var details: [Int: String] = [:]

  init() {}

  /// Creates places; nil if they do not fit each other.
  init?(files: [String], fileOfRecord: [Int], lines: [Int], details: [Int: String]) {
    self.details = details
    guard fileOfRecord.count == lines.count, fileOfRecord.allSatisfy(files.indices.contains) else {
      return nil
    }
    (self.files, self.fileOfRecord, self.lines) = (files, fileOfRecord, lines)
  }

  mutating func append(file: String, line: Int, details address: String?) {
    if let address { details[lines.count] = address }
    if files.last != file { files.append(file) }
    fileOfRecord.append(files.count - 1)
    lines.append(line)
  }

  func name(ofRecord index: Int?) -> String? {
    guard let index, fileOfRecord.indices.contains(index) else { return nil }
    return files[fileOfRecord[index]]
  }

  func line(ofRecord index: Int) -> Int {
    lines.indices.contains(index) ? lines[index] : 0
  }
}

/// The documents and files of rows.
struct RowFiles {
  private let catalog: Catalog
  private let parts: [FeedPart]
  private let layout: RecordLayout?

  init(_ catalog: Catalog, _ parts: [FeedPart], _ layout: RecordLayout?) {
    (self.catalog, self.parts, self.layout) = (catalog, parts, layout)
  }

  /// Returns the document of a row, and the index of its record among the valid ones of it.
  func place(of row: Int) -> (part: FeedPart, number: Int, record: Int) {
    let record = catalog.record(of: row)
    guard let layout else { return (parts[0], 0, record) }
    let place = layout.place(of: record)
    return (parts[place.part], place.part, place.record)
  }

  /// Returns what the user calls the file of a row; nil if the feed has one document.
  func file(of row: Int) -> String? {
    let (part, _, record) = place(of: row)
    return part.report.places?.name(ofRecord: part.report.index(ofRow: record)) ?? part.name
  }
}
