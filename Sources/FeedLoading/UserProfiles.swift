import Feeds
import Text
import World

/// A profile of the user.
package struct UserProfile {
  package var path: String
  package var result: Result<Profile, ProfileFault>
}

/// The user's profiles, which are files in the configuration folder.
extension FeedLoader {
  /// The maximum size of a profile, in bytes.
  private static let profileLimit = 1 << 20

  /// The folder of the user's profiles.
  package var profileFolder: String { world.folders.configuration + "/feeds" }

  /// Returns the profiles to read feeds with: the valid ones of the user, and the built-in ones.
  ///
  /// They are read on first use, and again after ``forgetProfiles()``.
  package func profiles() -> ProfileSet {
    if let known = knownProfiles { return known }
    var own: [Profile] = []
    for file in userProfiles() {
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

  /// Makes the profiles be read again on next use, in case the user has changed one.
  package func forgetProfiles() { knownProfiles = nil }

  /// Returns all profiles of the user, sorted by file name.
  package func userProfiles() -> [UserProfile] {
    guard !settings.isEphemeral, world.files.kind(of: profileFolder) == .folder else { return [] }
    // A folder that cannot be listed has no profiles.
    let names = (try? world.files.names(in: profileFolder)) ?? []
    return names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map {
      let path = "\(profileFolder)/\($0)"
      return UserProfile(path: path, result: userProfile(path))
    }
  }

  /// Makes sure that a file is the user's own, and reports if others had access to it.
  ///
  /// - Throws: ``FileError`` if it belongs to another user.
  package func claim(_ path: String, for others: OthersAccess = .nothing) throws(FileError) {
    for message in try world.files.claimFile(path, for: others) {
      observer.note(.claimed(message: message))
    }
  }

  private func userProfile(_ path: String) -> Result<Profile, ProfileFault> {
    let bytes: [UInt8]
    // Opening a named pipe would block.
    if world.files.kind(of: path) == .other {
      return .failure(ProfileFault(line: 1, column: 1, reason: "\(path): is not a file"))
    }
    do throws(FileError) {
      try claim(path, for: .reading)
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

  /// Returns the error of a profile that is not UTF-8, at its first invalid line.
  private static func unreadable(_ bytes: [UInt8]) -> ProfileFault {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    return ProfileFault(
      line: line + 1, column: 1, reason: "the line is not UTF-8", hint: "save the file as UTF-8")
  }
}
