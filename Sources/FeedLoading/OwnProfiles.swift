import Feeds
import Text
import World

/// A profile that a person wrote.
package struct OwnProfile {
  package var path: String
  package var result: Result<Profile, ProfileFault>
}

/// The profiles that a person wrote, which are files in the configuration folder.
extension FeedLoader {
  /// The most bytes of a profile.
  private static let profileLimit = 1 << 20

  /// Where a person keeps profiles.
  package var profileFolder: String { world.folders.configuration + "/feeds" }

  /// The profiles that feeds are read by: the person's, as far as they make sense, and the program's.
  ///
  /// Reads them when they are asked for the first time, and again after ``forgetProfiles()``.
  package func profiles() -> ProfileSet {
    if let known = knownProfiles { return known }
    var own: [Profile] = []
    for file in ownProfiles() {
      switch file.result {
      case .success(let profile): own.append(profile)
      case .failure(let fault)
      where reportedFaults.insert("\(file.path) \(fault)").inserted:
        observer.note(.unusableProfile(path: file.path, fault))
      case .failure: break
      }
    }
    let set = ProfileSet(own: own)
    knownProfiles = set
    return set
  }

  /// Has profiles read again when they are needed next, as the person may have changed one.
  package func forgetProfiles() { knownProfiles = nil }

  /// Every profile that a person wrote, in the order of their names.
  package func ownProfiles() -> [OwnProfile] {
    guard !settings.isEphemeral, world.files.kind(of: profileFolder) == .folder else { return [] }
    // A folder that cannot be listed has no profiles for us.
    let names = (try? world.files.names(in: profileFolder)) ?? []
    return names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map {
      let path = "\(profileFolder)/\($0)"
      return OwnProfile(path: path, result: ownProfile(path))
    }
  }

  private func ownProfile(_ path: String) -> Result<Profile, ProfileFault> {
    let bytes: [UInt8]
    // To open a pipe would wait for somebody who writes into it.
    if world.files.kind(of: path) == .other {
      return .failure(ProfileFault(line: 1, column: 1, reason: "\(path): is not a file"))
    }
    do throws(FileError) {
      bytes = try world.files.contents(of: path, limit: Self.profileLimit)
    } catch {
      return .failure(ProfileFault(line: 1, column: 1, reason: error.description))
    }
    guard case .success(let text) = readableText(bytes, from: path) else {
      return .failure(Self.unreadable(bytes))
    }
    do throws(ProfileFault) {
      return .success(try Profile(toml: text))
    } catch {
      return .failure(error)
    }
  }

  /// What is wrong with a profile that is no UTF-8: its first line that is none.
  private static func unreadable(_ bytes: [UInt8]) -> ProfileFault {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    return ProfileFault(
      line: line + 1, column: 1, reason: "the line is no UTF-8", hint: "save the file as UTF-8")
  }
}
