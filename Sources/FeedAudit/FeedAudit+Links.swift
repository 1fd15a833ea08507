import Catalog
import Diagnostics
import FeedLoading
import Feeds
import HTTPCache
import Output
import Terminal
import Text
import World

/// Link checking: `larder lint --links`.
extension FeedAudit {
  /// Checks the links of a feed, and adds findings about them.
  ///
  /// If the user interrupts the check, the findings so far are added.
  func checkLinks(of feed: Feed, for linted: inout LintedFeed) throws {
    let links = feed.distinctLinks
    if loader.fetcher.isOffline {
      linted.links = (0, links.count)
      return output.say("\(linted.source): offline, so the links were not tried", .warning)
    }
    let checker = LinkChecker(links.map(\.address), over: world.http)
    waitFor(checker, count: links.count)
    // The interruption applies to the check only. The findings so far are reported.
    linted.isStopped = world.interruptions.isRaised
    world.interruptions.clear()
    let outcomes = checker.outcomes
    linted.links = (outcomes.count, links.count)
    if linted.isStopped {
      output.say("stopped: \(outcomes.count) of \(links.count) links were tried", .warning)
    }
    var candidates = CappedList<UnlocatedFinding>()
    for link in links {
      for candidate in outcomes[link.address]?.candidates(about: link, in: feed.catalog) ?? [] {
        candidates.add(candidate)
      }
    }
    for candidate in heavyThumbnails(of: feed, outcomes) { candidates.add(candidate) }
    linted.findings.addUnique(try feed.located(candidates))
  }

  /// Returns findings about thumbnails that are as large as their photos.
  private func heavyThumbnails(
    of feed: Feed, _ outcomes: [String: LinkOutcome]
  ) -> [UnlocatedFinding] {
    feed.picturePairs.compactMap { pair in
      guard let photo = outcomes[pair.photo]?.length,
        let thumbnail = outcomes[pair.thumbnail]?.length, thumbnail >= photo
      else { return nil }
      let words = "`\(thumbnailName(feed))` is as large as the photo: \(byteText(thumbnail))"
      return UnlocatedFinding(
        .heavyThumbnail, thumbnail > photo ? words + " to \(byteText(photo))" : words,
        row: pair.row, in: feed.catalog, .text(pair.thumbnail))
    }
  }

  private func thumbnailName(_ feed: Feed) -> String {
    feed.catalog.schema.index(of: .thumbnail).map { feed.catalog.schema.fields[$0].name } ?? ""
  }

  /// Waits for the end of the check, or for an interruption.
  private func waitFor(_ checker: LinkChecker, count: Int) {
    let promise = Promise<Void>()
    let task = Task { await promise.keep { await checker.run() } }
    let progress = output.progress("links")
    while !promise.isKept(withinMilliseconds: 100) {
      if world.interruptions.isRaised { task.cancel() }
      progress.show(checker.count, of: count)
    }
    progress.clear()
  }
}

extension LinkOutcome {
  /// The size of the linked content, if the link works and its server reports the size.
  fileprivate var length: Int? {
    guard case .success(let answer) = answer, answer.status == 200 else { return nil }
    return answer.length
  }
}
