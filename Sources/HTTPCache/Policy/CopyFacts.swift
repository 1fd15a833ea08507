import World

/// What is worth knowing about a copy.
package struct CopyFacts: Sendable {
  /// The media type, as the server named it.
  package var type: String
  /// Seconds since its server made or checked it.
  package var age: Double
  /// For how long it is fresh or has been stale, and by what.
  package var freshness: String
  /// What its server can be asked about it by.
  package var validators: [String]
  /// The request's fields that make a difference.
  package var vary: String
}

extension CachePolicy {
  /// What is worth knowing about a copy.
  package static func facts(of copy: StoredResponse, at now: Double) -> CopyFacts {
    let freshness = Freshness(of: copy, at: now)
    var words =
      freshness.isFresh
      ? "for \(spanText(freshness.lifetime - freshness.age))"
      : freshness.basis == .nothing ? "does not say" : "stale for \(spanText(freshness.staleness))"
    switch freshness.basis {
    case .heuristic: words += " (guessed)"
    case .maxAge, .expires, .nothing: break
    }
    if CacheDirectives(copy.headers).containsUnqualified("no-cache") { words = "checked each time" }
    if copy.isInvalidated { words = "in doubt" }
    return CopyFacts(
      type: copy.headers.first("Content-Type") ?? "", age: freshness.age, freshness: words,
      validators: ["ETag", "Last-Modified"].filter { copy.headers.first($0) != nil },
      vary: copy.varyNames.joined(separator: ", "))
  }
}
