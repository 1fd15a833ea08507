/// A profile that is known by its name; one that comes with Larder is read when it is first looked at.
package struct NamedProfile: Sendable {
  package let name: String
  /// Whether it comes with Larder, so that its name says all.
  let isBuiltIn: Bool
  private let make: @Sendable () -> Profile

  package init(_ profile: Profile) {
    name = profile.name
    isBuiltIn = false
    make = { profile }
  }

  /// One that comes with Larder; nil if none has that name.
  package init?(builtIn name: String) {
    guard Profile.builtInNames.contains(name) else { return nil }
    self.name = name
    isBuiltIn = true
    make = { Profile.builtIn(named: name) ?? .records }
  }

  /// What it says.
  package var profile: Profile { make() }
}
