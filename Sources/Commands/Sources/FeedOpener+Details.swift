import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Output
import SessionStore
import Terminal
import Text

/// Complete records of rows, which are asked for when they are needed.
extension FeedOpener {
  /// Reads the complete records of rows of which the feed has only summaries; the numbers of rows stay.
  ///
  /// - Parameters:
  ///   - rows: Rows of the feed.
  ///   - isNeeded: Whether it is an error that a record cannot be read, rather than a warning.
  /// - Throws: ``Failure`` if a record is needed and cannot be read, or if the user stops it.
  package func complete(_ rows: some Sequence<Int>, isNeeded: Bool = true) throws {
    guard let loaded = session.feed else { return }
    var wanted: [Int: (address: String, name: String)] = [:]
    for row in rows where !incomplete.contains(RowPlace(loaded, row)) {
      if let address = loaded.feed.details(of: row) {
        wanted[row] = (address, loaded.catalog.name(row))
      }
    }
    guard let first = wanted.values.min(by: { $0.name < $1.name }) else { return }
    let title =
      wanted.count == 1 ? "loading \(harmless(first.name))" : "loading \(wanted.count) recipes"
    var found: [Int: (feed: Feed, row: Int)] = [:]
    var failures: [(row: Int, failure: Failure)] = []
    for (row, result) in try loader.details(of: wanted, loaded.origin, title) {
      switch result {
      case .success(let details): found[row] = details
      case .failure(let failure): failures.append((row, failure))
      }
    }
    if !found.isEmpty { adoptCompleted(try loaded.replacing(found)) }
    try report(failures.sorted { $0.row < $1.row }, isNeeded: isNeeded)
  }

  private func adoptCompleted(_ new: LoadedFeed) {
    if session.complete(new) { return }
    // With further fields, those of what the user has given to rows have other numbers.
    adopt(new, .carrying(isReload: false), isAsked: false)
  }

  /// Reports why records cannot be read; pages without a recipe are reported once, and are not failures.
  private func report(_ failures: [(row: Int, failure: Failure)], isNeeded: Bool) throws {
    var bad: [(row: Int, failure: Failure)] = []
    for (row, failure) in failures {
      guard failure.status == .notAFeed, let loaded = session.feed else {
        bad.append((row, failure))
        continue
      }
      incomplete.insert(RowPlace(loaded, row))
      output.say("the page of \(harmless(catalog.name(row))) has no recipe", .faint)
    }
    guard let (row, failure) = bad.first else { return }
    var first = failure
    let name = harmless(catalog.name(row))
    first.diagnostic.message =
      bad.count == 1
      ? "the recipe of \(name) is not loaded: \(failure.diagnostic.message)"
      : "\(bad.count) recipes are not loaded, \(name) first: \(failure.diagnostic.message)"
    if isNeeded { throw first }
    first.diagnostic.severity = .warning
    output.say(first.diagnostic)
  }
}

/// A row of a feed, in this run.
struct RowPlace: Hashable {
  private let feed: String
  private let address: String

  init(_ loaded: LoadedFeed, _ row: Int) {
    feed = loaded.name
    address = loaded.feed.details(of: row) ?? ""
  }
}
