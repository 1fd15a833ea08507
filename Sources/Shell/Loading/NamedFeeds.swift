import SessionStore

/// A feed that is part of the program, with a state that it is always in.
enum BundledFeed: String, CaseIterable {
  case demo
  case demoEmpty = "demo-empty"
  case demoMalformed = "demo-malformed"
  case demoSlow = "demo-slow"
  case demoFailing = "demo-failing"
  case demoStale = "demo-stale"
  case demoOffline = "demo-offline"

  var summary: String {
    switch self {
    case .demo: "the bundled dishes"
    case .demoEmpty: "bundled: a feed without rows"
    case .demoMalformed: "bundled: a feed with malformed records"
    case .demoSlow: "bundled: takes three seconds"
    case .demoFailing: "bundled: always fails"
    case .demoStale: "bundled: answers with an old copy"
    case .demoOffline: "bundled: a copy from before the network went away"
    }
  }
}

/// A feed that can be called by a name, and where it comes from.
struct NamedSource {
  var name: String
  var source: String
  var profile: String?
  var headers: [NamedFeed.Header] = []
  var summary: String
}

/// The feeds that have names: the bundled ones, those of known services, and the person's.
enum NamedFeeds {
  /// The address of the recipes service.
  static let recipesBase = "https://d3jbb8n5wk0qxi.cloudfront.net"

  /// Names of the person's own file of saved records.
  static let mine = "mine"

  /// Every name and what it stands for; a person's feed comes before one of the program's.
  static func all(settings: Settings, mine: String?, own: [NamedFeed]) -> [NamedSource] {
    var feeds = BundledFeed.allCases.map {
      NamedSource(name: $0.rawValue, source: $0.rawValue, profile: "recipes", summary: $0.summary)
    }
    let base = settings["base.recipes"]
    for name in ["recipes", "recipes-malformed", "recipes-empty"] {
      let end = base.hasSuffix("/") ? "" : "/"
      feeds.append(
        NamedSource(
          name: name, source: "\(base)\(end)\(name).json", profile: "recipes",
          summary: "the recipes service"))
    }
    if let mine {
      feeds.append(
        NamedSource(name: Self.mine, source: mine, profile: nil, summary: "what you saved"))
    }
    let names = Set(own.map(\.name))
    feeds.removeAll { names.contains($0.name) }
    return feeds
      + own.map {
        NamedSource(
          name: $0.name, source: $0.source, profile: $0.profile, headers: $0.headers,
          summary: "yours")
      }
  }
}
