import CProfiles

extension Profile {
  /// The recipe feed of a widely used programming exercise.
  package static let recipes = bundled(CPROFILES_RECIPES)
  /// TheMealDB.
  package static let meals = bundled(CPROFILES_MEALS)
  /// The Rijksmuseum's collection.
  package static let paintings = bundled(CPROFILES_PAINTINGS)
  /// Cat breeds.
  package static let breeds = bundled(CPROFILES_BREEDS)
  /// JSON Feed.
  package static let jsonfeed = bundled(CPROFILES_JSONFEED)
  /// Recipes in web pages.
  package static let schemaOrg = bundled(CPROFILES_SCHEMA)

  /// Recipes in Markdown.
  package static let recipeMD = bundled(CPROFILES_RECIPEMD)

  /// A profile for any list of objects, or for objects line by line; every field is inferred.
  package static var records: Profile {
    var profile = Profile(name: "records", container: nil, mappings: [])
    profile.summary = "any list of objects, its fields inferred"
    return profile
  }

  /// The built-in profiles, in the order of detection.
  ///
  /// - Complexity: Parses seven TOML documents on the first access. ``builtIn(named:)`` parses one.
  package static let builtIn = [
    recipes, meals, paintings, breeds, jsonfeed, schemaOrg, recipeMD, records,
  ]

  /// The names of the built-in profiles.
  package static let builtInNames = [
    "recipes", "meals", "paintings", "breeds", "jsonfeed", "schema.org", "recipemd",
    "records",
  ]

  /// The container of each built-in profile, so that only profiles that may fit are parsed.
  ///
  /// Records in Markdown have their profile by their format. A test compares the list with the profiles.
  package static let builtInContainers: [(container: String?, name: String)] = [
    ("recipes", "recipes"), ("meals", "meals"), ("artObjects", "paintings"), ("breeds", "breeds"),
    ("items", "jsonfeed"), (nil, "schema.org"),
  ]

  /// Returns the built-in profile of a name.
  package static func builtIn(named name: String) -> Profile? {
    switch name {
    case "recipes": recipes
    case "meals": meals
    case "paintings": paintings
    case "breeds": breeds
    case "jsonfeed": jsonfeed
    case "schema.org": schemaOrg
    case "recipemd": recipeMD
    case "records": records
    default: nil
    }
  }

  /// A commented profile that users can start from.
  package static var example: String {
    String(decoding: text(of: CPROFILES_EXAMPLE), as: UTF8.self)
  }

  /// The texts of all built-in profiles, which identify their version.
  static var builtInTexts: [UInt8] {
    [
      CPROFILES_RECIPES, CPROFILES_MEALS, CPROFILES_PAINTINGS, CPROFILES_BREEDS,
      CPROFILES_JSONFEED, CPROFILES_SCHEMA, CPROFILES_RECIPEMD,
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

/// The profiles that can be detected.
package struct ProfileSet: Sendable {
  /// The user's profiles, which take precedence.
  package var own: [Profile]

  package init(own: [Profile] = []) { self.own = own }

  /// All profiles, in the order of detection.
  package var all: [Profile] { own + Profile.builtIn.filter { !ownNames.contains($0.name) } }

  package var names: [String] {
    own.map(\.name) + Profile.builtInNames.filter { !ownNames.contains($0) }
  }

  private var ownNames: [String] { own.map(\.name) }

  /// Returns the profiles with a container, in the order of detection; with nil, those whose documents are lists.
  ///
  /// - Complexity: Built-in profiles with another container are not parsed.
  func candidates(container: String?) -> [Profile] {
    let fitting = Profile.builtInContainers.filter { $0.container == container }
    return own.filter { $0.container == container }
      + fitting.filter { !ownNames.contains($0.name) }.compactMap {
        Profile.builtIn(named: $0.name)
      }
  }

  /// Returns the first profile of lists whose records have some keys; nil if there is none.
  func profile(ofRecordWith keys: Set<String>) -> Profile? {
    candidates(container: nil).first {
      !$0.signature.record.isEmpty && keys.isSuperset(of: $0.signature.record)
    }
  }

  /// Returns the profiles that may declare a feed, in the order of detection.
  ///
  /// The feed names of a built-in profile begin with its own name, as a test checks.
  ///
  /// - Complexity: Built-in profiles with other names are not parsed.
  package func candidates(feed name: String) -> [Profile] {
    own
      + Profile.builtInNames.filter { !ownNames.contains($0) && name.hasPrefix($0) }
      .compactMap { Profile.builtIn(named: $0) }
  }

  package func named(_ name: String) -> Profile? { known(name)?.profile }

  /// Returns the profile of a name; a built-in one is parsed when needed.
  package func known(_ name: String) -> NamedProfile? {
    own.first { $0.name == name }.map { NamedProfile($0) } ?? NamedProfile(builtIn: name)
  }
}
