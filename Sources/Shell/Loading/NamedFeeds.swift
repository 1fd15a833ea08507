import Feeds
import SessionStore
import World

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
  /// What stands behind the name.
  enum Origin: Equatable {
    case bundled(BundledFeed)
    /// A path or an address.
    case source(String)
    /// What a service publishes at a path.
    case service(Profile, path: String)
  }

  var name: String
  var origin: Origin
  var profile: String?
  var headers: [NamedFeed.Header] = []
  var summary: String
  /// Whether a person gave it the name.
  var isOwn = false
}

/// The feeds that have names: the bundled ones, those of known services, and the person's.
extension Shell {
  /// Names of the person's own file of saved records.
  static let mine = "mine"

  /// Every name and what it stands for; a person's feed comes before one of the program's.
  func namedFeeds() throws -> [NamedSource] {
    let own = try ownFeeds()
    var names = Set(own.map(\.name))
    let others = bundledFeeds + mineFeeds + serviceFeeds(of: profiles.all)
    return others.filter { names.insert($0.name).inserted } + own
  }

  /// What a name stands for; nil if nothing has it.
  ///
  /// - Complexity: Looks no further than it has to: the services' profiles are read last, and only those that may have it.
  func namedFeed(_ name: String) throws -> NamedSource? {
    guard isFeedName(name) else { return nil }
    var fault: (any Error)?
    do {
      if let feed = try ownFeeds().first(where: { $0.name == name }) { return feed }
    } catch {
      fault = error
    }
    // A library that cannot be read is no reason to go without the feeds that are not in it.
    let other =
      (bundledFeeds + mineFeeds).first { $0.name == name }
      ?? serviceFeeds(of: profiles.candidates(feed: name)).first { $0.name == name }
    if other == nil, let fault, world.files.kind(of: name) == nil { throw fault }
    return other
  }

  private var bundledFeeds: [NamedSource] {
    BundledFeed.allCases.map {
      NamedSource(
        name: $0.rawValue, origin: .bundled($0), profile: "recipes", summary: $0.summary)
    }
  }

  private var mineFeeds: [NamedSource] {
    options.isEphemeral
      ? []
      : [
        NamedSource(
          name: Self.mine, origin: .source(minePath), profile: Profile.records.name,
          summary: "what you saved")
      ]
  }

  private func serviceFeeds(of profiles: [Profile]) -> [NamedSource] {
    profiles.flatMap { profile in
      (profile.service?.feeds ?? []).map {
        NamedSource(
          name: $0.name, origin: .service(profile, path: $0.path), profile: profile.name,
          summary: $0.summary)
      }
    }
  }

  private func ownFeeds() throws -> [NamedSource] {
    try library.feeds().map {
      let bundled = BundledFeed(rawValue: $0.source)
      return NamedSource(
        name: $0.name, origin: bundled.map { .bundled($0) } ?? .source($0.source),
        profile: $0.profile, headers: $0.headers, summary: "yours", isOwn: true)
    }
  }
}
