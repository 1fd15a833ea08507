import Catalog
import World

/// Answers a question about a feed while reading it, and keeps nothing but the answer.
///
/// - Parameters:
///   - question: What is asked; it has to be answerable in passing.
///   - file: JSON or NDJSON in UTF-8.
///   - options: How the reading goes about its work.
///   - isStopped: Whether nobody wants the answer any more; asked now and then.
/// - Returns: The answer; nil if it takes the whole feed to be sure: a value that is asked for does not occur, many
///   records have fields that the profile does not name, nothing fits, or the feed has another form than the question
///   supposes.
/// - Throws: ``FeedError`` if the bytes are no feed.
/// - Complexity: O(*n*) in the number of bytes; memory for the rows that are wanted and a piece of the text.
package func answer(
  _ question: PassingQuestion, from file: any ReadableFile,
  options: ScanOptions = ScanOptions(splitAbove: 16 << 20, sections: 8),
  isStopped: @escaping @Sendable () -> Bool = { false }
) throws(FeedError) -> PassingAnswer? {
  var isOther = false
  let found: Scan<PassingSink>?
  do {
    found = try scan(file, as: question.profile, options: options, isStopped: isStopped) {
      profile, _ in
      if profile != question.profile { isOther = true }
      return PassingSink(question)
    }
  } catch {
    // Who reads the feed as a whole says what is wrong, and where.
    if case .stopped = error { throw .stopped }
    return nil
  }
  // Where nothing fits, whoever lists it has to know more of the feed to say what would; where no record is as the
  // profile wants it, the feed may be of another form.
  guard let sink = found?.sink, !isOther, !sink.isUnsure, sink.areValuesKnown,
    sink.answer.count > 0,
    sink.answer.hits > 0 || question.wantsNumberOnly
  else { return nil }
  return try sink.finished()
}
