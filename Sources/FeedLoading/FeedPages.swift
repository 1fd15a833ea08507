import Catalog
import Diagnostics
import Feeds
import HTTPCache
import Text
import World

/// The pages that a feed was read from, and the location of the next one.
package struct FeedPages: Sendable {
  package let files: [any ReadableFile]
  /// The addresses of the pages that were read.
  package let visited: [String]
  /// The number of records in them, valid or not.
  package let count: Int
  /// The address of the next page; nil if there is none.
  package let next: String?
  /// The number of records on all pages, according to the service.
  package let total: Int?
  /// Why there is no next page, unless the last one was read.
  package let ending: String?
}

/// Feeds with several pages.
extension FeedLoader {
  /// The maximum number of pages of a feed, which bounds a service that never ends.
  static let pageLimit = 1000

  /// Returns a feed with information about its pages, if it was read from the first page and has others.
  package func withPages(_ feed: LoadedFeed) -> LoadedFeed {
    guard feed.pages == nil, case let origin = feed.origin,
      case .web(let address) = origin.location,
      service(of: feed, origin) != nil
    else { return feed }
    return feed.with(pages(of: feed, [feed.feed.published], visited: [address], after: 0, origin))
  }

  /// Returns the service of a feed; nil if the service does not have pages.
  private func service(of feed: LoadedFeed, _ origin: FeedOrigin) -> Service? {
    let service = origin.service?.service ?? profiles().named(feed.feed.profile)?.service
    return service?.pages != nil || service?.next != nil ? service : nil
  }

  /// Returns information about pages after the last one was read.
  ///
  /// - Parameters:
  ///   - last: The contents of the last page.
  ///   - files: All pages.
  ///   - visited: The addresses of all pages.
  ///   - before: The number of records on the pages before the last one.
  ///   - origin: The origin of the feed.
  /// - Returns: The information; nil if the feed does not have pages.
  private func pages(
    of last: LoadedFeed, _ files: [any ReadableFile], visited: [String], after before: Int,
    _ origin: FeedOrigin
  ) -> FeedPages? {
    guard let service = service(of: last, origin), let file = files.last, let here = visited.last
    else { return nil }
    if let previous = files.dropLast().last, isSame(file, previous) {
      // A service may return its last page in place of one that does not exist.
      let all = last.feed.recordCount
      return FeedPages(
        files: files.dropLast(), visited: visited, count: before, next: nil, total: nil,
        ending: all == 0 ? nil : "the service returned the same page again")
    }
    let wanted = [service.next, service.total].compactMap { $0 }
    let members = documentMembers(wanted, of: file, limit: memoryLimit)
    var total: Int?
    if let key = service.total, case .number(let count)? = members[key] {
      total = Int(exactly: count)
    }
    let count = before + last.feed.recordCount
    // A total that is less than the number of records read is wrong.
    if total.map({ $0 < count }) ?? false { total = nil }
    var next: String?
    var ending: String?
    if let pages = service.pages, origin.service != nil {
      let isLast = total.map { count >= $0 } ?? (last.feed.recordCount < pages.size)
      if last.feed.recordCount == 0, !isLast {
        ending = "the service returns only \(count) of \(total ?? count) records"
      } else if !isLast {
        (next, ending) = numberedPage(files.count + 1, pages, at: here)
      }
    } else if let key = service.next, case .string(let reference)? = members[key],
      !trimmingSpace(reference).isEmpty
    {
      (next, ending) = linkedPage(trimmingSpace(reference), visited, origin)
    }
    return FeedPages(
      files: files, visited: visited, count: count, next: next, total: total, ending: ending)
  }

  /// Returns the address of a page by its number, or why it is not requested.
  private func numberedPage(
    _ number: Int, _ pages: Service.Pages, at address: String
  ) -> (String?, String?) {
    let (count, isTooMuch) = number.multipliedReportingOverflow(by: pages.size)
    if isTooMuch || count > pages.limit {
      return (nil, "the service returns at most \(pages.limit) records")
    }
    if number > Self.pageLimit { return (nil, "Larder loads at most \(Self.pageLimit) pages") }
    // The address was loaded, and is therefore valid.
    guard let here = try? WebAddress(address) else { return (nil, nil) }
    let next = here.removing(["\(pages.parameter)=\(number - 1)"])
      .adding(["\(pages.parameter)=\(number)"])
    return (next.text, nil)
  }

  /// Returns the address of the next page in a document, or why it is not followed.
  private func linkedPage(
    _ reference: String, _ visited: [String], _ origin: FeedOrigin
  ) -> (String?, String?) {
    guard let here = visited.last.flatMap({ try? WebAddress($0) }),  // A loaded address is valid.
      var next = try? here.resolve(reference)  // An error is reported below.
    else { return (nil, "the link to the next page is not an address: \(harmless(reference))") }
    if here.origin.scheme == "https", next.origin.scheme == "http" {
      return (nil, "the next page is http, which is not secure: \(harmless(next.text))")
    }
    // A service may repeat its API key, which is added again to the request and not stored. Without a key, none was
    // sent.
    let secrets = (try? credentials(for: here, of: origin)) ?? []
    next = next.removing(secrets.compactMap(\.secretParameter))
    // The address that the user typed may be spelled differently, or contain a user name.
    let first = visited.first.flatMap { try? WebAddress($0) }?.text
    if first == next.text || visited.contains(next.text) {
      return (nil, "the link to the next page leads back to a page that was already loaded")
    }
    if visited.count >= Self.pageLimit {
      return (nil, "Larder loads at most \(Self.pageLimit) pages")
    }
    return (next.text, nil)
  }

  /// Reads a number of pages of a feed, from the first one on.
  ///
  /// If loading fails or is interrupted, the pages before are returned, and the error is reported. A reload fails as a
  /// whole, so that no rows are lost.
  package func readPages(
    of request: FeedRequest, _ origin: FeedOrigin, from first: Download, _ mode: CacheMode
  ) throws -> LoadedFeed {
    notePagingFailure(nil)
    guard case .web(let address) = origin.location else {
      return try feed([first.file], request, origin).in(first.state)
    }
    var last = try feed([first.file], request, origin)
    var pages = self.pages(of: last, [first.file], visited: [address], after: 0, origin)
    var state = first.state
    var count = last.catalog.count
    let progress = observer.countingRows("loading \(origin.name)")
    defer { progress.end() }
    while let known = pages, let next = known.next, known.files.count < request.pages {
      progress.show(count, known.total)
      do {
        let page = try downloadPage(next, of: origin, mode)
        last = try feed([page.file], request.of(page: next), origin, as: last.feed.profile)
        count += last.catalog.count
        state = state.joined(by: page.state)
        let files = known.files + [page.file]
        pages = self.pages(
          of: last, files, visited: known.visited + [next], after: known.count, origin)
      } catch {
        progress.end()
        if mode != .standard || settings.isStrict { throw error }
        reportPagingFailure(after: count, by: Failure(catching: error))
        break
      }
    }
    progress.end()
    let files = pages?.files ?? [first.file]
    return try feed(files, request, origin).in(state).with(pages)
  }

  /// Reports an error after the first rows.
  ///
  /// In scripts, it makes the command fail.
  private func reportPagingFailure(after count: Int, by failure: Failure) {
    var failure = failure
    failure.diagnostic.message += "; the first \(count) rows are loaded"
    guard settings.isInteractive else { return notePagingFailure(failure) }
    observer.note(.partLoaded(failure))
    if failure.status == .interrupted { world.interruptions.clear() }
  }

  /// Reads pages.
  ///
  /// A page other than the first is read with the profile of the others.
  private func feed(
    _ files: [any ReadableFile], _ request: FeedRequest, _ origin: FeedOrigin,
    as profile: String? = nil
  ) throws -> LoadedFeed {
    var reading = reading(of: origin)
    if let profile { reading.profile = profiles().named(profile) }
    return try Self.loadedFeed(files, request, origin, reading, at: world.now())
  }

  /// Reads one more page of a feed.
  ///
  /// - Parameters:
  ///   - loaded: The feed.
  ///   - resolve: Resolves the origin of the feed again, because its name may now refer to another address.
  /// - Returns: The feed with one more page; nil if there is no next page.
  /// - Throws: ``Failure`` if the page cannot be loaded.
  package func withNextPage(
    _ loaded: LoadedFeed, resolve: (FeedRequest) throws -> FeedOrigin
  ) throws -> LoadedFeed? {
    guard let pages = loaded.pages, let next = pages.next else { return nil }
    var request = loaded.request
    request.pages = pages.files.count + 1
    let origin = try resolve(request)
    let page = try downloadPage(next, of: origin, .standard)
    let last = try feed([page.file], request.of(page: next), origin, as: loaded.feed.profile)
    let all = self.pages(
      of: last, pages.files + [page.file], visited: pages.visited + [next], after: pages.count,
      origin)
    let files = all?.files ?? pages.files + [page.file]
    request.pages = files.count
    return try feed(files, request, origin).in(loaded.state.joined(by: page.state)).with(all)
  }
}

extension LoadedFeed {
  /// A note on the number of loaded records; nil if all are loaded.
  package var pageNote: String? {
    guard let pages else { return nil }
    if let ending = pages.ending { return "not all pages were loaded: \(ending)" }
    guard pages.next != nil else { return nil }
    let count = catalog.count
    let search = request.search.map { " \($0)" } ?? ""
    return (pages.total.map { "\(count) of \($0) are loaded" } ?? "\(count) are loaded")
      + "; load \(shown(source: request.source) + harmless(search)) all loads the rest"
  }
}

/// Whether two pages have the same bytes.
///
/// A page that cannot be read differs from all others.
private func isSame(_ page: any ReadableFile, _ other: any ReadableFile) -> Bool {
  guard page.count == other.count else { return false }
  var place = 0
  while place < page.count {
    let count = min(1 << 16, page.count - place)
    var (bytes, others) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
    // Reading the page will report the error.
    guard (try? page.read(at: place, into: &bytes, 0..<count)) == count,
      (try? other.read(at: place, into: &others, 0..<count)) == count, bytes == others
    else { return false }
    place += count
  }
  return true
}

extension FeedRequest {
  /// Returns a request for a single page, so that errors refer to its address.
  fileprivate func of(page address: String) -> FeedRequest {
    var request = self
    request.source = address
    return request
  }
}
