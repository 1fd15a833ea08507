import CProfiles
import Catalog

/// A profile of the table in `CProfiles`, which is parsed on first use.
private struct BundledProfile: Sendable {
  let name: String
  let container: String?
  let isDetected: Bool
  let text: [UInt8]
  private let parsed: Lazy<Profile>

  init(_ entry: cprofiles_entry) {
    name = unsafe String(cString: entry.name)
    container = unsafe entry.container.map { unsafe String(cString: $0) }
    isDetected = unsafe entry.is_detected != 0
    let text = unsafe Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.length)))
    self.text = text
    parsed = Lazy {
      do throws(ProfileFault) {
        return try Profile(toml: String(decoding: text, as: UTF8.self))
      } catch {
        preconditionFailure("line \(error.line) of a bundled profile: \(error.reason)")
      }
    }
  }

  var profile: Profile { parsed.value }

  static let all = (0..<cprofiles_count()).map { unsafe BundledProfile(cprofiles_profile($0)) }
}

extension Profile {
  /// Recipes in web pages.
  package static var schemaOrg: Profile { builtIn(named: "schema.org") ?? records }

  /// A profile for any list of objects, or for objects line by line; every field is inferred.
  package static var records: Profile {
    var profile = Profile(name: "records", container: nil, mappings: [])
    profile.summary = "any list of objects, its fields inferred"
    return profile
  }

  /// The built-in profiles, in the order of detection.
  ///
  /// - Complexity: Parses the TOML of each on the first access. ``builtIn(named:)`` parses one.
  package static var builtIn: [Profile] { BundledProfile.all.map(\.profile) + [records] }

  /// The names of the built-in profiles.
  package static let builtInNames = BundledProfile.all.map(\.name) + ["records"]

  /// The container of each built-in profile that feeds are recognized by, so that only profiles that may fit are parsed.
  ///
  /// A test compares the list with the profiles.
  package static let builtInContainers = BundledProfile.all.filter(\.isDetected).map {
    (container: $0.container, name: $0.name)
  }

  /// Returns the built-in profile of a name.
  package static func builtIn(named name: String) -> Profile? {
    name == "records" ? records : BundledProfile.all.first { $0.name == name }?.profile
  }

  /// A commented profile that users can start from.
  package static var example: String {
    String(decoding: unsafe BundledProfile(cprofiles_example()).text, as: UTF8.self)
  }

  /// The texts of all built-in profiles, which identify their version.
  static var builtInTexts: [UInt8] { BundledProfile.all.flatMap(\.text) }
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
