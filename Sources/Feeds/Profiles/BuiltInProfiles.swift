import CProfiles

extension Profile {
  /// The recipe feed of an exercise that many programs were written for.
  package static let recipes = bundled(CPROFILES_RECIPES)
  /// TheMealDB.
  package static let meals = bundled(CPROFILES_MEALS)
  /// The collection of the Rijksmuseum.
  package static let paintings = bundled(CPROFILES_PAINTINGS)
  /// Breeds of cats.
  package static let breeds = bundled(CPROFILES_BREEDS)
  /// Articles of a site.
  package static let jsonfeed = bundled(CPROFILES_JSONFEED)
  /// Recipes in web pages.
  package static let schemaOrg = bundled(CPROFILES_SCHEMA)

  /// Any array of objects, or objects line by line; every field is inferred.
  package static var records: Profile {
    var profile = Profile(name: "records", container: nil, mappings: [])
    profile.summary = "any list of objects, its fields inferred"
    return profile
  }

  /// The profiles that come with Larder, those first that are recognised first.
  ///
  /// - Complexity: Reads six documents in TOML the first time; ``builtIn(named:)`` reads one.
  package static let builtIn = [recipes, meals, paintings, breeds, jsonfeed, schemaOrg, records]

  /// The names of the profiles that come with Larder.
  package static let builtInNames = [
    "recipes", "meals", "paintings", "breeds", "jsonfeed", "schema.org", "records",
  ]

  /// The key of the records in the feeds of each profile, so that only those are read that may fit; a test holds
  /// it against the profiles.
  package static let builtInContainers: [(container: String?, name: String)] = [
    ("recipes", "recipes"), ("meals", "meals"), ("artObjects", "paintings"), ("breeds", "breeds"),
    ("items", "jsonfeed"), (nil, "schema.org"),
  ]

  /// The profile of a name that comes with Larder.
  package static func builtIn(named name: String) -> Profile? {
    switch name {
    case "recipes": recipes
    case "meals": meals
    case "paintings": paintings
    case "breeds": breeds
    case "jsonfeed": jsonfeed
    case "schema.org": schemaOrg
    case "records": records
    default: nil
    }
  }

  /// A profile that explains itself, for people to start from.
  package static var example: String {
    String(decoding: text(of: CPROFILES_EXAMPLE), as: UTF8.self)
  }

  /// The texts of all of them, which tell one state of the program from another.
  static var builtInTexts: [UInt8] {
    [
      CPROFILES_RECIPES, CPROFILES_MEALS, CPROFILES_PAINTINGS, CPROFILES_BREEDS,
      CPROFILES_JSONFEED, CPROFILES_SCHEMA,
    ].flatMap { text(of: $0) }
  }

  private static func bundled(_ profile: cprofiles_profile) -> Profile {
    do throws(ProfileFault) {
      return try Profile(toml: String(decoding: text(of: profile), as: UTF8.self))
    } catch {
      preconditionFailure("line \(error.line) of a bundled profile: \(error.reason)")
    }
  }

  private static func text(of profile: cprofiles_profile) -> [UInt8] {
    let length = Int(cprofiles_length(profile))
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      if let start = buffer.baseAddress { unsafe cprofiles_copy(profile, start) }
      count = length
    }
  }
}

/// The profiles that feeds are recognised by.
package struct ProfileSet: Sendable {
  /// Those that a person wrote, which come first.
  package var own: [Profile]

  package init(own: [Profile] = []) { self.own = own }

  /// All of them, the most special first.
  package var all: [Profile] { own + Profile.builtIn.filter { !ownNames.contains($0.name) } }

  package var names: [String] {
    own.map(\.name) + Profile.builtInNames.filter { !ownNames.contains($0) }
  }

  private var ownNames: [String] { own.map(\.name) }

  /// Those whose feeds have their records under a key, the most special first; nil if the document is the list.
  ///
  /// - Complexity: Reads no profile that does not fit.
  func candidates(container: String?) -> [Profile] {
    let fitting = Profile.builtInContainers.filter { $0.container == container }
    return own.filter { $0.container == container }
      + fitting.filter { !ownNames.contains($0.name) }.compactMap {
        Profile.builtIn(named: $0.name)
      }
  }

  /// Those that may have a feed of a name, the most special first.
  ///
  /// The feeds of the program's own profiles are named after these; a test holds them to it.
  ///
  /// - Complexity: Reads no profile that can have none.
  package func candidates(feed name: String) -> [Profile] {
    own
      + Profile.builtInNames.filter { !ownNames.contains($0) && name.hasPrefix($0) }
      .compactMap { Profile.builtIn(named: $0) }
  }

  package func named(_ name: String) -> Profile? { known(name)?.profile }

  /// The profile of a name, unread where it comes with Larder.
  package func known(_ name: String) -> NamedProfile? {
    own.first { $0.name == name }.map { NamedProfile($0) } ?? NamedProfile(builtIn: name)
  }
}
