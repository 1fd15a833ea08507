import FeedLoading
import Feeds
import Interpreter
import Output
import Text
import World

/// A setting of the user, which is stored.
package struct Setting: Sendable {
  package let name: String
  package let summary: String
  /// The value until the user sets another.
  package let standard: String
  /// The possible values; examples if ``takesOthers``.
  package let choices: [String]
  /// Whether other values than ``choices`` are possible.
  package let takesOthers: Bool
  /// Returns why a value is not valid; nil if it is.
  package let fault: @Sendable (String) -> String?
  /// The power that the setting gives to whoever chooses its value; nil if it only changes how Larder works.
  package private(set) var power: Power?

  /// The harm that a setting can do if a stranger chooses its value.
  package enum Power: Sendable {
    case runsPrograms, movesServices, choosesFolders, choosesHistory, answersQuestions
  }

  package init(_ name: String, _ choices: [String], _ summary: String) {
    self.name = name
    self.summary = summary
    self.choices = choices
    takesOthers = false
    standard = choices[0]
    fault = { choices.contains($0) ? nil : "is one of: " + choices.joined(separator: ", ") }
  }

  package init(
    _ name: String, standard: String, choices: [String] = [], _ summary: String,
    fault: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.summary = summary
    self.standard = standard
    self.choices = choices
    takesOthers = true
    self.fault = fault
  }

  private func with(_ power: Power) -> Setting {
    var setting = self
    setting.power = power
    return setting
  }

  /// Patterns of lines that may contain a password, a token or a key.
  private static let secrets =
    "*password* *token* *api-key* *api_key* *apikey* *authorization* *://*:*@*"

  /// All settings.
  package static let all: [Setting] = [
    Setting(
      "aisles", standard: "auto", choices: ["auto"],
      "a Cooklang aisle.conf that groups the shopping list; auto is the built-in one",
      fault: { $0.isEmpty ? "is auto or the path of a file" : nil }),
    Setting("color", ["auto", "always", "never"], "whether the terminal gets colors"),
    Setting(
      "columns", standard: "auto", choices: ["auto"],
      "the fields that lists show for the current feed, such as name,time,links",
      fault: columnsFault),
    Setting("confirm", ["on", "off"], "whether to ask before deleting or overwriting")
      .with(.answersQuestions),
    Setting("cup", ["236.6", "240", "250"], "the milliliters of a cup in English recipes"),
    Setting(
      "disk-limit", standard: "256 MB", "the largest size of the cache on disk",
      fault: {
        byteCount(of: $0).map { $0 >= 1_000_000 } ?? false
          ? nil : "is a size of a megabyte or more, such as 256 MB or 2 GB"
      }),
    Setting("edit-mode", ["emacs", "vi"], "the key bindings of the prompt"),
    Setting(
      "f5", standard: "reload", choices: ["reload", "off"],
      "the commands that the key F5 runs at the prompt",
      fault: { $0.isEmpty ? "is off or a line of commands" : nil }
    ).with(.runsPrograms),
    Setting("format", Format.all.map(\.name), "the format of results"),
    Setting(
      "keep-feeds", ["on", "off"],
      "whether feeds are stored on disk, for the next start and for offline use"),
    Setting(
      "links", ["auto", "off"], "whether names are hyperlinks, in terminals that support them"),
    Setting(
      "malformed", ["lenient", "strict"],
      "whether a feed with malformed records is loaded without them, or refused"),
    Setting(
      "memory-limit", standard: "64 MB", "the largest size of the pictures in memory",
      fault: {
        byteCount(of: $0) != nil ? nil : "is a size, such as 64 MB; 0 KB for none"
      }),
    Setting(
      RecipeCollection.name, standard: "auto", choices: ["auto"],
      "the folder of your own recipes, such as a synced one; auto is in the folder of the library",
      fault: { trimmingSpace($0).isEmpty ? "is auto or the path of a folder" : nil }
    ).with(.choosesFolders),
    Setting("network", ["online", "offline"], "whether the network may be used"),
    Setting(
      "never-save", standard: secrets, choices: [secrets, "none"],
      "patterns of lines that are never stored in the history"
    ).with(.choosesHistory),
    Setting("notes-favorite", ["on", "off"], "whether a note makes its row a favorite"),
    Setting(
      "open-prefers", standard: "source", choices: ["source", "video"],
      "the link that `open` opens if none is named",
      fault: { $0.isEmpty ? "is a kind of link" : nil }),
    Setting(
      "opener", standard: "auto", choices: ["auto"],
      "the command that opens links; %s stands for the link; opener.video is for videos",
      fault: openerFault
    ).with(.runsPrograms),
    Setting(
      "order", standard: "none", choices: ["none", "name"],
      "the field that rows are sorted by after loading"),
    Setting(
      "page-size", standard: "auto", choices: ["auto"], "the number of rows on a page",
      fault: {
        $0 == "auto" || Int($0).map { (1...100_000).contains($0) } ?? false
          ? nil : "is auto or a number from 1 to 100000"
      }),
    Setting(
      "pager", ["auto", "off"],
      "whether output longer than the window is paged; PAGER is used if it is set"
    ).with(.runsPrograms),
    Setting(
      "patience", standard: "1 s",
      "how long to wait for a server or another shell before a stored copy is used",
      fault: {
        duration(of: $0).map { $0 >= .milliseconds(100) && $0 <= .seconds(60) } ?? false
          ? nil : "is a time from 100 ms to 60 s, such as 1 s"
      }),
    Setting(
      "picture-cache", ["disk", "memory", "off"],
      "where pictures are cached: on disk, in memory, or nowhere"),
    Setting(
      "pictures", ["auto", "kitty", "iterm", "sixel", "blocks", "off"],
      "how pictures are drawn; off prints a line of text instead"),
    Setting(
      "plain", ["auto", "on", "off"],
      "whether output is sentences without escape sequences; auto is on for terminals that only print"
    ),
    Setting(
      "repair", ["on", "off"],
      "whether text that was encoded twice is repaired when a feed is loaded"),
    Setting(
      "servings", standard: "as-published", choices: ["as-published", "2", "4"],
      "how many servings every recipe is shown for",
      fault: {
        $0 == "as-published" || Int($0).map { (1...1000).contains($0) } ?? false
          ? nil : "is as-published or a number from 1 to 1000"
      }),
    Setting(
      "shop-fills-pantry", ["off", "on"], "whether what `shop done` ticks off is put in the pantry"),
    Setting(
      "shop-pantry", ["mark", "hide", "ignore"],
      "whether the shopping list marks what is at home, hides it, or ignores the pantry"),
    Setting(
      "show-malformed", ["off", "on"],
      "whether malformed records are rows, with the values that they have"),
    Setting(
      "sound", ["off", "bell"],
      "whether the bell rings when a feed has loaded; twice if it is empty or failed"),
    Setting(
      "staples", standard: "salt, pepper, water, oil, olive oil, sugar, flour",
      choices: ["none"],
      "ingredients that `have` assumes to be at home, separated by commas",
      fault: { $0.isEmpty ? "is a list of ingredients, or none" : nil }),
    Setting(
      "suggestions", ["on", "off"], "whether the prompt suggests how a line can continue"),
    Setting(
      "sync", standard: "off", choices: ["off"],
      "a folder by which machines share favorites, notes, tags and kitchen lists; off shares nothing",
      fault: { trimmingSpace($0).isEmpty ? "is off or the path of a folder" : nil }
    ).with(.choosesFolders),
    Setting("timer-sound", ["bell", "off"], "whether a timer rings the bell when it ends"),
    Setting("units", ["as-published", "metric", "us"], "the units of amounts in recipes"),
    Setting("window-title", ["off", "on"], "whether the window is named after the feed"),
  ]

  /// The setting of a name; `opener.KIND` is one for each kind of link, and `alias.NAME` one for each alias.
  package static func named(_ name: String) -> Setting? {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    if name.hasPrefix("columns."), name.utf8.count > 8 {
      return Setting(
        name, standard: "auto", choices: ["auto"],
        "the fields that lists show for \(name.dropFirst(8))", fault: columnsFault)
    }
    if name.hasPrefix("alias."), name.utf8.count > 6 {
      return Setting(
        name, ["new", "known"],
        "whether Larder has warned that your alias hides the command \(name.dropFirst(6))")
    }
    if name.hasPrefix("base."), name.utf8.count > 5 { return base(of: String(name.dropFirst(5))) }
    guard name.hasPrefix("opener."), name.utf8.count > 7 else { return nil }
    return Setting(
      name, standard: "auto", choices: ["auto"],
      "the command that opens \(name.dropFirst(7)) links", fault: openerFault
    ).with(.runsPrograms)
  }

  private static let columnsFault: @Sendable (String) -> String? = {
    trimmingSpace($0).isEmpty ? "is auto, or names of fields with commas between them" : nil
  }

  private static let openerFault: @Sendable (String) -> String? = {
    trimmingSpace($0).isEmpty ? "is a command, or auto" : nil
  }

  /// The settings for the addresses of services.
  ///
  /// - Complexity: Reads the services' profiles.
  package static var bases: [Setting] {
    Profile.builtIn.filter { !($0.service?.feeds.isEmpty ?? true) }.map { base(of: $0.name) }
  }

  /// The setting for the address of a service, or of a mirror.
  private static func base(of service: String) -> Setting {
    let own = Profile.builtIn(named: service)?.service?.base ?? ""
    return Setting(
      "base.\(service)", standard: own.isEmpty ? "auto" : own,
      "the address of the \(service) service, or of a mirror",
      fault: { isHTTP($0) || $0 == "auto" ? nil : "is an http or https address" }
    ).with(.movesServices)
  }

  /// The setting that was probably meant.
  package static func nearest(_ name: String) -> String? {
    Text.nearest(to: name, among: all.map(\.name))
  }
}

/// The number of bytes of a size such as `256 MB`; nil for other texts.
package func byteCount(of text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let unit = text[digits.endIndex...].filter { $0 != " " }.uppercased()
  guard let number = Int(digits),
    let factor = ["KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000][unit]
  else { return nil }
  let (count, overflow) = number.multipliedReportingOverflow(by: factor)
  return overflow ? nil : count
}

/// The duration of a text such as `1 s` or `500 ms`; nil for other texts.
package func duration(of text: String) -> Duration? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  guard let number = Int(digits) else { return nil }
  switch text[digits.endIndex...].filter({ $0 != " " }) {
  case "s": return .seconds(number)
  case "ms": return .milliseconds(number)
  default: return nil
  }
}

/// The patterns of a setting; `none` means no patterns.
package func patterns(of text: String) -> [Pattern] {
  if text == "none" { return [] }
  return text.split { $0 == "," || $0.isWhitespace }.map { Pattern(String($0), wildcards: true) }
}

/// The values in force: those that were changed, and the standard ones.
package struct Settings: Sendable {
  /// The values that differ from the standard ones, by name.
  package private(set) var changed: [String: String] = [:]

  /// The settings with stored values; unknown names and invalid values are left out.
  package init(stored: [String: String] = [:]) {
    changed = stored.filter { name, value in
      Setting.named(name).map { $0.fault(value) == nil } ?? false
    }
  }

  /// The value of a setting; an empty string if there is no such setting.
  package subscript(name: String) -> String {
    changed[name] ?? Setting.named(name)?.standard ?? ""
  }

  /// Changes a value; nil restores the standard one.
  mutating func change(_ name: String, to value: String?) {
    changed[name] = value == Setting.named(name)?.standard ? nil : value
  }
}
