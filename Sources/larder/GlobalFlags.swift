import ArgumentParser
import Output
import Shell

/// A command line with the flags of all that reads feeds.
///
/// They are two groups side by side: in a debug build, a group in a group costs the parser's checks five times as much.
protocol GlobalFlags {
  var output: OutputFlags { get }
  var surroundings: SurroundingFlags { get }
}

extension GlobalFlags {
  /// The options of a run with these flags.
  var choices: Run.Choices {
    var choices = surroundings.choices
    choices.options.format = output.format
    choices.options.isStrict = output.strict
    return choices
  }
}

/// The flags that control what is printed, and what counts as an error.
struct OutputFlags: ParsableArguments {
  @Option(help: "The format of results: table, json, ndjson, csv, tsv or markdown.")
  var format: Format?

  @Flag(help: "Refuse a feed that has malformed records; for lint, notes count as errors, too.")
  var strict = false
}

/// The flags that control the files, the network and the questions of a run.
struct SurroundingFlags: ParsableArguments {
  @Flag(help: "Do not use the network.")
  var offline = false

  @Option(help: "The network: live, offline, or recorded:DIR, which replays recorded answers.")
  var network: Network?

  @Flag(help: "Do not read or write your settings, favorites, history or cache.")
  var ephemeral = false

  @Option(help: "Seed the random number generator, for reproducible runs.")
  var seed: UInt64?

  @Option(help: "Color: auto, always or never.")
  var color: Output.Color?

  @Option(
    help: ArgumentHelp("Keep all of Larder's files under one folder.", valueName: "dir"),
    completion: .directory)
  var home: String?

  @Flag(
    help:
      "Print sentences without escape sequences, for screen readers and for terminals that only print."
  )
  var plain = false

  @Flag(help: "Answer yes to every question.")
  var yes = false

  @Flag(help: "Continue after a command has failed.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp("Log HTTP requests to a file; - is standard error.", valueName: "file"),
    completion: .file())
  var log: String?

  enum Network: ExpressibleByArgument, Equatable {
    case live, offline
    case recorded(String)

    init?(argument: String) {
      switch argument {
      case "live": self = .live
      case "offline": self = .offline
      case _ where argument.hasPrefix("recorded:") && argument.utf8.count > 9:
        self = .recorded(String(argument.dropFirst(9)))
      default: return nil
      }
    }
  }

  /// Rejects an empty folder: an unset variable would select the current one.
  func validate() throws {
    if home?.isEmpty ?? false { throw ValidationError("--home needs a folder.") }
  }

  /// The options of a run with these flags.
  fileprivate var choices: Run.Choices {
    var choices = Run.Choices()
    choices.options.isOffline = offline ? true : network.map { $0 == .offline }
    choices.options.isEphemeral = ephemeral
    choices.options.saysYes = yes
    choices.options.keepsGoing = keepGoing
    choices.options.color = color
    choices.options.isPlain = plain
    if case .recorded(let folder) = network { choices.recording = folder }
    choices.home = home
    choices.seed = seed
    choices.log = log
    return choices
  }
}

extension Format: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { all.map(\.name) }

  public var defaultValueDescription: String { name }
}

extension Output.Color: ExpressibleByArgument {}
