import Diagnostics
import Feeds
import Output
import Text
import World

/// A profile that a person wrote.
struct OwnProfile {
  var path: String
  var result: Result<Profile, ProfileFault>
}

/// The profiles that a person wrote, which are files in the configuration folder.
extension Shell {
  /// The most bytes of a profile.
  private static let profileLimit = 1 << 20

  /// Where a person keeps profiles.
  var profileFolder: String { world.folders.configuration + "/feeds" }

  /// The profiles that feeds are read by: the person's, as far as they make sense, and the program's.
  var profiles: ProfileSet {
    if let known = feedState.profiles { return known }
    var own: [Profile] = []
    for file in ownProfiles() {
      switch file.result {
      case .success(let profile): own.append(profile)
      case .failure(let fault)
      where feedState.saidProfileFaults.insert("\(file.path) \(fault)").inserted:
        output.say(
          Diagnostic(
            "\(harmless(file.path)):\(fault.line):\(fault.column): \(harmless(fault.reason))",
            hint: "the profile is not used; feeds check says more", severity: .warning))
      case .failure: break
      }
    }
    let set = ProfileSet(own: own)
    feedState.profiles = set
    return set
  }

  /// Every profile that a person wrote, in the order of their names.
  func ownProfiles() -> [OwnProfile] {
    guard !options.isEphemeral, world.files.kind(of: profileFolder) == .folder else { return [] }
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
