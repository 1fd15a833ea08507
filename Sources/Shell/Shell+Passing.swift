import Catalog
import Commands
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Output
import SessionStore
import World

/// Answers the commands of one run while the feed is streamed, without building a catalog.
extension Shell {
  /// The minimum size of a feed that is streamed, in bytes.
  private static let passingThreshold = 1 << 16
  /// The maximum number of rows that are held while a feed is streamed.
  private static let passingLimit = 10_000

  /// Runs commands on a feed as ``start(_:)`` and ``runBatch(_:)-(some_Sequence)`` do.
  ///
  /// Filters and orders before one page or one count of a large file become a streaming query, if that gives
  /// the same result; `reload` as the first command reads the feed only once.
  package func run(_ commands: [String], on feed: String?) -> RunStatus {
    if let feed, !options.keepsGoing, let status = answerByStreaming(commands, feed) {
      return status
    }
    // A line that cannot be parsed is reported when it is run.
    let invocations = (try? invocations(commands)) ?? []
    feeds.startMode = Commands.startMode(for: invocations, in: owners)
    if feeds.startMode != nil { feeds.storedRows = nil }
    let status = start(feed)
    if status != .success, !goesOn(after: status) { return status }
    let rest = runBatch(commands)
    return status == .success ? rest : status
  }

  /// Whether the next commands run although the load at the start failed.
  package func goesOn(after status: RunStatus) -> Bool {
    options.keepsGoing && status != .interrupted
  }

  private func invocations(_ commands: [String]) throws -> [Invocation<CommandOwners>] {
    let vocabulary = LineVocabulary(aliases: aliases, hint: { _ in nil })
    return try commands.flatMap { try table.parse($0, vocabulary: vocabulary) }
  }

  /// Answers commands with a streaming query; nil if that is not possible, and nothing was printed.
  private func answerByStreaming(_ commands: [String], _ source: String) -> RunStatus? {
    // Errors occur again, and are reported, when the feed is read as a whole.
    guard let invocations = try? invocations(commands),
      let origin = try? directory.origin(of: FeedRequest(source: source)),
      // A source that can be read only once is read as a whole.
      case .file(let path) = origin.location, world.files.kind(of: path) == .file, !isStrict,
      !loader.settings.acceptsMalformed,
      let profile = origin.profile?.profile ?? loader.profiles().named("recipes"), profile.isPlain,
      loader.profiles().own.isEmpty, let file = try? loader.file(of: origin),
      file.count >= Self.passingThreshold,
      !reopened(FeedRequest(source: source), origin, file)
    else { return nil }
    var question = StreamingQuery(profile: profile)
    let empty = Catalog(
      question.schema, count: 0, values: question.schema.fields.map { _ in [] })
    guard let asked = asked(by: invocations, of: empty), let wanted = asked.answer else {
      return nil
    }
    let view = asked.view
    question.repairsText = library.settings["repair"] == "on"
    question.conditions = view.clauses.map(\.expression)
    question.ordering = view.ordering
    question.search = view.search?.words
    // Searches include the user's notes, which a streaming query does not know.
    guard view.search == nil || library.remembered().notes.isEmpty else { return nil }
    switch wanted {
    case .rows(let range): question.limit = range.upperBound
    case .count: break
    case .counts(let field): question.countedField = field
    }
    guard question.isAnswerable, question.limit <= Self.passingLimit else { return nil }
    let interruptions = world.interruptions
    guard
      let answer = try? Feeds.answer(
        question, from: file, isStopped: { interruptions.isRaised })
    else { return interruptions.isRaised ? .interrupted : nil }
    return print(answer, wanted, view, question, origin)
  }

  /// Opens the stored rows of a feed, if there are any.
  private func reopened(
    _ request: FeedRequest, _ origin: FeedOrigin, _ file: any ReadableFile
  ) -> Bool {
    // Rows that cannot be opened are built again from the feed.
    feeds.storedRows = try? loader.storedFeed(request, origin, file)
    return feeds.storedRows != nil
  }

  /// Returns the question of commands about a feed that is not loaded yet; nil if one of them needs the whole feed.
  private func asked(
    by invocations: [Invocation<CommandOwners>], of empty: Catalog
  ) -> StreamedQuestion? {
    session.supposing(empty) {
      let question = StreamedQuestion(View(ordering: feeds.standardOrdering(empty.schema)))
      let owners = owners.asking(question)
      let isPossible = invocations.allSatisfy { $0.stream(in: owners) }
      return isPossible ? question : nil
    }
  }

  /// Prints a streaming answer as the commands would; nil if the requested rows are not in it.
  private func print(
    _ answer: StreamingAnswer, _ wanted: StreamedQuestion.Answer, _ view: View,
    _ question: StreamingQuery,
    _ origin: FeedOrigin
  ) -> RunStatus? {
    if case .rows(let range) = wanted, range.lowerBound >= answer.hits { return nil }
    feeds.sayMalformed(answer.malformedCount)
    switch wanted {
    case .count: CountPrinter(output).print(count: answer.hits)
    case .counts(let field):
      CountPrinter(output).print(
        answer.counts, missing: answer.missing, of: question.schema.fields[field])
    case .rows(let range):
      guard let page = answer.page else { return nil }
      session.adopt(
        page: LoadedFeed(FeedRequest(source: origin.name), origin, page, at: world.now()),
        view: view, rows: question.rows(of: page.catalog), counts: (answer.hits, answer.count))
      views.list(range.clamped(to: 0..<session.rows.count))
    }
    return output.isLost ? .disk : .success
  }
}
