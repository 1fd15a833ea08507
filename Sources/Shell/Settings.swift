import FeedLoading
import Feeds
import Interpreter
import Output
import SessionStore
import Text
import World

/// A choice that a person makes once and that is kept.
struct Setting: Sendable {
  let name: String
  let summary: String
  /// The value that holds until another is set.
  let standard: String
  /// The values to choose from; empty where others are possible.
  let choices: [String]
  /// What is wrong with a value; nil if nothing is.
  let fault: @Sendable (String) -> String?

  init(_ name: String, _ choices: [String], _ summary: String) {
    self.name = name
    self.summary = summary
    self.choices = choices
    standard = choices[0]
    fault = { choices.contains($0) ? nil : "is one of: " + choices.joined(separator: ", ") }
  }

  init(
    _ name: String, standard: String, choices: [String] = [], _ summary: String,
    fault: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.summary = summary
    self.standard = standard
    self.choices = choices
    self.fault = fault
  }

  /// Patterns of lines that may hold a secret: a password, also in an address, a token, a key.
  private static let secrets =
    "*password* *token* *api-key* *api_key* *apikey* *authorization* *://*:*@*"

  /// Every setting that there is.
  static let all: [Setting] = [
    Setting("color", ["auto", "always", "never"], "color in the terminal"),
    Setting("confirm", ["on", "off"], "ask before something is deleted or overwritten"),
    Setting(
      "disk-limit", standard: "256 MB", "how much the copies from the web may take on the disk",
      fault: {
        byteCount(of: $0).map { $0 >= 1_000_000 } ?? false
          ? nil : "is a size of a megabyte or more, such as 256 MB or 2 GB"
      }),
    Setting("edit-mode", ["emacs", "vi"], "the keys of the line editor"),
    Setting("format", Format.allCases.map(\.rawValue), "how results are written"),
    Setting(
      "keep-feeds", ["on", "off"], "keep feeds on disk, for the next start and to be shown offline"),
    Setting(
      "links", ["auto", "off"], "names lead to the links of their rows in terminals that have that"),
    Setting(
      "malformed", ["lenient", "strict"], "show the good rows of a feed, or refuse it whole"),
    Setting(
      "memory-limit", standard: "64 MB", "how much pictures may take in memory",
      fault: {
        byteCount(of: $0) != nil ? nil : "is a size, such as 64 MB; 0 KB for none"
      }),
    Setting("network", ["online", "offline"], "whether the network is used"),
    Setting(
      "never-save", standard: secrets, choices: [secrets, "none"],
      "lines that the history never keeps: patterns with *, spaces or commas between them"),
    Setting(
      "open-prefers", standard: "source", choices: ["source", "video"],
      "the link that open takes where none is named",
      fault: { $0.isEmpty ? "is a kind of link" : nil }),
    Setting(
      "opener", standard: "auto", choices: ["auto"],
      "the command that opens links; %s stands for the link; opener.video for videos alone",
      fault: openerFault),
    Setting(
      "order", standard: "none", choices: ["none", "name"],
      "the field that rows are ordered by at first"),
    Setting(
      "page-size", standard: "auto", choices: ["auto"], "how many rows a page has",
      fault: {
        $0 == "auto" || Int($0).map { (1...100_000).contains($0) } ?? false
          ? nil : "is auto or a number from 1 to 100000"
      }),
    Setting(
      "pager", ["auto", "off"], "stop output that is longer than the window; PAGER is honoured"),
    Setting(
      "picture-cache", ["disk", "memory", "off"],
      "where pictures are kept: on disk, for this run, or not at all"),
    Setting(
      "pictures", ["auto", "kitty", "iterm", "sixel", "blocks", "off"],
      "how pictures are shown; off for a line of text"),
    Setting("repair", ["on", "off"], "repair text that was encoded twice, when a feed is loaded"),
    Setting(
      "show-malformed", ["off", "on"],
      "show malformed records at the end of a listing, without numbers"),
    Setting(
      "sound", ["off", "bell"], "the bell when a feed has loaded; twice if it is empty or failed"),
    Setting(
      "suggestions", ["on", "off"], "propose how a line could go on, and choose in menus"),
    Setting("window-title", ["off", "on"], "name the terminal's window after the feed"),
  ]

  /// The setting of a name; `opener.KIND` is one for each kind of link.
  static func named(_ name: String) -> Setting? {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    if name.hasPrefix("base."), name.utf8.count > 5 { return base(of: String(name.dropFirst(5))) }
    guard name.hasPrefix("opener."), name.utf8.count > 7 else { return nil }
    return Setting(
      name, standard: "auto", choices: ["auto"],
      "the command that opens \(name.dropFirst(7)) links", fault: openerFault)
  }

  private static let openerFault: @Sendable (String) -> String? = {
    trimmingSpace($0).isEmpty ? "is a command, or auto" : nil
  }

  /// The settings that say where services are.
  ///
  /// - Complexity: Reads the services' profiles.
  static var bases: [Setting] {
    Profile.builtIn.filter { !($0.service?.feeds.isEmpty ?? true) }.map { base(of: $0.name) }
  }

  /// The address of a service, or of a mirror.
  private static func base(of service: String) -> Setting {
    let own = Profile.builtIn(named: service)?.service?.base ?? ""
    return Setting(
      "base.\(service)", standard: own.isEmpty ? "auto" : own,
      "the address of the \(service) service, or of a mirror",
      fault: { isHTTP($0) || $0 == "auto" ? nil : "is an http or https address" })
  }

  /// The setting that was probably meant.
  static func nearest(_ name: String) -> String? {
    Text.nearest(to: name, among: all.map(\.name))
  }
}

/// The number of bytes that a size means, such as `256 MB`; nil if it is none.
func byteCount(of text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let unit = text[digits.endIndex...].filter { $0 != " " }.uppercased()
  guard let number = Int(digits),
    let factor = ["KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000][unit]
  else { return nil }
  let (count, overflow) = number.multipliedReportingOverflow(by: factor)
  return overflow ? nil : count
}

/// The patterns that a setting lists; `none` is none.
func patterns(of text: String) -> [Pattern] {
  if text == "none" { return [] }
  return text.split { $0 == "," || $0.isWhitespace }.map { Pattern(String($0), wildcards: true) }
}

/// The settings in force: what the library has, and what holds without it.
struct Settings {
  private(set) var changed: [String: String] = [:]

  /// Takes what is kept, less what no setting can be.
  init(_ kept: [String: String]) {
    changed = kept.filter { name, value in
      Setting.named(name).map { $0.fault(value) == nil } ?? false
    }
  }

  subscript(name: String) -> String {
    get { changed[name] ?? Setting.named(name)?.standard ?? "" }
    set { changed[name] = newValue == Setting.named(name)?.standard ? nil : newValue }
  }
}
