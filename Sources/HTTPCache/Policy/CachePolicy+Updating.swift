import World

/// Applying later responses to a stored one.
extension CachePolicy {
  /// The fields with which a stored response is validated: RFC 9110, section 13.1.
  package static func conditions(for stored: StoredResponse) -> [HTTPField] {
    var fields: [HTTPField] = []
    if let tag = stored.headers.first("ETag") { fields.append(HTTPField("If-None-Match", tag)) }
    if let date = stored.headers.first("Last-Modified") {
      fields.append(HTTPField("If-Modified-Since", date))
    }
    return fields
  }

  /// The stored response, updated by a 304: RFC 9111, section 4.3.4.
  ///
  /// - Returns: nil if its validator is that of another response.
  package static func updated(
    _ stored: StoredResponse, by head: ResponseHead, to request: FetchRequest
  ) -> StoredResponse? {
    let (tag, storedTag) = (head.headers.first("ETag"), stored.headers.first("ETag"))
    if let tag {
      let isSame =
        tag.hasPrefix("W/") ? storedTag.map { opaque($0) == opaque(tag) } ?? true : tag == storedTag
      if !isSame { return nil }
    } else if let date = head.headers.first("Last-Modified"),
      let storedDate = stored.headers.first("Last-Modified"), date != storedDate
    {
      return nil
    }
    return merged(stored, head, request)
  }

  /// The stored response, updated by the response to a HEAD: RFC 9111, section 4.3.5.
  ///
  /// - Returns: nil if the content must have changed.
  package static func updated(
    _ stored: StoredResponse, byHead head: ResponseHead, to request: FetchRequest
  ) -> StoredResponse? {
    for name in ["ETag", "Last-Modified", "Content-Length"] {
      if let new = head.headers.first(name), let old = stored.headers.first(name), new != old {
        return nil
      }
    }
    return merged(stored, head, request)
  }

  private static func merged(
    _ stored: StoredResponse, _ head: ResponseHead, _ request: FetchRequest
  ) -> StoredResponse {
    let fixed: Set = ["content-length", "content-encoding", "content-range"]
    var new = storedFields(of: head.headers, CacheDirectives(head.headers)).filter {
      !fixed.contains($0.name.lowercased())
    }
    if new.first("Date") == nil { new.append(HTTPField("Date", httpDateText(head.responseTime))) }
    let replaced = Set(new.map { $0.name.lowercased() } + ["age"])
    var response = stored
    response.headers = stored.headers.filter { !replaced.contains($0.name.lowercased()) } + new
    response.requestTime = head.requestTime
    response.responseTime = head.responseTime
    response.isInvalidated = false
    // `Vary` may have changed, too; this request is known to select this response.
    response.varying = selecting(response.varyNames, of: request.headers)
    return response
  }

  /// The rule that allows a stale response to replace a failed one; nil if there is none.
  ///
  /// RFC 9111, section 4.2.4, and RFC 5861, section 4.
  ///
  /// - Parameters:
  ///   - stored: The stored response.
  ///   - rule: The rule by which it was not served at once.
  ///   - reason: The failure, in words.
  ///   - isDisconnected: Whether the server could not be reached, in contrast to a response with an error status.
  ///   - request: The request; its own limit counts like a directive.
  ///   - now: The time in seconds since 1970.
  /// - Returns: The rule.
  package static func fallback(
    _ stored: StoredResponse, after rule: CacheRule, because reason: String, isDisconnected: Bool,
    for request: FetchRequest, now: Double
  ) -> CacheRule? {
    switch rule {
    case .expired, .noLifetime, .clockSetBack, .staleWhileRevalidate: break
    case .askEachTime where request.copyUse != .byRules: break
    default: return nil
    }
    let server = CacheDirectives(stored.headers)
    let isForbidden =
      server.contains("must-revalidate") || server.containsUnqualified("no-cache")
    // A copy that is marked as such may be shown where a cache that hides its age must not serve it.
    guard stored.status < 500, !isForbidden || request.copyUse != .byRules else { return nil }
    let since = Freshness(of: stored, at: now).staleness
    let window = max(
      server.seconds("stale-if-error") ?? 0,
      CacheDirectives(request.headers).seconds("stale-if-error") ?? 0, request.fallbackLimit)
    guard isDisconnected || since <= window else { return nil }
    return .staleIfError(since: since, reason: reason)
  }
}
