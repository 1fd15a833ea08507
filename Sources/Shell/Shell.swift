import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import Interpreter
import Pictures
import Recordings
import SessionStore
import Terminal
import Text
import World

/// The shell: what it remembers, and what it needs to carry out a command.
///
/// It belongs to one thread, which it may block.
package final class Shell {
  package let world: World
  package let library: Library
  package let history: HistoryFile
  /// Gets what is on the web; nothing of it is opened before it is needed.
  package let fetcher: Fetcher
  package var options: Options
  package let table = CommandTable(Shell.commands)

  /// Whether the network is off for this run, whatever the setting says.
  var networkOverride: Bool?
  var settings: Settings
  var aliases: [String: String]
  package internal(set) var session = Session()
  var loaded: LoadedFeed?
  /// The feed that is on its way behind the prompt.
  var pending: PendingLoad?
  /// What the feed was before the last reload, if it was reloaded.
  var previousFeed: LoadedFeed?
  /// The comparison of the feed with its server that goes on behind the prompt.
  var refresh: Refresh?
  /// The newer state of the feed that was told of and not taken yet.
  var newerFeed: LoadedFeed?
  /// How anew the feed is read at the start, if that is what the first command asks for.
  var startFreshness: Freshness?
  /// The rows of the feed of this run, if they were kept and looked for already.
  var keptRows: LoadedFeed?
  /// How many rows the view and the feed have, where only a page of them was kept.
  var passedCounts: (view: Int, feed: Int)?
  /// Whether the feed of the first prompt is being loaded.
  var isGreeting = false
  /// The feed that is to be remembered, once there is time.
  var owedVisit: Visit?
  /// Why the last load failed, until one succeeds.
  var failedLoad: (source: String, reason: String)?
  /// Where standard input stands if it was the feed; it can be read only once.
  var inputBytes: [UInt8]?
  /// Asks a person a question and gives the answer; nil where nobody can be asked.
  package var ask: ((_ question: String) -> String?)?
  /// What makes a script of this run; nil unless it is recorded.
  package var recorder: Recorder?
  /// Has what there is to say said soon, while a line is read; any thread may call it.
  package var wake: @Sendable () -> Void = {}
  /// What the next line begins as.
  var draft = ""
  /// Whether the command that ran last changed the view without listing it.
  var owesListing = false
  /// Whether it was said that the present feed is empty.
  var hasSaidEmpty = false
  /// The profiles that feeds are read by, once they were looked for.
  var knownProfiles: ProfileSet?
  /// What was said to be wrong with profiles.
  var saidProfileFaults: Set<String> = []
  /// What to say if the view turns out to be empty.
  var hints: [String] = []
  /// What gets the pictures of the present feed, once one was wanted.
  var pictureDesk: PictureDesk?
  /// Whether pictures give memory back when the machine has little left.
  var watchesMemory = false
  /// How pictures are shown, once that was looked for.
  var screen: Known<PictureScreen>?
  /// What the last command showed with pictures.
  var lastSheet: LastSheet?
  /// What the terminal was found to show.
  var knownDisplay: Known<PictureDisplay>?
  /// Hands on what was typed while the terminal was asked something; nil where nobody types.
  package var typeAhead: ((_ bytes: [UInt8]) -> Void)?
  /// Gives the keys that move through long output; nil where it is not stopped.
  package var pagingKeys: (any PagingKeySource)?
  /// What the output of the present command goes through, if not straight to the terminal.
  var gate: (any OutputGate)?
  /// What was said while there was output that was not on the screen yet, and whether it is about that.
  var remarks: [(text: StyledText, isAboutOutput: Bool)] = []
  /// Whether the window has a title of ours.
  var hasTitledWindow = false
  /// Whether it was said what is wrong with the person's pager.
  var hasSaidNoViewer = false
  package let pictureWatch = PictureWatch()
  let pictureMemory = PictureMemory(limit: 64_000_000)
  let pictureDecoder: PictureDecoder
  /// Copies of pictures that are older are fetched anew: in seconds since 1970.
  var picturesNewerThan = 0.0
  /// Whether the page that is shown is one of pictures, so that the next one is, too.
  var isPageOfPictures = false
  /// Whether results could not be written.
  var hasLostOutput = false
  /// Whether a line already says what is waited for.
  var isShowingProgress = false
  /// Whether the terminal showed nothing of the ^C that ended the last command.
  var hasHiddenStop = false
  /// Whether each request is told of.
  var isTracing = false
  let fetchTrace = FetchTrace()
  /// How the line that ran last failed, if it did.
  package internal(set) var lastFailure: FailureCode?
  /// Whether the person has asked to leave.
  package internal(set) var isOver = false
  var cachedMarks: (version: Int, own: Int, keys: Set<String>, notes: [String: String])?
  /// A number that changes with each change to the library by this shell.
  var libraryEdition = 0
  /// A number that changes with each feed that is taken.
  var feedEdition = 0
  /// What is remembered to give advice on lines.
  var advice = AdviceMemory()
  var knownMarks: (edition: [Int], marks: [String: RowSet])?
  var knownRows: (edition: [Int], clauses: [Clause], rows: RowSet)?

  /// A shell without a feed.
  package init(
    world: World, library: Library, history: HistoryFile, cache: CacheStore, options: Options
  ) {
    self.world = world
    self.library = library
    self.history = history
    self.options = options
    fetcher = Fetcher(store: cache, transport: world.http, surroundings: .init(world))
    pictureDecoder = PictureDecoder(now: { world.now().timeIntervalSince1970 })
    settings = Settings([:])
    aliases = [:]
    networkOverride = options.isOffline ? true : nil
    readLibrary()
    settleFetching()
  }

  /// Has the fetcher keep to the settings.
  func settleFetching() {
    fetcher.isOffline = isOffline
    if let limit = byteCount(of: settings["disk-limit"]) { fetcher.store.limits.bytes = limit }
    settlePictures()
    history.neverSaved = patterns(of: settings["never-save"])
  }

  /// Takes settings and aliases from the library; a library that cannot be read is said and done without.
  private func readLibrary() {
    do {
      settings = Settings(try library.settings())
      aliases = try library.aliases()
    } catch {
      say(
        Diagnostic(
          error.description, hint: "going on without favorites and settings", severity: .warning))
    }
    sayNotices()
  }

  /// Says what the library and the history have to say.
  func sayNotices() {
    if let notice = library.takeNotice() { say(Diagnostic(notice, severity: .warning)) }
    sayCacheNotice()
    if let failure = history.takeFailure() {
      say(Diagnostic("the history cannot be kept: \(failure.description)", severity: .warning))
    }
  }

  var catalog: Catalog { session.catalog }

  /// The present moment, as the cache counts: seconds since 1970.
  var fetcherNow: Double { world.now().timeIntervalSince1970 }

  var isOffline: Bool { networkOverride ?? (settings["network"] == "offline") }

  var isStrict: Bool { options.isStrict || settings["malformed"] == "strict" }

  /// The order in which the rows of a newly loaded feed are shown.
  func standardOrdering(_ schema: Schema) -> Ordering? {
    let name = settings["order"]
    return schema.index(of: name).map { Ordering(keys: [.init(field: $0, descending: false)]) }
  }
}
