import Output
import Shell

extension Run {
  /// A run from the words that are used most, whose meaning needs no parser; nil for all others.
  ///
  /// The parser takes a third of the time that a short run needs. It alone knows subcommands, help, errors, and
  /// other spellings; what is understood here it understands alike.
  init?(plainWords words: [String]) {
    var rest = words[...]
    var feed: String?
    var commands: [String] = []
    var choices = Choices()
    while let word = rest.popFirst() {
      switch word {
      case "-c":
        guard let command = rest.popFirst() else { return nil }
        commands.append(command)
      case "--ephemeral": choices.options.isEphemeral = true
      case "--strict": choices.options.isStrict = true
      case "--offline": choices.options.isOffline = true
      case "--yes": choices.options.saysYes = true
      case "--keep-going": choices.options.keepsGoing = true
      case "--home":
        guard choices.home == nil, let home = rest.popFirst(), !home.hasPrefix("-"),
          !home.isEmpty
        else {
          return nil
        }
        choices.home = home
      case "--format":
        guard choices.options.format == nil, let name = rest.popFirst(),
          let format = Format(rawValue: name)
        else { return nil }
        choices.options.format = format
      case "--color":
        guard choices.options.color == nil, let name = rest.popFirst(),
          let color = Output.Color(rawValue: name)
        else { return nil }
        choices.options.color = color
      default:
        guard feed == nil, !word.isEmpty, !word.hasPrefix("-"),
          word != "help", !Larder.subcommandNames.contains(word)
        else { return nil }
        feed = word
      }
    }
    self.init(feed: feed, commands: commands, choices: choices)
  }
}
