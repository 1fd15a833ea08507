import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Output
import SessionStore
import Terminal
import Text

extension CommandContext {
  /// Says of each profile that a person wrote what it is, or what is wrong with it and where.
  ///
  /// - Throws: ``Failure`` if something is wrong with one of them.
  func checkProfiles() throws {
    loader.forgetProfiles()
    let files = loader.ownProfiles()
    if files.isEmpty {
      output.say(
        "there are no profiles in \(harmless(loader.profileFolder)): feeds example prints one to start from"
      )
    }
    output.print(
      Report(
        [
          .init("path", title: "File", isFlexible: true), .init("name", title: "Name"),
          .init("fields", title: "Fields", isNumber: true),
          .init("line", title: "Line", isNumber: true),
          .init("column", title: "Column", isNumber: true),
          .init("problem", title: "Problem", isFlexible: true),
        ], rows(of: files)))
    let faults = files.count { if case .failure = $0.result { true } else { false } }
    guard faults > 0 else { return }
    throw Failure(faults == 1 ? "1 profile cannot be used" : "\(faults) profiles cannot be used")
  }

  /// What there is to say of the names of a profile's feeds.
  private func remark(onFeedsOf profile: Profile) -> String? {
    let names = profile.service?.feeds.map(\.name) ?? []
    let bundled = names.first { BundledFeed(rawValue: $0) != nil || $0 == FeedDirectory.mine }
    if let bundled { return "its feed \(bundled) cannot be reached: Larder has one of that name" }
    let builtIn = Profile.builtIn.flatMap { $0.service?.feeds.map(\.name) ?? [] }
    return names.first { builtIn.contains($0) }
      .map { "its feed \($0) takes the place of the one that comes with Larder" }
  }

  private func rows(of files: [OwnProfile]) -> [[Cell]] {
    var names: Set<String> = []
    return files.map { file in
      switch file.result {
      case .success(let profile):
        let isTwice = !names.insert(profile.name).inserted
        var remark: String?
        if isTwice {
          remark = "an earlier file has that name, and is used"
        } else if Profile.builtInNames.contains(profile.name) {
          remark = "takes the place of the one that comes with Larder, for its feeds, too"
        } else {
          remark = self.remark(onFeedsOf: profile)
        }
        return [
          Cell(file.path), Cell(profile.name), Cell(profile.mappings.count), Cell(optional: nil),
          Cell(optional: nil), remark.map { Cell($0, .warning) } ?? Cell(optional: nil),
        ]
      case .failure(let fault):
        let hint = fault.hint.isEmpty ? "" : " (\(fault.hint))"
        return [
          Cell(file.path), Cell(optional: nil), Cell(optional: nil), Cell(fault.line),
          Cell(fault.column), Cell(fault.reason + hint, .bad),
        ]
      }
    }
  }
}
