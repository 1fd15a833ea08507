import Diagnostics
import FeedLoading
import Output
import SessionStore
import Text

/// Whether an import may add more than favorites and notes.
package enum ImportTrust: Sendable {
  /// Asks for each kind.
  case asking
  /// Adds nothing more, without asking.
  case none
  /// Adds everything, without asking.
  case all
}

/// The selection of the parts of an exported library that an import adds.
///
/// Favorites and notes are only displayed. All other parts change what later commands do: an opener runs a program, a
/// feed can be sent an environment variable, and an alias runs commands under a harmless name.
struct ImportReview {
  /// A part of a library for which an import asks.
  private enum Kind: CaseIterable {
    case programs, services, folders, history, questions, aliases, secretFeeds, settings, feeds

    /// The power of the settings that are of this kind.
    var power: Setting.Power? {
      switch self {
      case .programs: .runsPrograms
      case .services: .movesServices
      case .folders: .choosesFolders
      case .history: .choosesHistory
      case .questions: .answersQuestions
      default: nil
      }
    }

    func title(_ count: Int) -> String {
      let (setting, feed) = (counted(count, "setting"), counted(count, "feed"))
      let isOne = count == 1
      return switch self {
      case .programs: "\(setting) that can run \(isOne ? "a program" : "programs")"
      case .services:
        "\(setting) that \(isOne ? "moves a service" : "move services") to another address"
      case .folders:
        "\(setting) that \(isOne ? "chooses" : "choose") where your recipes are written"
      case .history:
        "\(setting) that \(isOne ? "decides" : "decide") which lines the history stores"
      case .questions:
        "\(setting) that \(isOne ? "decides" : "decide") whether Larder asks before it deletes or replaces"
      case .aliases: isOne ? "1 alias" : "\(count) aliases"
      case .secretFeeds: "\(feed) that \(isOne ? "is" : "are") sent environment variables"
      case .settings: "\(setting) of the display and the cache"
      case .feeds: feed
      }
    }
  }

  /// The parts to add.
  private(set) var contents: LibraryContents
  /// The parts that were left out.
  private var leftOut: [String] = []
  private let known: LibraryContents

  /// A review of the parts of a library that are new.
  init(_ contents: LibraryContents, new known: LibraryContents) {
    (self.contents, self.known) = (contents, known)
  }

  /// Lists the new parts of each kind, and removes those that are not trusted.
  mutating func decide(_ trust: ImportTrust, _ output: Output) {
    if trust == .all { return }
    for kind in Kind.allCases {
      let items = items(of: kind)
      if items.isEmpty { continue }
      let title = kind.title(items.count)
      output.say("the file has \(title):")
      for item in items { output.say("  " + harmless(item)) }
      if trust == .asking, output.trusts("Import \(items.count == 1 ? "it" : "them")?") ?? false {
        continue
      }
      leftOut.append(title)
      remove(kind)
    }
  }

  /// A warning about the parts that were left out; nil if there are none.
  var warning: Diagnostic? {
    if leftOut.isEmpty { return nil }
    return Diagnostic(
      "not imported: " + leftOut.joined(separator: ", "),
      hint: "library import --trust imports everything; use it for files of your own only",
      severity: .warning)
  }

  /// The descriptions of the new parts of a kind.
  private func items(of kind: Kind) -> [String] {
    switch kind {
    case .programs, .services, .folders, .history, .questions, .settings:
      contents.settings.filter { isNew($0.key, kind) }.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value)" }
    case .aliases:
      contents.aliases.filter { known.aliases[$0.key] == nil }.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value)" }
    case .secretFeeds:
      newFeeds.filter { !$0.headers.isEmpty }.map { feed in
        let headers = feed.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        return "\(feed.name): \(shown(source: feed.source)) is sent \(headers)"
      }
    case .feeds:
      newFeeds.filter(\.headers.isEmpty).map { "\($0.name): \(shown(source: $0.source))" }
    }
  }

  private var newFeeds: [NamedFeed] { contents.feeds.filter { isNew($0) } }

  private func isNew(_ feed: NamedFeed) -> Bool {
    !known.feeds.contains { $0.name == feed.name }
  }

  private func isNew(_ setting: String, _ kind: Kind) -> Bool {
    known.settings[setting] == nil && Setting.named(setting)?.power == kind.power
  }

  private mutating func remove(_ kind: Kind) {
    switch kind {
    case .programs, .services, .folders, .history, .questions, .settings:
      contents.settings = contents.settings.filter { !isNew($0.key, kind) }
    case .aliases: contents.aliases = contents.aliases.filter { known.aliases[$0.key] != nil }
    case .secretFeeds, .feeds:
      contents.feeds = contents.feeds.filter {
        !isNew($0) || $0.headers.isEmpty != (kind == .feeds)
      }
    }
  }
}
