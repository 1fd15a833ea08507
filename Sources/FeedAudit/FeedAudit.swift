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
        feeds.append(try linted(source, request, baseline))
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

  /// Audits one feed.
  ///
  /// If it cannot be read, that is the only finding.
  private func linted(
    _ source: String, _ request: LintRequest, _ baseline: Baseline?
  ) throws -> LintedFeed {
    if world.interruptions.isRaised { throw Failure.interrupted }
    var linted = LintedFeed(source: shownSource(source))
    do {
      // The fields of another profile would have other names.
      let earlier = baseline?.entry(of: linted.source)?.profile
      let known = earlier.flatMap { loader.profiles().known($0)?.name }
      let (feed, pages) = try lintableFeed(source, as: request.profile ?? known)
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
      linted.isCompared = baseline != nil
      for change in try baseline?.changes(to: outline, of: linted.source) ?? [] {
        linted.findings.add(change)
      }
      if request.triesLinks { try checkLinks(of: feed, for: &linted) }
      linted.findings.trim()
    } catch let error as FeedError {
      guard let finding = LintFinding(error) else { throw Failure.interrupted }
      linted.findings.add(finding)
      linted.failure = (error.message, .notAFeed)
    } catch {
      let failure = Failure(catching: error)
      if failure.status == .interrupted { throw failure }
      output.say(failure.diagnostic)
      linted.failure = (failure.diagnostic.message, failure.status)
    }
    return linted
  }

  /// Reads a feed leniently, regardless of the settings, and without storing its rows.
  ///
  /// - Returns: The feed, and information about its pages if it has others.
  func lintableFeed(_ source: String, as profile: String?) throws -> (Feed, FeedPages?) {
    let request = FeedRequest(source: source, profile: profile)
    let origin = try directory.origin(of: request)
    let download = try loader.download(origin, .standard)
    if case .stale(let since, let reason) = download.state {
      output.say(
        "\(shownSource(source)): stale: this copy is from \(world.minute(of: since)); \(reason)",
        .warning)
    }
    let (file, progress) = output.watched(download.file, "reading \(shownSource(source))")
    defer { progress?.clear() }
    var reading = loader.reading(of: origin)
    let interruptions = world.interruptions
    reading.isStrict = false
    reading.acceptsMalformed = false
    reading.isStopped = { interruptions.isRaised }
    do throws(FeedError) {
      let feed = try Feed(file, reading)
      let loaded = loader.withPages(LoadedFeed(request, origin, feed, at: world.now()))
      return (feed, loaded.pages)
    } catch {
      if case .unreadable(let error) = error { throw error }
      throw error
    }
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
