import Commands
import Diagnostics
import Dispatch
import FeedAudit
import FeedLoading
import FetchTool
import HTTPCache
import Interpreter
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

  /// Adds the library of a file, all or nothing.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - trust: Which parts to add beside favorites and notes.
  /// - Returns: The exit status.
  package func importLibrary(from path: String, _ trust: ImportTrust) -> RunStatus {
    libraryTransfer.importLibrary(from: path, trust)
  }

  private var libraryTransfer: LibraryTransfer {
    LibraryTransfer(
      library: library, directory: directory, loader: loader, output: output, world: world,
      options: options, commandNames: { self.table.names }, sayNotices: sayNotices)
  }

  /// Why no feed is loaded; nil if one is, or none was asked for.
  package var feedFault: String? { session.feed == nil ? loader.failed?.reason : nil }

  /// Waits until what goes on behind the prompt is done or waits for the clock.
  ///
  /// - Parameter waitingCount: How many wait for the clock now.
  /// - Returns: Whether something has come that is not said yet.
  package func awaitBackground(_ waitingCount: () -> Int) -> Bool {
    // What was given up may take a moment to notice.
    while pictures.watch.restingCount.map({ $0 > waitingCount() }) ?? true { usleep(300) }
    while true {
      let over = [loader.pending?.promise.isOver, loader.isRefreshOver].compactMap(
        \.self)
      if over.count(where: { !$0 }) <= waitingCount() { return over.contains(true) }
      usleep(300)
    }
  }

  /// Draws the pictures of the last command again, for a window that has another size now.
  ///
  /// - Returns: Whether there were any.
  package func redrawPictures() -> Bool { views.redrawPictures() }

  /// Stores what the first prompt had no time for, once it is on the screen.
  package func keepFirstVisit() {
    feeds.storeFirstVisit()
    timers.begin()
  }

  /// Has what there is to report reported soon, while a line is read; any thread may call it.
  package func wake(by wake: @escaping @Sendable () -> Void) {
    pictures.wake = wake
    loader.wake = wake
    timers.wake = wake
  }

  /// Lets what goes on behind the answers come to an end, writes down what was counted, and says what is wrong.
  package func finishFetching() {
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

  /// The names of the feeds that are part of the program.
  package static var bundledFeeds: [String] { BundledFeed.allCases.map(\.rawValue) }

  /// The digest of a feed that is part of the program, as scripts name it; nil if there is none of that name.
  package static func digest(ofBundledFeed name: String) -> String? {
    // What is part of the program can be read.
    guard let feed = BundledFeed(rawValue: name), case let file = Demo.file(of: feed),
      let bytes = try? CachedContent.file(file).bytes()
    else { return nil }
    return sha256(of: bytes)
  }

  /// The keys at the prompt as a table in Markdown, for the documentation.
  package static var keysTable: String { PromptKey.keysTable }

  /// The commands as a table in Markdown, for the documentation.
  package static var commandsTable: String { CommandTable<CommandContext>.commandsTable }

  /// The notations that help explains, as tables in Markdown, for the documentation.
  package static var notationTables: [String] { CommandTable<CommandContext>.notationTables }

  /// The settings as a table in Markdown, for the documentation.
  package static var settingsTable: String { CommandTable<CommandContext>.settingsTable }

  /// Changes a text in the person's own editor; nil, after reporting why, if that came to nothing.
  package func edited(_ text: String) -> String? {
    do {
      return try TextEditor(world: world).edit(text)
    } catch {
      output.say(Failure(catching: error).diagnostic)
      return nil
    }
  }
}
