import Catalog
import World

/// Finds the records of a document, and passes them to a sink.
///
/// - Parameters:
///   - file: JSON or NDJSON in UTF-8, with or without a byte order mark.
///   - wanted: The profile; nil to detect it.
///   - profiles: The profiles to detect.
///   - options: The options.
///   - single: The offset of the only record, in bytes, if the document is known to consist of one. Lists in it are
///     values.
///   - isStopped: Whether to cancel; called regularly, from any thread.
///   - makeSink: Creates the sink for the records of a list. Called again if a better list is found.
/// - Returns: The sink, and the location of its records; nil if the document has no list of records.
/// - Throws: ``ScanError`` if the document is not JSON, cannot be read, or if the scan is canceled.
package func scan<Sink: RecordSink>(
  _ file: some ReadableFile, as wanted: Profile?, among profiles: ProfileSet = ProfileSet(),
  options: ScanOptions = ScanOptions(), single: Int? = nil,
  isStopped: @escaping @Sendable () -> Bool = { false },
  makeSink: (Profile, _ path: String) -> Sink
) throws(ScanError) -> Scan<Sink>? {
  if let single {
    let profile = wanted ?? .records
    var stream = RecordStream(
      Input(file, at: single, options), expecting: .element, depth: 0, into: makeSink(profile, "$"),
      isStopped: isStopped)
    try stream.runSingle()
    return Scan(profile: profile, path: "$", sink: stream.sink)
  }
  var document = DocumentScan<_, Sink>(file, wanted, among: profiles, options, isStopped)
  do throws(ScanError) {
    let found = try document.read(into: makeSink)
    guard let profile = try document.lateDetectedProfile() else { return found }
    document = DocumentScan(file, profile, among: profiles, options, isStopped)
    return try document.read(into: makeSink)
  } catch {
    guard case .fault = error, let start = document.objectStart else { throw error }
    let lines = LineDocument(file, options, at: start)
    guard try lines.isLineByLine() else { throw error }
  }
  let profile = wanted ?? .records
  var stream = RecordStream(
    Input(file, at: document.start, options, isByLine: true), expecting: .line,
    depth: 0, into: makeSink(profile, "$"), isStopped: isStopped)
  _ = try stream.runToEnd(options)
  return Scan(profile: profile, path: "$", sink: stream.sink)
}

/// Detection of NDJSON.
struct LineDocument<File: ReadableFile> {
  private let file: File
  private let options: ScanOptions
  /// The offset of the first brace.
  private let start: Int

  init(_ file: File, _ options: ScanOptions, at start: Int) {
    (self.file, self.options, self.start) = (file, options, start)
  }

  /// Whether the first line is an object, and the next line begins another one.
  ///
  /// The contents of texts are not validated: an error in them affects one record only.
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

  /// Moves past the first line break, and returns its offset; nil if there is none.
  private func lineEnd(_ input: inout Input<File>) throws(ScanError) -> Int? {
    while true {
      if let place = input.buffer[input.position..<input.chunk.end].firstIndex(of: 0x0A) {
        input.position = place + 1
        return input.offset - 1
      }
      input.position = input.chunk.end
      if input.chunk.isLast { return nil }
      try input.more()
    }
  }
}
