import World

/// An answer, and where it came from.
package struct FetchedResponse: Sendable {
  /// Where an answer came from.
  package enum Source: String, Sendable, CaseIterable {
    /// From its server.
    case network
    /// From the cache, after its server said that it is still good.
    case validated
    /// From the cache.
    case cache
    /// From the cache, though older than its server wants.
    case stale
    /// From the cache, since there is no network.
    case offline
    /// From nobody: what was wanted could not be had.
    case none
  }

  package var status: Int
  package var reason: String
  /// The address that answered, after any redirects.
  package var address: WebAddress
  /// The fields as received: in order, with repeated ones apart; with an `Age` if it comes from the cache.
  ///
  /// They describe what was sent; the content is decompressed.
  package var headers: [HTTPField]
  package var content: CachedContent
  package var source: Source
  /// The rule that decided.
  package var rule: CacheRule
  /// When its server made or last checked it, in seconds since 1970.
  package var date: Double
  /// The SHA-256 digest of the whole content where that is kept, 64 hexadecimal digits.
  package var digest: String?
}

/// One exchange, for a trace.
package struct FetchEvent: Sendable {
  package var method: String
  package var address: WebAddress
  /// The addresses from which it was redirected here, in the order in which they were asked.
  package var way: [WebAddress] = []
  /// The status, or why there is none.
  package var outcome: Result<Int, HTTPFailure>
  package var source: FetchedResponse.Source
  package var rule: CacheRule
  /// When it began, in seconds since 1970.
  package var began: Double
  /// How long it took, in seconds.
  package var seconds: Double
  /// How many bytes of content came over the network.
  package var received: Int
  /// How often its server was asked; 0 if it was not.
  package var tries: Int
}
