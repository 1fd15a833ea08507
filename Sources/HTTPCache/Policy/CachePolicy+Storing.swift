import World

/// The head of a response as it was received.
package struct ResponseHead: Sendable, Equatable {
  package var status: Int
  package var reason: String
  package var headers: [HTTPField]
  /// When the request was sent, in seconds since 1970.
  package var requestTime: Double
  /// When the head was received, in seconds since 1970.
  package var responseTime: Double

  package init(
    status: Int, reason: String = "", headers: [HTTPField], requestTime: Double,
    responseTime: Double
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.requestTime = requestTime
    self.responseTime = responseTime
  }
}

/// Deciding what may be stored: RFC 9111, section 3.
extension CachePolicy {
  /// The response to store; nil if it must not be stored.
  package static func stored(
    _ head: ResponseHead, to request: FetchRequest, as key: CacheKey
  ) -> StoredResponse? {
    let server = CacheDirectives(head.headers)
    guard mayStore(head, server, to: request) else { return nil }
    var response = StoredResponse(
      key: key, status: head.status, reason: head.reason,
      headers: storedFields(of: head.headers, server), requestTime: head.requestTime,
      responseTime: head.responseTime)
    response.purpose = request.purpose
    response.varying = selecting(response.varyNames, of: request.headers)
    if head.status == 206 { response.range = request.headers.first("Range") }
    return response
  }

  private static func mayStore(
    _ head: ResponseHead, _ server: CacheDirectives, to request: FetchRequest
  ) -> Bool {
    let requestDirectives = CacheDirectives(request.headers)
    let saysHowLong = server.contains("max-age") || head.headers.first("Expires") != nil
    guard request.mode != .noStore, !requestDirectives.contains("no-store"),
      head.status >= 200, head.status != 304, head.status != 416,
      !varyingFields(head.headers).contains("*")
    else { return false }
    switch request.method {
    case "GET":
      // The body of the request is not part of the key.
      if request.body != nil { return false }
      if head.status == 206 {
        guard request.headers.first("Range") != nil, contentRange(head.headers) != nil else {
          return false
        }
      }
    case "POST":
      // RFC 9110, section 9.3.3: the response represents the address from now on.
      guard head.status == 200, isOwnLocation(head.headers, of: request), saysHowLong
      else { return false }
    default: return false
    }
    if server.contains("must-understand") {
      if !understood.contains(head.status) { return false }
    } else if server.contains("no-store") {
      return false
    }
    return saysHowLong || server.contains("public") || server.contains("private")
      || Freshness.heuristicStatuses.contains(head.status)
  }

  /// The statuses with known caching rules: RFC 9110, section 15.
  private static let understood: Set = [
    200, 203, 204, 206, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 414, 500, 501,
    502, 503, 504,
  ]

  private static func isOwnLocation(_ headers: [HTTPField], of request: FetchRequest) -> Bool {
    // An invalid address differs from this one.
    guard let location = headers.first("Content-Location"),
      let address = try? request.address.resolve(location)
    else { return false }
    return address.text == request.address.text
  }

  /// The fields to store: RFC 9111, section 3.1, without those that a `no-cache` names, section 5.2.2.4.
  static func storedFields(
    of headers: [HTTPField], _ directives: CacheDirectives
  ) -> [HTTPField] {
    let named = listMembers(headers.values(of: "Connection")) + directives.fields(of: "no-cache")
    let others = named.filter { !connectionFields.contains(HTTPField($0, "")) }
    // There may be as many names as fit into a head.
    let excluded = Set(others.map { $0.lowercased() })
    return headers.filter {
      !connectionFields.contains($0)
        && (excluded.isEmpty || !excluded.contains($0.name.lowercased()))
    }
  }

  private static let connectionFields = FieldNames([
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ])

  /// The maximum number of stored variants and parts of one address.
  private static let mostVariants = 32

  /// The stored responses that a new one replaces, including the oldest if there are too many.
  package static func replaced(
    by response: StoredResponse, among variants: [StoredResponse]
  ) -> [StoredResponse] {
    let own = variants.filter { $0.key == response.key }
    let replaced = own.filter { stored in
      // A failure does not replace a good response.
      if response.status >= 500, stored.status < 400 { return false }
      if response.range == nil, stored.range == nil {
        return stored.varyNames == response.varyNames
          ? stored.varying == response.varying
          : stored.varyNames.isEmpty || response.varyNames.isEmpty
      }
      return stored.range == response.range && stored.varying == response.varying
    }
    let others = own.filter { !replaced.contains($0) }
    return replaced
      + others.sorted { $0.responseTime > $1.responseTime }.dropFirst(mostVariants - 1)
  }

  /// Whether a response that may be stored replaces what is stored.
  ///
  /// For ordinary requests, the latest response counts. A feed or a picture is only replaced by another one that is
  /// complete, whoever requests it.
  package static func displaces(
    _ response: StoredResponse, _ variants: [StoredResponse]
  ) -> Bool {
    if ![200, 203].contains(response.status) {
      let isForAll = response.purpose != .other
      let isPresent = variants.contains {
        (isForAll || $0.purpose != .other) && [200, 203].contains($0.status)
      }
      if isForAll || isPresent { return !isPresent }
    }
    return response.status < 500 || !variants.contains { $0.status < 400 }
  }
}

/// The addresses whose stored responses are invalidated by a request: RFC 9111, section 4.4.
extension CachePolicy {
  package static func invalidated(
    by request: FetchRequest, _ head: ResponseHead
  ) -> [WebAddress] {
    guard !request.isSafe, (200..<400).contains(head.status) else { return [] }
    // Nothing is stored under an invalid address.
    let others = ["Location", "Content-Location"].compactMap { name in
      head.headers.first(name).flatMap { try? request.address.resolve($0) }
    }
    return [request.address] + others.filter { $0.origin == request.address.origin }
  }
}
