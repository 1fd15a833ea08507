import Assistance
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Interpreter
import Output
import Pictures
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<WebContext> {
  static var cache: Self {
    Self(
      "cache", summary: "Show what is cached, or why the next request goes to the server.",
      needsFeed: false,
      forms: [
        Form(
          "show", Context.address,
          summary: "Explain what happens to the next request for an address."
        ) { web, address in try web.explainCache(of: address.address, address.text) },
        Form(
          "clear", Context.copies,
          summary: "Delete cached copies, and report how much space that frees."
        ) { web, copies in try web.clearCache(copies) },
        Form { web in web.output.print(web.cacheReport()) },
      ],
      examples: [
        Example(
          "cache",
          prints: """
              Host  Entries     Size  Hits  Misses  Validated  Stale
              all         0  0 bytes     0       0          0      0
            0 entries, 0 bytes of 256 MB, in memory, for this run only
            """),
        Example(
          "cache show https://example.org/recipes.json",
          prints: """
            the next request goes to the server: no copy yet
            """),
      ],
      details: [
        "Feeds and pictures come through a private HTTP cache (RFC 9111), which all of your shells share. "
          + "Everything in it can be fetched again."
      ])
  }
}

extension WebContext {
  /// The copies to remove; without a word, all of them.
  fileprivate static var copies: Parameter<WebContext, CachedCopies> {
    choice(
      "memory|pictures|feeds|all",
      [
        Candidate("all", "everything that can be fetched again"),
        Candidate("feeds", "feeds, and their stored rows"),
        Candidate("memory", "copies in memory only"),
        Candidate("pictures", "pictures of every size"),
      ]
    ).map { _, argument in
      guard let copies = CachedCopies(rawValue: argument.text) else {
        throw Failure(
          "`cache clear` takes memory, pictures, feeds or all",
          hint: nearest(to: argument.text, among: ["memory", "pictures", "feeds", "all"])
            .map { "did you mean \($0)?" } ?? "", at: argument.range, in: argument.line)
      }
      return copies
    }.or { _ in .all }
  }

  /// An address, with its text as typed.
  fileprivate static var address: Parameter<WebContext, (address: WebAddress, text: String)> {
    Parameter("URL") { _, argument in
      do {
        return (try WebAddress(argument.text), argument.text)
      } catch {
        throw Failure("\(error)", at: argument.range, in: argument.line)
      }
    }
  }
}

/// The copies that `cache clear` removes.
private enum CachedCopies: String {
  case memory, pictures, feeds, all
}

extension WebContext {
  /// The statistics of the cache: a row for each host, then a total.
  fileprivate func cacheReport() -> Report {
    let all = fetcher.store.statistics()
    feeds.sayCacheNotice()
    if output.format.isStyled {
      let folder = fetcher.store.folder.map { harmless($0) } ?? "memory, for this run only"
      let entries = all.total.entries == 1 ? "1 entry" : "\(all.total.entries) entries"
      let limit = byteText(fetcher.store.limits.bytes)
      let isShared = all.hosts.values.reduce(0) { $0 + $1.bytes } > all.total.bytes
      output.say(
        "\(entries), \(byteText(all.total.bytes)) of \(limit), in \(folder)"
          + (isShared ? "; equal content is stored once" : ""), .faint)
      let held = pictures.memoryUse
      if held.count > 0 {
        let count = held.count == 1 ? "1 picture" : "\(held.count) pictures"
        let limit = byteText(held.limit)
        output.say("\(count) in memory, \(byteText(held.bytes)) of \(limit)", .faint)
      }
      if all.total.damaged > 0 {
        output.say(
          all.total.damaged == 1
            ? "1 damaged entry was removed; Larder downloads it again when needed"
            : "\(all.total.damaged) damaged entries were removed; Larder downloads them again when needed",
          .warning)
      }
    }
    let columns: [Report.Column] = [
      .init("host", title: "Host", isFlexible: true),
      .init("entries", title: "Entries", isNumber: true),
      .init("bytes", title: "Size", isNumber: true), .init("hits", title: "Hits", isNumber: true),
      .init("misses", title: "Misses", isNumber: true),
      .init("validated", title: "Validated", isNumber: true),
      .init("stale", title: "Stale", isNumber: true),
    ]
    let hosts = all.hosts.sorted { $0.key < $1.key }.map { Self.row($0.key, $0.value) }
    return Report(columns, hosts + [Self.row("all", all.total)])
  }

  private static func row(_ name: String, _ counts: CacheCounts) -> [Cell] {
    [
      Cell(harmless(name)), Cell(counts.entries),
      Cell(StyledText(byteText(counts.bytes)), .number(Double(counts.bytes))), Cell(counts.hits),
      Cell(counts.misses), Cell(counts.revalidations), Cell(counts.staleAnswers),
    ]
  }

  /// Explains whether the next request for an address would be sent, and shows the stored copy.
  fileprivate func explainCache(of address: WebAddress, _ text: String) throws {
    let request = try cacheRequest(for: address, text)
    let copies = fetcher.copies(for: request)
    let (decision, end) = fetcher.route(of: request)
    let now = world.now().timeIntervalSince1970
    output.say(
      (end.text == address.text
        ? "" : "a stored redirect leads to \(harmless(WebAddress.shown(end.text))); ")
        + explanation(of: decision))
    let picture = pictures.pictureRequest(.web(address)).fetch(from: address)
    if let failure = fetcher.remembered(for: picture, at: now) {
      let status = failure.status.map { "\($0) " } ?? ""
      output.say(
        "its last download as a picture failed and is not repeated for "
          + "\(spanText(failure.until - now)): " + harmless(status + failure.reason))
    }
    let columns: [Report.Column] = [
      .init("status", title: "Status", isNumber: true), .init("type", title: "Type"),
      .init("bytes", title: "Size", isNumber: true), .init("age", title: "Age"),
      .init("fresh", title: "Fresh", isFlexible: true), .init("checkedBy", title: "Checked by"),
      .init("vary", title: "Varies by"),
    ]
    output.print(
      Report(
        columns,
        copies.map { copy in
          let facts = CachePolicy.facts(of: copy, at: now)
          return [
            Cell(copy.status), Cell(harmless(facts.type)),
            Cell(StyledText(byteText(copy.count)), .number(Double(copy.count))),
            Cell(spanText(facts.age)), Cell(facts.freshness),
            Cell(facts.validators.joined(separator: ", ")), Cell(harmless(facts.vary)),
          ]
        }))
  }

  private func explanation(of decision: CacheDecision) -> String {
    switch decision {
    case .serve(_, let rule, let isChecked):
      "the next request is answered from the cache"
        + (isChecked ? ", and then checked in the background: " : ": ") + rule.description
    case .validate(_, let rule):
      "the next request asks the server whether the copy is still good: \(rule)"
    case .fetch(let rule, let fallback):
      "the next request goes to the server: \(rule)"
        + (fallback == nil ? "" : "; the stored copy cannot be checked")
    case .refuse(let rule): "the next request is not answered: \(rule)"
    }
  }

  fileprivate func clearCache(_ copies: CachedCopies) throws {
    let freed =
      switch copies {
      case .memory: pictures.forget()
      case .pictures:
        fetcher.store.clear(CacheSelection(purposes: [.picture])) + pictures.forget()
      case .feeds: fetcher.store.clear(CacheSelection(purposes: [.feed])) + clearStoredRows()
      case .all: fetcher.store.clear(CacheSelection()) + clearStoredRows() + pictures.forget()
      }
    output.say("freed \(byteText(freed))")
    if copies != .memory, fetcher.store.isRefused {
      feeds.sayCacheNotice()
      throw Failure(
        "the copies on disk could not be removed",
        hint: copies == .all
          ? "" : "run `cache clear` to delete everything; that works on a full disk, too",
        status: .disk)
    }
  }

  /// Removes the stored rows of feeds.
  ///
  /// - Returns: Their size in bytes.
  private func clearStoredRows() -> Int {
    let folder = world.folders.cache + "/feeds"
    // Without the folder, no rows are stored.
    guard !options.isEphemeral, let names = try? world.files.names(in: folder) else { return 0 }
    var freed = 0
    for name in names where name.hasSuffix(".rows") {
      let path = "\(folder)/\(name)"
      // A file that another process has removed has no size.
      let size = (try? world.files.status(of: path).size) ?? 0
      if (try? world.files.remove(path)) != nil { freed += size }
    }
    return freed
  }
}

extension WebContext {
  /// The request that a command would send to an address: for a picture if one is cached, otherwise for a feed, with the
  /// header fields or the key of a named feed at that address.
  private func cacheRequest(for address: WebAddress, _ text: String) throws -> FetchRequest {
    let picture = pictures.pictureRequest(.web(address)).fetch(from: address)
    if fetcher.copies(for: picture).contains(where: { $0.purpose == .picture }) { return picture }
    let origin = FeedOrigin(location: .web(text), name: address.text, scope: nil, profile: nil)
    let plain = try loader.fetchRequest(text, of: origin, .standard)
    if let own = ownRequest(for: address, text) { return own }
    if !fetcher.copies(for: plain).isEmpty { return plain }
    for feed in try directory.namedFeeds() {
      // Named feeds that are files have no cached response.
      guard let source = try? WebAddress(directory.source(of: feed)) else { continue }
      let isMeant =
        if case .service = feed.origin { source.origin == address.origin } else {
          source.text == address.text
        }
      // The command explains the cache only: a missing key is reported when the feed is loaded.
      if isMeant, let origin = try? directory.origin(of: FeedRequest(source: feed.name)),
        let own = try? loader.fetchRequest(text, of: origin, .standard)
      {
        return own
      }
    }
    return plain
  }

  /// The request for the feed that is loaded, if that is at the address.
  private func ownRequest(for address: WebAddress, _ text: String) -> FetchRequest? {
    // The command explains the cache only: errors of the feed are reported when it is loaded.
    guard let loaded = session.feed, let origin = try? directory.origin(of: loaded.request),
      case .web(let source) = origin.location, (try? WebAddress(source))?.text == address.text
    else { return nil }
    // If its key is missing, the request is explained as one for any address.
    return try? loader.fetchRequest(text, of: origin, .standard)
  }
}
