/// Where a person's files are kept.
package struct Folders: Equatable, Sendable {
  /// What the person owns: favorites, notes, saved records.
  package var data: String
  /// What the person wrote to set Larder up.
  package var configuration: String
  /// What may be lost without harm, such as the history.
  package var state: String
  /// What can be fetched again.
  package var cache: String

  package init(data: String, configuration: String, state: String, cache: String) {
    self.data = data
    self.configuration = configuration
    self.state = state
    self.cache = cache
  }

  /// All folders under one.
  package init(home: String) {
    self.init(
      data: home + "/data", configuration: home + "/config", state: home + "/state",
      cache: home + "/cache")
  }

  /// The folders that the XDG base directory specification names.
  ///
  /// - Returns: `nil` if the environment names no home.
  package init?(xdg environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    func folder(_ variable: String, _ standard: String) -> String? {
      if let named = environment[variable], named.hasPrefix("/") { return named + "/larder" }
      return home.map { $0 + "/" + standard + "/larder" }
    }
    guard let data = folder("XDG_DATA_HOME", ".local/share"),
      let configuration = folder("XDG_CONFIG_HOME", ".config"),
      let state = folder("XDG_STATE_HOME", ".local/state"),
      let cache = folder("XDG_CACHE_HOME", ".cache")
    else { return nil }
    self.init(data: data, configuration: configuration, state: state, cache: cache)
  }

  /// The folders of a Mac.
  package init?(mac environment: [String: String]) {
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    let support = home + "/Library/Application Support/Larder"
    self.init(
      data: support, configuration: support, state: support,
      cache: home + "/Library/Caches/Larder")
  }
}
