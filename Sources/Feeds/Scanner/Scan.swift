import Catalog
import World

/// Finds the records of a document and hands them to a sink.
///
/// - Parameters:
///   - file: The document: JSON or NDJSON in UTF-8, with or without a byte order mark.
///   - wanted: How to map it; nil to recognise it by its shape.
///   - profiles: Those to recognise it by.
///   - options: How to go about it.
///   - single: How many bytes stand before the only record, if it is known that there is one; lists in it are its own.
///   - isStopped: Whether nobody wants the records any more; asked now and then, from any thread.
///   - makeSink: Makes the sink for the records of a list; asked anew if a better list comes up.
/// - Returns: The sink and where its records were; nil if this is JSON without a list of records.
/// - Throws: ``ScanError`` if the document is not JSON, cannot be read, or is not wanted any more.
package func scan<Sink: RecordSink>(
  _ file: some ReadableFile, as wanted: Profile?, among profiles: ProfileSet = ProfileSet(),
  options: ScanOptions = ScanOptions(), single: Int? = nil,
  isStopped: @escaping @Sendable () -> Bool = { false },
  makeSink: (Profile, _ path: String) -> Sink
) throws(ScanError) -> Scan<Sink>? {
  if let single {
    let profile = wanted ?? .records
    var stream = RecordStream(
      Input(file, at: single, options), at: .element, depth: 0, into: makeSink(profile, "$"),
      isStopped: isStopped)
    try stream.runSingle()
    return Scan(profile: profile, path: "$", sink: stream.sink)
  }
  var document = DocumentScan<_, Sink>(file, wanted, among: profiles, options, isStopped)
  do throws(ScanError) {
    let found = try document.read(into: makeSink)
    guard let profile = try document.recognisedLate() else { return found }
    document = DocumentScan(file, profile, among: profiles, options, isStopped)
    return try document.read(into: makeSink)
  } catch {
    guard case .fault = error, let start = document.objectStart else { throw error }
    let lines = LineDocument(file, options, at: start)
    guard try lines.isLineByLine() else { throw error }
  }
  let profile = wanted ?? .records
  var stream = RecordStream(
    Input(file, at: document.start, options, isByLine: true), at: .line,
    depth: 0, into: makeSink(profile, "$"), isStopped: isStopped)
  _ = try stream.runToEnd(options)
  return Scan(profile: profile, path: "$", sink: stream.sink)
}

/// Looks at whether a document has a record a line.
struct LineDocument<File: ReadableFile> {
  private let file: File
  private let options: ScanOptions
  /// Where the first brace stands.
  private let start: Int

  init(_ file: File, _ options: ScanOptions, at start: Int) {
    (self.file, self.options, self.start) = (file, options, start)
  }

  /// Whether the first line is an object of its own, and another one begins the next.
  ///
  /// What the texts of the first line hold does not matter: what is wrong there is wrong with one record.
  func isLineByLine() throws(ScanError) -> Bool {
    var following = Input(file, at: start, options)
    guard let end = try lineEnd(&following) else { return false }
    guard try following.peek() == 0x7B else { return false }
    var line = Input(file, at: start, options)
    do throws(ScanError) {
      try line.skip(ValueCheck(depth: 0, isLoose: true))
    } catch {
      if case .fault = error { return false }
      throw error
    }
    return line.offset <= end
  }

  /// How many bytes stand before the first line break, which is left behind; nil if there is none.
  private func lineEnd(_ input: inout Input<File>) throws(ScanError) -> Int? {
    while true {
      if let place = input.buffer[input.position..<input.piece.end].firstIndex(of: 0x0A) {
        input.position = place + 1
        return input.offset - 1
      }
      input.position = input.piece.end
      if input.piece.isLast { return nil }
      try input.more()
    }
  }
}
