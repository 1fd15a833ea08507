/// Which entries are meant; with nothing named, all of them.
package struct CacheSelection: Sendable, Equatable {
  /// What they were fetched for.
  package var purposes: Set<Purpose>
  /// The host they came from, in lower case and without a port; nil for any.
  package var host: String?
  /// How many seconds ago they must have arrived, at the least; nil for any time.
  package var olderThan: Double?

  package init(
    purposes: Set<Purpose> = Set(Purpose.allCases), host: String? = nil, olderThan: Double? = nil
  ) {
    self.purposes = purposes
    self.host = host
    self.olderThan = olderThan
  }
}
