import Assistance
import Catalog
import Commands
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Interpreter
import Kitchen
import Output
import PictureViews
import Recordings
import SessionStore
import Terminal
import Text
import World

/// The shell: its state, and everything that commands need to run.
///
/// It is confined to one thread, which it may block.
package final class Shell {
  package let world: World
  package let library: Library
  package let history: HistoryFile
  /// Fetches addresses through the cache, which is opened when it is first needed.
  package let fetcher: Fetcher
  package let loader: FeedLoader
  let loadDisplay: LoadDisplay
  package let options: RunOptions
  /// The commands, by name; created for the first line, so that the first prompt is not delayed.
  private(set) lazy var table = CommandTable(Shell.commands)

  /// Whether the network is off for this run; nil to follow the setting.
  var networkOverride: Bool?
  package let session: Session
  let collection: RecipeCollection
  let synchronizer: Synchronizer

  package let pictures: PictureViews
  package let output: Output
  /// Whether the terminal does not echo keys while a command runs.
  package var hidesKeys = false
  /// The beginning of the next line.
  var draft = ""
  let assistance: Assistance
  /// The aliases that `larderrc` defines for a run without a prompt.
  var startAliases: [String: String] = [:]
  /// The kitchen's lists.
  let kitchen: Kitchen
  /// The kitchen timers.
  let timers: KitchenTimers
  let trace = RequestTrace()
  /// Records this run as a script; nil unless it is recorded.
  package var recorder: Recorder?

  let views: ViewPrinter
  let feeds: FeedOpener
  let directory: FeedDirectory
  /// The failure of the last line; nil if it succeeded.
  package internal(set) var lastFailure: FailureCode?
  /// Whether the user has asked to quit.
  var hasQuit = false
  /// The text that the user chose for the program that started the shell; nil if none was.
  package internal(set) var choice: String?
  /// Whether no more lines are run.
  package var isOver: Bool { hasQuit || output.isClosed }

  /// Creates a shell without a feed.
  package init(
    world: World, library: Library, history: HistoryFile, cache: CacheStore, options: RunOptions
  ) {
    self.world = world
    self.library = library
    session = Session(library)
    self.history = history
    self.options = options
    output = Output(
      on: world, isInteractive: options.isInteractive, isStaged: options.isStaged)
    fetcher = Fetcher(
      store: cache, transport: NetworkWithBundledPictures(world.http, wait: world.wait),
      surroundings: .init(world))
    loadDisplay = LoadDisplay(output)
    loader = FeedLoader(world: world, fetcher: fetcher, observer: loadDisplay)
    pictures = PictureViews(
      world: world, output: output, session: session, library: library, feedLoader: loader,
      options: options)
    collection = RecipeCollection(library, loader, on: world)
    synchronizer = Synchronizer(library, on: world)
    directory = FeedDirectory(library, loader, collection, on: world) { [library] in
      library.settings["base.\($0)"]
    }
    views = ViewPrinter(
      session: session, library: library, loader: loader, directory: directory, output: output,
      pictures: pictures, world: world, options: options)
    feeds = FeedOpener(
      session: session, library: library, loader: loader, directory: directory, output: output,
      pictures: pictures, views: views, world: world, options: options,
      commandNames: Shell.commandNames)
    assistance = Assistance(
      session: session, library: library, loader: loader, directory: directory, history: history,
      world: world, isInteractive: options.isInteractive, commandNames: Shell.commandNames)
    let kitchen = Kitchen(library: library, world: world)
    self.kitchen = kitchen
    session.ingredientsAtHome = { kitchen.knownIngredientsAtHome() }
    timers = KitchenTimers(kitchen: kitchen, output: output, options: options)
    output.newsWhilePaging = { [weak timers] in timers?.takeOver() ?? [] }
    networkOverride = options.isOffline
    output.takePending = { [trace] in trace.takeLines() }
    library.settingsDidChange = { [unowned self] in applySettings() }
    readLibrary()
    applySettings()
  }

  /// Every command.
  package static var commands: [Command<CommandOwners>] { CommandTable<CommandOwners>.all }

  static func commandNames() -> Set<String> { Set(commands.map(\.name)) }

  /// The owners that commands use.
  var owners: CommandOwners {
    CommandOwners(
      session: session, library: library, collection: collection,
      synchronizer: synchronizer, history: history,
      loader: loader, directory: directory, feeds: feeds, output: output, views: views,
      pictures: pictures, assistance: assistance, kitchen: kitchen, timers: timers, trace: trace,
      world: world, options: options, table: table,
      recorder: recorder
    )
  }

  /// The commands of each alias, by its name.
  var aliases: [String: String] { library.aliases.merging(startAliases) { $1 } }

  /// Turns the network off or on for this run; nil follows the setting.
  func setNetwork(isOffline: Bool?) {
    networkOverride = isOffline
    applySettings()
  }

  /// Applies the settings and the options of the command line to their owners.
  private func applySettings() {
    applyOutputSettings()
    applyLoadingSettings()
    fetcher.isOffline = isOffline
    if let patience = duration(of: library.settings["patience"]) { fetcher.patience = patience }
    if let limit = byteCount(of: library.settings["disk-limit"]) {
      fetcher.store.limits.bytes = limit
    }
    pictures.applySettings()
    let secrets = library.settings["never-save"]
    history.neverSaved = { [weak self] in patterns(of: secrets) + (self?.unrecordedLines ?? []) }
    history.hasSecret = { hasLiteralHeader($0) }
  }

  /// Applies the settings and the options of the command line to the loader.
  private func applyLoadingSettings() {
    loader.settings.isStrict = isStrict
    loader.settings.repairsText = library.settings["repair"] == "on"
    loader.settings.acceptsMalformed = library.settings["show-malformed"] == "on"
    loader.settings.storesFeeds = library.settings["keep-feeds"] == "on"
    loader.settings.isInteractive = options.isInteractive
    loader.settings.isInputTyped = options.isInteractive && !options.hasInput
    loader.settings.isEphemeral = options.isEphemeral
    loader.settings.isStaged = options.isStaged
  }

  /// Applies the settings and the options of the command line to the output.
  private func applyOutputSettings() {
    var preferences = Output.Preferences()
    preferences.format = options.format ?? Format(named: library.settings["format"]) ?? .table
    preferences.color = options.color ?? Output.Color(rawValue: library.settings["color"]) ?? .auto
    preferences.linksNames = library.settings["links"] == "auto"
    preferences.stopsAtWindow = library.settings["pager"] == "auto"
    preferences.answersYes = options.saysYes || library.settings["confirm"] == "off"
    preferences.titlesWindow = library.settings["window-title"] == "on"
    preferences.isPlain = wantsPlainOutput
    output.preferences = preferences
  }

  /// Whether output is plain: by a flag, else by `LARDER_PLAIN`, else by the setting, else because the terminal only
  /// prints.
  private var wantsPlainOutput: Bool {
    if options.isPlain { return true }
    let variable = world.environment["LARDER_PLAIN"] ?? ""
    if !variable.isEmpty { return variable != "0" }
    let setting = library.settings["plain"]
    guard setting == "auto" else { return setting == "on" }
    return world.console.output.isTerminal && world.environment["TERM"] == "dumb"
  }

  /// Commands that are left out of recordings, because a script could not reproduce them.
  private var unrecordedLines: [Pattern] {
    guard let recorder else { return [] }
    return [Pattern(recorder.isPaused ? "*" : "record *", wildcards: true)]
  }

  /// Reads settings and aliases from the library; if that fails, reports it and continues without them.
  private func readLibrary() {
    do {
      try library.readSettings()
    } catch {
      output.say(
        Diagnostic(
          error.description, hint: "Larder continues without favorites and settings",
          severity: .warning))
    }
    sayNotices()
  }

  /// Reports the notices of the library, the cache and the history.
  func sayNotices() {
    for notice in library.takeNotices() { output.say(Diagnostic(notice)) }
    feeds.sayCacheNotice()
    for message in history.takeNotices() { output.say(message, .warning) }
    if let failure = history.takeFailure() {
      output.say(
        Diagnostic("the history cannot be stored: \(failure.description)", severity: .warning))
    }
  }

  var catalog: Catalog { session.catalog }

  private var isOffline: Bool { networkOverride ?? (library.settings["network"] == "offline") }

  var isStrict: Bool { options.isStrict || library.settings["malformed"] == "strict" }
}
