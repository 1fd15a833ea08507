import Catalog
import FeedLoading
import Feeds
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import Text
import World

extension Command<CommandContext> {
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
    ) { context, _ in
      let rows = try context.statusRows()
      if context.output.format.isStyled {
        context.output.print(
          Report(
            [.init("what", title: "What"), .init("state", title: "State", isFlexible: true)],
            rows.map { [Cell($0.0), Cell($0.1)] }))
      } else {
        context.output.print(
          Report(rows.map { .init($0.0) }, [rows.map { Cell($0.1) }], isSingle: true))
      }
    }
  }

  static var quit: Self {
    .asking(
      "quit", aliases: ["exit", "bye"], summary: "Leave Larder.", needsFeed: false,
      examples: [
        Example("quit", prints: "")
      ]
    ) { _, _ in .end }
  }
}

extension CommandContext {
  fileprivate func statusRows() throws -> [(String, String)] {
    var rows: [(String, String)] = []
    if let loaded = session.feed {
      let (errors, notes) = (loaded.feed.malformedCount, loaded.feed.noteCount)
      rows.append(("feed", "\(loaded.name) (\(loaded.feed.profile))"))
      let search = loaded.request.search.map { ", searched for \(harmless($0))" } ?? ""
      rows.append(("source", (loaded.scope ?? "standard input") + search))
      rows.append(("state", state(of: loaded)))
      rows.append(("rows", "\(catalog.count), \(errors) malformed, \(notes) repaired"))
      if let text = loaded.feed.omittedProblems.text { rows.append(("problems", text)) }
      if let pageNote = loaded.pageNote { rows.append(("pages", pageNote)) }
    } else {
      rows.append(("feed", loader.pending.map { "\($0.name), loading" } ?? "none"))
    }
    if let failed = loader.failed { rows.append(("last load", "failed: \(failed.reason)")) }
    rows.append(
      (
        "view",
        "\(session.presentRows().count) of \(catalog.count)"
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
      ("library", options.isEphemeral ? "none is kept" : world.folders.data + "/library.sqlite"))
    return rows
  }

  private var favoriteText: String {
    do throws(LibraryError) {
      var counts = (favorites: 0, notes: 0)
      try library.withoutWaiting { () throws(LibraryError) in
        counts = (try library.favoriteKeys().count, try library.notes().count)
      }
      return "\(counts.favorites), notes \(counts.notes)"
    } catch {
      return "not known: \(error.description)"
    }
  }

  private var networkText: String {
    if fetcher.isOffline { return "offline" }
    return switch world.http.origin {
    // Recorded sessions get their responses from the recording.
    case .servers: options.isStaged ? "recorded" : "online"
    case .recording: "recorded"
    case .nobody: "none: a script has none"
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
