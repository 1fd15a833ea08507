import World

/// A response, and where it came from.
package struct FetchedResponse: Sendable {
  /// Where a response came from.
  package enum Source: String, Sendable, CaseIterable {
    /// From the server.
    case network
    /// From the cache, after the server confirmed it.
    case validated
    /// From the cache.
    case cache
    /// From the cache, although it is older than the server allows.
    case stale
    /// From the cache, as the network is off.
    case offline
    /// From the fetcher itself, as there was no response.
    case none
  }

  package var status: Int
  package var reason: String
  /// The address of the response, after any redirects.
  package var address: WebAddress
  /// The fields as received, in their order, with an `Age` if the response comes from the cache.
  ///
  /// They describe the encoded content; ``content`` is decoded.
  package var headers: [HTTPField]
  package var content: CachedContent
  package var source: Source
  /// The cache rule that was applied.
  package var rule: CacheRule
  /// When the server created or last validated it, in seconds since 1970.
  package var date: Double
  /// The SHA-256 digest of the complete content if that is stored, 64 hexadecimal digits.
  package var digest: String?
}

/// One request and its outcome, for tracing.
package struct FetchEvent: Sendable {
  package var method: String
  package var address: WebAddress
  /// The addresses that redirected to this one, in their order.
  package var way: [WebAddress] = []
  /// The status, or why there is none.
  package var outcome: Result<Int, HTTPFailure>
  package var source: FetchedResponse.Source
  package var rule: CacheRule
  /// When it started, in seconds since 1970.
  package var began: Double
  /// How long it took, in seconds.
  package var seconds: Double
  /// How many bytes of content were received.
  package var received: Int
  /// How often the request was sent; 0 if it was answered from the cache.
  package var tries: Int
}
