/// A request that failed lately, and when it is worth another try.
package struct RememberedFailure: Sendable, Equatable {
  package var key: CacheKey
  /// The status that the server answered with; nil if it did not answer.
  package var status: Int?
  /// The words after the status, or what kept the server from answering.
  package var reason: String
  /// When to try again, in seconds since 1970.
  package var until: Double
  /// How often in a row it failed.
  package var times: Int

  package init(key: CacheKey, status: Int?, reason: String, until: Double, times: Int) {
    self.key = key
    self.status = status
    self.reason = reason
    self.until = until
    self.times = times
  }
}
