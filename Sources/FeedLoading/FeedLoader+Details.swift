import Catalog
import Diagnostics
import Feeds
import HTTPCache
import Text
import World

/// Complete records of rows of which a feed has only summaries.
extension FeedLoader {
  /// A complete record, or the failure to read it.
  package typealias Details = Result<(feed: Feed, row: Int), Failure>

  /// The number of addresses that are asked at a time; the fetcher limits the requests to one host.
  private static let detailWidth = 6

  /// Reads the complete records of rows, from the cache or their servers.
  ///
  /// - Parameters:
  ///   - rows: Rows, each with the address of its record and the name to look for on a page with several.
  ///   - origin: The origin of the feed.
  ///   - title: What is done, for the progress.
  /// - Returns: The result for each row.
  /// - Throws: An interruption only.
  package func details(
    of rows: [Int: (address: String, name: String)], _ origin: FeedOrigin, _ title: String
  ) throws -> [Int: Details] {
    var results: [Int: Details] = [:]
    var requests: [(row: Int, request: FetchRequest)] = []
    for (row, place) in rows.sorted(by: { $0.key < $1.key }) {
      do {
        requests.append((row, try detailRequest(place.address, origin)))
      } catch {
        results[row] = .failure(Failure(catching: error))
      }
    }
    let (fetcher, sent) = (fetcher, requests)
    let downloads = try observer.receiving(title) { _ in
      await Self.downloads(sent, with: fetcher)
    }
    for (row, download) in downloads {
      guard let (address, name) = rows[row] else { continue }
      results[row] = download.flatMap { download in
        Result { try self.record(named: name, in: download.file, at: address) }
          .mapError { Failure(catching: $0) }
      }
    }
    if world.interruptions.isRaised { throw Failure.interrupted }
    return results
  }

  private func detailRequest(_ address: String, _ origin: FeedOrigin) throws -> FetchRequest {
    var request = try fetchRequest(address, of: origin.part(for: WebAddress(address)), .standard)
    // A page without a recipe is an answer, too.
    request.isCredible = nil
    request.isCheckedBehind = true
    return request
  }

  private static func downloads(
    _ requests: [(row: Int, request: FetchRequest)], with fetcher: Fetcher
  ) async -> [(Int, Result<Download, Failure>)] {
    await withTaskGroup(of: (Int, Result<Download, Failure>).self) { group in
      var downloads: [(Int, Result<Download, Failure>)] = []
      for (number, (row, request)) in requests.enumerated() {
        if Task.isCancelled { break }
        if number >= detailWidth, let next = await group.next() { downloads.append(next) }
        group.addTask {
          do {
            return (
              row,
              .success(
                try await download(
                  request, named: harmless(WebAddress.shown(request.address.text)), with: fetcher))
            )
          } catch {
            return (row, .failure(Failure(catching: error)))
          }
        }
      }
      for await next in group { downloads.append(next) }
      return downloads
    }
  }

  /// Reads the record with a name in a file, otherwise the first one.
  private func record(
    named name: String, in file: any ReadableFile, at address: String
  ) throws -> (feed: Feed, row: Int) {
    var reading = FeedReading(named: nil, among: profiles())
    reading.repairsText = settings.repairsText
    reading.limit = memoryLimit
    reading.address = WebAddress.withoutUserInfo(address)
    reading.isStopped = { [world] in world.interruptions.isRaised }
    let shown = harmless(WebAddress.shown(address))
    var joiner = FeedJoiner()
    do throws(FeedError) {
      let contents = try FileContents.of(file, named: shown, reading)
      joiner.add(contents, named: shown, from: RowSource(shown, scope: shown))
      let feed = try joiner.feed(reading)
      let rows = 0..<feed.catalog.count
      guard let first = rows.min(by: { feed.catalog.record(of: $0) < feed.catalog.record(of: $1) })
      else { throw .notAFeed("there is no recipe in it") }
      return (feed, rows.first { feed.catalog.name($0) == name } ?? first)
    } catch {
      if case .stopped = error { throw Failure.interrupted }
      throw Failure("\(shown): \(error.message)", status: .notAFeed)
    }
  }
}

extension LoadedFeed {
  /// Returns the feed with the complete records of some rows, whose numbers stay.
  ///
  /// - Throws: ``Failure`` if the rows are too large.
  package func replacing(_ details: [Int: (feed: Feed, row: Int)]) throws -> LoadedFeed {
    do throws(FeedError) {
      let new = try feed.replacing(details, scope: scope ?? name)
      var loaded = LoadedFeed(request, origin, new, at: loadedAt).in(state).with(pages)
      (loaded.name, loaded.scope, loaded.files) = (name, scope, files)
      return loaded
    } catch {
      throw Failure("\(name): \(error.message)", status: .notAFeed)
    }
  }
}
