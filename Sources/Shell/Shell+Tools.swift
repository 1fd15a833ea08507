import Commands
import Diagnostics
import Dispatch
import FeedAudit
import FeedLoading
import FetchTool
import HTTPCache
import Interpreter
import Kitchen
import Output
import PictureViews
import SessionStore
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Functions for the program other than running lines.
extension Shell {
  /// Audits feeds: `larder lint`.
  package var feedAudit: FeedAudit {
    FeedAudit(world: world, output: output, loader: loader, directory: directory, options: options)
  }

  /// Fetches addresses through the cache: `larder fetch`.
  package var fetchTool: FetchTool { FetchTool(world: world, output: output, fetcher: fetcher) }

  /// Writes favorites, notes, settings, aliases and named feeds as JSON.
  package func exportLibrary(to path: String) -> RunStatus {
    libraryTransfer.exportLibrary(to: path)
  }

  /// Imports the library of a file, completely or not at all.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - trust: Which parts to add, in addition to favorites and notes.
  /// - Returns: The exit status.
  package func importLibrary(from path: String, _ trust: ImportTrust) -> RunStatus {
    libraryTransfer.importLibrary(from: path, trust)
  }

  private var libraryTransfer: LibraryTransfer {
    LibraryTransfer(
      library: library, directory: directory, collection: collection, loader: loader,
      output: output,
      world: world,
      options: options, commandNames: { self.table.names }, sayNotices: sayNotices)
  }

  /// Why no feed is loaded; nil if one is, or none was requested.
  package var feedFault: String? { session.feed == nil ? loader.failed?.reason : nil }

  /// Waits until background work has finished or waits for the clock.
  ///
  /// - Parameter waitingCount: Returns the number of tasks that wait for the clock.
  /// - Returns: Whether there is a result that was not reported yet.
  package func awaitBackground(_ waitingCount: () -> Int) -> Bool {
    // Canceled requests may take a moment to end.
    while pictures.watch.restingCount.map({ $0 > waitingCount() }) ?? true { usleep(300) }
    while true {
      let over = [loader.pending?.promise.isOver, loader.isRefreshOver].compactMap(
        \.self)
      if over.count(where: { !$0 }) <= waitingCount() { return over.contains(true) }
      usleep(300)
    }
  }

  /// Draws the pictures of the last command again, for a new window size.
  ///
  /// - Returns: Whether there were any.
  package func redrawPictures() -> Bool { views.redrawPictures() }

  /// Stores the first visit and starts the timers, after the first prompt was drawn.
  package func keepFirstVisit() {
    feeds.storeFirstVisit()
    timers.begin()
  }

  /// Sets the function that wakes the prompt when there is something to report; any thread may call it.
  package func wake(by wake: @escaping @Sendable () -> Void) {
    pictures.wake = wake
    loader.wake = wake
    timers.wake = wake
  }

  /// Waits up to one second for validations, cancels in-flight requests, and stores the counts of the cache.
  ///
  /// Problems of the cache are reported.
  package func finishFetching() {
    pictures.awaitReplies()
    pictures.finish()
    if fetcher.isChecking || fetcher.flightCount > 0 {
      let (fetcher, done) = (fetcher, DispatchSemaphore(value: 0))
      Task {
        await fetcher.finishChecks(within: .seconds(1))
        await fetcher.endFlights()
        done.signal()
      }
      done.wait()
    }
    fetcher.store.flush()
    feeds.sayCacheNotice()
  }

  /// The script of the bundled tour.
  package static var tourScript: [UInt8] { Demo.tour }

  /// The names of the bundled feeds.
  package static var bundledFeeds: [String] { BundledFeed.allCases.map(\.rawValue) }

  /// The digest of a bundled feed, as scripts name it; nil for unknown names.
  package static func digest(ofBundledFeed name: String) -> String? {
    // Bundled feeds can always be read.
    guard let feed = BundledFeed(rawValue: name), case let file = Demo.file(of: feed),
      let bytes = try? CachedContent.file(file).bytes()
    else { return nil }
    return sha256(of: bytes)
  }

  /// The keys at the prompt as a table in Markdown, for the documentation.
  package static var keysTable: String { PromptKey.keysTable }

  /// The commands as a table in Markdown, for the documentation.
  package static var commandsTable: String { CommandTable<CommandOwners>.commandsTable }

  /// The notations that help explains, as tables in Markdown, for the documentation.
  package static var notationTables: [String] { CommandTable<CommandOwners>.notationTables }

  /// The settings as a table in Markdown, for the documentation.
  package static var settingsTable: String { CommandTable<CommandOwners>.settingsTable }

  /// Lets the user edit a text in an editor; nil, after reporting the reason, if that fails.
  package func edited(_ text: String) -> String? {
    do {
      return try TextEditor(world: world).edit(text)
    } catch {
      output.say(Failure(catching: error).diagnostic)
      return nil
    }
  }
}
