import ArgumentParser
import Output
import Shell

/// What every subcommand understands.
struct GlobalFlags: ParsableArguments {
  @Option(help: "How results are written: table, json, ndjson, csv, tsv or markdown.")
  var format: Format?

  @Flag(help: "Refuse a feed with one malformed record.")
  var strict = false

  @Flag(help: "Use no network.")
  var offline = false

  @Option(help: "The network: live, offline, or recorded:DIR, which never goes out.")
  var network: Network?

  @Flag(help: "Read nothing of yours from disk, and leave nothing there.")
  var ephemeral = false

  @Option(help: "Begin chance with a number, so that it repeats.")
  var seed: UInt64?

  @Option(help: "Color: auto, always or never.")
  var color: Output.Color?

  @Option(
    help: ArgumentHelp("Keep everything of ours under one folder.", valueName: "dir"),
    completion: .directory)
  var home: String?

  @Flag(help: "Answer every question yes.")
  var yes = false

  @Flag(help: "Go on after a command that failed.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp("Write what happens to a file; - is standard error.", valueName: "file"),
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

  /// What a variable that is not set makes of it would be the present folder.
  func validate() throws {
    if home?.isEmpty ?? false { throw ValidationError("--home wants a folder, and got nothing.") }
  }

  /// What a run is told.
  var choices: Run.Choices {
    var choices = Run.Choices()
    choices.options.format = format
    choices.options.isStrict = strict
    choices.options.isOffline = offline ? true : network.map { $0 == .offline }
    choices.options.isEphemeral = ephemeral
    choices.options.saysYes = yes
    choices.options.keepsGoing = keepGoing
    choices.options.color = color
    if case .recorded(let folder) = network { choices.recording = folder }
    choices.home = home
    choices.seed = seed
    choices.log = log
    return choices
  }

  private static let flags: Set = ["--strict", "--offline", "--ephemeral", "--yes", "--keep-going"]
  private static let valued: Set = [
    "--format", "--network", "--seed", "--color", "--home", "--log",
  ]

  /// The words of a command line on scripts without the global flags that mean nothing to them.
  ///
  /// A script has a world of its own, and says itself what is in it.
  static func withoutEffect(on words: [String]) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let name = String(word.prefix { $0 != "=" })
      // Some have flags of their own by these names.
      if ["--strict", "--format"].contains(name) || !flags.union(valued).contains(name) {
        kept.append(word)
      } else if word == name, valued.contains(name) {
        rest = rest.dropFirst()
      }
    }
    return kept
  }

  /// The words of a command line with the global flags that stand before a subcommand moved behind it.
  static func movedBack(_ words: [String]) -> [String] {
    let (moved, rest) = parted(words)
    guard let command = rest.first, !command.hasPrefix("-") else { return words }
    return [command] + moved + rest.dropFirst()
  }

  /// The same for the words behind a command that does nothing by itself: without a subcommand it says what there is.
  static func behindSubcommand(_ words: [String]) -> [String] {
    let (_, rest) = parted(words)
    let saysWhatThereIs = rest.first.map { ["-h", "--help", "--version"].contains($0) } ?? true
    return saysWhatThereIs ? Array(rest) : movedBack(words)
  }

  /// The global flags at the front, and what follows them.
  private static func parted(_ words: [String]) -> (flags: [String], rest: ArraySlice<String>) {
    var moved: [String] = []
    var rest = words[...]
    while let word = rest.first {
      let name = String(word.prefix { $0 != "=" })
      if flags.contains(word) || valued.contains(name) && word.contains("=") {
        moved.append(word)
        rest = rest.dropFirst()
      } else if valued.contains(word), rest.count > 1 {
        moved += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    return (moved, rest)
  }
}

extension Format: ExpressibleByArgument {}
extension Output.Color: ExpressibleByArgument {}
