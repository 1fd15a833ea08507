import Catalog
import Diagnostics
import FeedLoading
import Feeds
import HTTPCache
import Output
import SessionStore
import Terminal
import Text
import World

/// Audits feeds for their producers and consumers: `larder lint`.
package struct FeedAudit {
  let world: World
  let output: Output
  let loader: FeedLoader
  let directory: FeedDirectory
  let options: RunOptions

  package init(
    world: World, output: Output, loader: FeedLoader, directory: FeedDirectory, options: RunOptions
  ) {
    (self.world, self.output, self.loader) = (world, output, loader)
    (self.directory, self.options) = (directory, options)
  }

  /// Audits feeds, and prints the findings.
  ///
  /// - Returns: ``RunStatus/failure`` if there are findings; if a feed could not be read, the status of that error.
  package func run(_ request: LintRequest) -> RunStatus {
    do {
      let baseline = try request.baseline.map { try self.baseline($0, as: request.profile) }
      var feeds: [LintedFeed] = []
      for source in request.feeds where feeds.last?.isStopped != true {
        feeds += try linted(source, request, baseline)
      }
      print(feeds, request)
      if let path = request.savePath { try save(feeds, to: path) }
      printSummary(of: feeds)
      return status(of: feeds)
    } catch {
      return output.report(error)
    }
  }

  private func status(of feeds: [LintedFeed]) -> RunStatus {
    if output.isLost { return .disk }
    if feeds.contains(where: \.isStopped) || world.interruptions.isRaised { return .interrupted }
    if let failure = feeds.lazy.compactMap(\.failure).first { return failure.status }
    let isStrict = options.isStrict
    return feeds.contains { $0.countsAgainst(isStrict: isStrict) > 0 } ? .failure : .success
  }

  /// Audits a feed, or each file of one that has many or is in the format of another program.
  ///
  /// If one cannot be read, that is its only finding.
  private func linted(
    _ source: String, _ request: LintRequest, _ baseline: Baseline?
  ) throws -> [LintedFeed] {
    var linted: [LintedFeed] = []
    do {
      // The fields of another profile would have other names.
      let earlier = baseline?.entry(of: shownSource(source))?.profile
      let known = earlier.flatMap { loader.profiles().known($0)?.name }
      try readForLint(source, as: request.profile, orAs: known) { name, feed, pages in
        if world.interruptions.isRaised { throw Failure.interrupted }
        linted.append(try self.linted(feed, pages, named: name, of: source, request, baseline))
        if linted.last?.isStopped == true { throw StoppedLinks() }
      }
    } catch is StoppedLinks {
      // The findings so far are reported.
    } catch {
      let failure = Failure(catching: error)
      if failure.status == .interrupted { throw failure }
      output.say(failure.diagnostic)
      linted.append(
        LintedFeed(
          source: shownSource(source), failure: (failure.diagnostic.message, failure.status)))
    }
    return linted
  }

  /// The user interrupted the check of links.
  private struct StoppedLinks: Error {}

  private func linted(
    _ read: Result<Feed, FeedError>, _ pages: FeedPages?, named name: String, of source: String,
    _ request: LintRequest, _ baseline: Baseline?
  ) throws -> LintedFeed {
    var linted = LintedFeed(source: name)
    let feed: Feed
    switch read {
    case .success(let success): feed = success
    case .failure(let error):
      if case .unreadable(let error) = error { throw error }
      guard let finding = LintFinding(error) else { throw Failure.interrupted }
      linted.findings.add(finding)
      linted.failure = (error.message, .notAFeed)
      return linted
    }
    linted.profile = feed.profile
    let outline = FeedOutline(feed)
    linted.outline = outline
    let progress = output.progress("checking \(linted.source)")
    defer { progress.clear() }
    linted.findings = try feed.lint { progress.show($0, of: feed.catalog.count) }
    if let next = pages?.next {
      let place = "\(WebAddress.shown(next)), which was not read"
      linted.findings.add(
        LintFinding(.furtherPages, "the feed has more pages; the next one is \(place)"))
    } else if let ending = pages?.ending {
      linted.findings.add(
        LintFinding(.furtherPages, "not all pages were loaded: \(ending)", severity: .warning))
    }
    // Of many files, some may be newer than the baseline.
    let isNew =
      name != shownSource(source) && baseline?.entries.contains { $0.source == name } != true
    let baseline = isNew ? nil : baseline
    linted.isCompared = baseline != nil
    for change in try baseline?.changes(to: outline, of: linted.source) ?? [] {
      linted.findings.add(change)
    }
    if request.triesLinks { try checkLinks(of: feed, for: &linted) }
    linted.findings.trim()
    linted.findings = feed.inFile(linted.findings)
    return linted
  }

  /// Reads a feed leniently, regardless of the settings, and without storing its rows; of many files, each by itself.
  ///
  /// - Parameters:
  ///   - source: The feed.
  ///   - wanted: The profile to read it with; nil to detect it.
  ///   - known: The profile of a feed without many files if none is wanted; nil to detect it.
  ///   - body: Takes the name of the feed or file, its records or why there are none, and its pages if it has others.
  /// - Throws: ``Failure`` if there is no such source, and errors of `body`.
  func readForLint(
    _ source: String, as wanted: String?, orAs known: String? = nil,
    _ body: (_ name: String, Result<Feed, FeedError>, FeedPages?) throws -> Void
  ) throws {
    var request = FeedRequest(source: source, profile: wanted)
    var origin = try directory.origin(of: request)
    let isJoined = loader.isJoined(origin.location)
    if !isJoined, wanted == nil, let known {
      request.profile = known
      origin = try directory.origin(of: request)
    }
    var reading = loader.reading(of: origin)
    let interruptions = world.interruptions
    reading.isStrict = false
    reading.acceptsMalformed = false
    reading.isStopped = { interruptions.isRaised }
    if isJoined {
      return try loader.readFiles(of: origin, reading) { try body($0, $1, nil) }
    }
    let download = try loader.download(origin, .standard)
    if case .stale(let since, let reason) = download.state {
      output.say(
        "\(shownSource(source)): stale: this copy is from \(world.minute(of: since)); \(reason)",
        .warning)
    }
    if try request.profile == nil && FeedLoader.isJoined(download.file, named: origin.fileName) {
      return try loader.readFiles(of: origin, reading) { try body($0, $1, nil) }
    }
    let (file, progress) = output.watched(download.file, "reading \(shownSource(source))")
    defer { progress?.clear() }
    let read = Result { () throws(FeedError) in try Feed(file, reading) }
    // A feed that cannot be read has no pages; the body gets the reason.
    let pages = (try? read.get()).flatMap {
      loader.withPages(LoadedFeed(request, origin, $0, at: world.now())).pages
    }
    try body(shownSource(source), read, pages)
  }

  /// Returns a source for display.
  ///
  /// The query of an address is hidden, because it may contain a secret.
  func shownSource(_ source: String) -> String {
    isHTTP(source) ? WebAddress.shown(source) : source
  }
}

extension FeedAudit {
  /// A line for each rule.
  package static var lintRules: [String] {
    LintRule.allCases.map { rule in
      let name = rule.rawValue + String(repeating: " ", count: 26 - rule.rawValue.count)
      return "\(name)\(rule.severity.rawValue): \(rule.summary)"
    }
  }

  /// Prints the rules.
  package func printLintRules() {
    output.print(
      Report(
        [
          .init("rule"), .init("severity"), .init("finds", isFlexible: true),
        ],
        LintRule.allCases.map { rule in
          [Cell(rule.rawValue), Cell(rule.severity.rawValue), Cell(rule.summary)]
        }))
  }
}
