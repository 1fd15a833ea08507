import Catalog
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<ShellContext> {
  static var status: Self {
    Self(
      "status", summary: "Show the state of the feed, the view and your data.", needsFeed: false,
      examples: [
        Example(
          "status",
          prints: """
              What       State
              feed       demo (recipes)
              source     demo
            …
            """)
      ]
    ) { context in
      if context.output.format.reader == .programs {
        return context.output.print(context.statusReport)
      }
      let rows = try context.statusRows()
      context.output.print(
        Report(
          [
            .init("what", title: "What"),
            .init("state", title: "State", isFlexible: true, isWrapped: true),
          ],
          rows.map { [Cell($0.0), Cell($0.1)] }))
    }
  }

  static var quit: Self {
    .asking(
      "quit", aliases: ["exit", "bye"], summary: "Leave Larder.", needsFeed: false,
      examples: [
        Example("quit", prints: "")
      ]
    ) { _ in .end }
  }
}

extension ShellContext {
  fileprivate func statusRows() throws -> [(String, String)] {
    var rows: [(String, String)] = []
    if let loaded = session.feed {
      let (errors, notes) = (loaded.feed.malformedCount, loaded.feed.noteCount)
      rows.append(("feed", "\(loaded.name) (\(loaded.feed.profile))"))
      let search = loaded.request.search.map { ", searched for \(harmless($0))" } ?? ""
      rows.append(("source", (loaded.scope.map { shown(source: $0) } ?? "standard input") + search))
      rows.append(("state", state(of: loaded)))
      rows.append(
        (
          "rows",
          "\(grouped(catalog.count)), \(grouped(errors)) malformed, \(grouped(notes)) repaired"
        ))
      if let text = loaded.feed.omittedProblems.text { rows.append(("problems", text)) }
      if let pageNote = loaded.pageNote { rows.append(("pages", pageNote)) }
    } else {
      rows.append(("feed", loader.pending.map { "\($0.name), loading" } ?? "none"))
    }
    if let failed = loader.failed { rows.append(("last load", "failed: \(failed.reason)")) }
    rows.append(
      (
        "view",
        "\(grouped(session.presentRows().count)) of \(grouped(catalog.count))"
          + (views.conditionNames.isEmpty
            ? "" : " · " + views.conditionNames.joined(separator: " · "))
      ))
    rows.append(
      (
        "order",
        session.view.ordering.map { views.name(of: $0) }
          ?? (session.view.search == nil ? "the feed's own" : "best first")
      ))
    if let summary = pictures.summary { rows.append(("pictures", summary)) }
    rows.append(("network", networkText))
    rows.append(
      ("favorites", favoriteText))
    rows.append(
      ("library", options.isEphemeral ? "not stored" : world.folders.data + "/library.sqlite"))
    return rows
  }

  private var favoriteText: String {
    do throws(LibraryError) {
      let counts = try libraryCounts()
      return "\(counts.favorites), notes \(counts.notes)"
    } catch {
      return "not known: \(error.description)"
    }
  }

  private func libraryCounts() throws(LibraryError) -> (favorites: Int, notes: Int) {
    var counts = (favorites: 0, notes: 0)
    try library.withoutWaiting { () throws(LibraryError) in
      counts = (try library.favoriteKeys().count, try library.notes().count)
    }
    return counts
  }

  /// The state as values for programs; unknown values are null.
  fileprivate var statusReport: Report {
    let loaded = session.feed
    let feed = loaded?.feed
    // A library that cannot be read has no counts.
    let counts = try? libraryCounts()
    let library = options.isEphemeral ? nil : world.folders.data + "/library.sqlite"
    let values: [(String, Cell)] = [
      ("feed", Cell(optional: loaded?.name ?? loader.pending?.name)),
      ("profile", Cell(optional: feed?.profile)),
      ("source", Cell(optional: loaded?.scope.map { shown(source: $0) })),
      ("search", Cell(optional: loaded?.request.search)),
      ("state", Cell(stateWord)), ("reason", Cell(optional: stateReason)),
      ("loaded", Cell(optional: loaded.map { stateTime(of: $0).formatted(.iso8601) })),
      ("rows", Cell(catalog.count)), ("malformed", number(feed?.malformedCount)),
      ("repaired", number(feed?.noteCount)),
      ("omitted", number(feed?.omittedProblems.reduce(0) { $0 + $1.count })),
      ("pages", Cell(optional: loaded?.pageNote)), ("view", Cell(session.presentRows().count)),
      ("conditions", Cell("", .array(views.conditionNames.map { .string($0) }))),
      ("order", Cell(optional: session.view.ordering.map { views.name(of: $0) })),
      ("network", Cell(networkText)), ("favorites", number(counts?.favorites)),
      ("notes", number(counts?.notes)), ("library", Cell(optional: library)),
    ]
    return Report(values.map { .init($0.0) }, [values.map(\.1)], isSingle: true)
  }

  private func number(_ value: Int?) -> Cell { value.map { Cell($0) } ?? Cell(optional: nil) }

  private var stateWord: String {
    guard let feed = session.feed else { return loader.pending == nil ? "none" : "loading" }
    return switch feed.state {
    case .fresh: "fresh"
    case .stale: "stale"
    case .offlineCopy: "copy"
    }
  }

  /// Why the feed is stale, or why the last load failed.
  private var stateReason: String? {
    if let failed = loader.failed { return "\(failed.reason)" }
    if case .stale(_, let reason)? = session.feed?.state, !reason.isEmpty { return "\(reason)" }
    return nil
  }

  /// The time of the state of the rows.
  private func stateTime(of feed: LoadedFeed) -> Date {
    switch feed.state {
    case .fresh: feed.loadedAt
    case .stale(let since, _), .offlineCopy(let since): since
    }
  }

  private var networkText: String {
    if fetcher.isOffline { return "offline" }
    return switch world.http.origin {
    // Recorded sessions get their responses from the recording.
    case .servers: options.isStaged ? "recorded" : "online"
    case .recording: "recorded"
    case .nobody: "none: scripts have no network"
    }
  }

  private func state(of feed: LoadedFeed) -> String {
    let empty = feed.catalog.count == 0 ? ", empty" : ""
    switch feed.state {
    case .fresh: return "loaded \(world.minute(of: feed.loadedAt))\(empty)"
    case .stale(let since, let reason):
      let why = reason.isEmpty ? "" : "; \(reason)"
      return "stale, from \(world.minute(of: since))\(empty)\(why)"
    case .offlineCopy(let since): return "an offline copy, from \(world.minute(of: since))\(empty)"
    }
  }
}
