import World

/// A request as it is sent to the server.
struct OutgoingRequest {
  var http: HTTPRequest
  /// The partial download that it resumes.
  let partial: PartialDownload?

  /// How long a transfer may make no progress before a copy takes its place.
  private static let stallBeforeCopy = Duration.seconds(5)

  /// - Parameters:
  ///   - request: The request.
  ///   - plan: Why it is sent.
  ///   - partial: The partial download that it resumes.
  ///   - patience: How long a copy waits for the first byte of an answer, if the request is one of those.
  init(
    _ request: FetchRequest, _ plan: FetchPlan, resuming partial: PartialDownload?,
    patience: Duration
  ) {
    http = HTTPRequest(url: request.address.text)
    http.method = request.method
    http.headers = request.headers
    http.credentials = request.credentials
    // An explicit credential takes precedence over the one in the address.
    if let own = request.address.authorization, let place = http.credentials.firstIndex(of: own),
      (http.headers + http.credentials).count(where: { $0.isNamed(own.name) }) > 1
    {
      http.credentials.remove(at: place)
    }
    http.body = request.body
    http.limits = request.limits
    if request.copyUse == .afterPatience, plan.stored != nil {
      http.limits.answer = patience
      http.limits.stall = Self.stallBeforeCopy
    }
    self.partial = partial
    addFields(of: request.mode)
    if plan.isConditional, let stored = plan.stored {
      // The caller's own conditions are evaluated against the stored response afterwards.
      let own: Set = ["if-none-match", "if-modified-since", "if-range", "range"]
      http.headers.removeAll { own.contains($0.name.lowercased()) }
      http.headers += CachePolicy.conditions(for: stored)
    } else if let partial {
      http.headers += partial.conditions
    }
    // A range counts bytes of the encoded content.
    http.acceptsCompression = http.headers.first("Range") == nil
  }

  /// Adds the fields for a cache mode: Fetch standard, section 4.6.
  private mutating func addFields(of mode: CacheMode) {
    let hasCacheControl = http.headers.first("Cache-Control") != nil
    switch mode {
    case .noCache:
      if !hasCacheControl { http.headers.append(HTTPField("Cache-Control", "max-age=0")) }
    case .noStore, .reload:
      if http.headers.first("Pragma") == nil {
        http.headers.append(HTTPField("Pragma", "no-cache"))
      }
      if !hasCacheControl { http.headers.append(HTTPField("Cache-Control", "no-cache")) }
    case .standard, .forceCache, .onlyIfCached: break
    }
  }
}

/// A partial download, and how to resume it: RFC 9110, section 14.
struct PartialDownload {
  let response: StoredResponse
  let intake: ContentIntake

  /// The minimum size that is worth resuming, in bytes.
  private static let minimumSize = 32 << 10

  var conditions: [HTTPField] {
    [
      HTTPField("Range", "bytes=\(intake.count)-"),
      HTTPField("If-Range", Self.validator(of: response) ?? "\"\""),
    ]
  }

  /// Whether a response contains the rest.
  func isResumed(by head: ResponseHead) -> Bool {
    guard head.status == 206, let range = CachePolicy.contentRange(head.headers),
      range.bytes.lowerBound == intake.count, range.bytes.upperBound == end(head),
      listMembers(head.headers.values(of: "Content-Encoding")).isEmpty,
      !CacheDirectives(head.headers).contains("no-store")
    else { return false }
    // A server that ignores If-Range may send the rest of other content: RFC 9110, section 15.3.7.3.
    if let tag = response.headers.first("ETag") ?? head.headers.first("ETag") {
      return head.headers.first("ETag") == tag && response.headers.first("ETag") == tag
    }
    return head.headers.first("Last-Modified").map {
      $0 == response.headers.first("Last-Modified")
    } ?? true
  }

  /// Whether a response refuses the range, and not the request itself.
  ///
  /// A server that is busy, or requires authentication, may accept the range later.
  func isRefused(by head: ResponseHead) -> Bool {
    switch head.status {
    case 206: !isResumed(by: head)
    case 304: true
    case 401, 404, 407, 408, 410, 425, 429: false
    default: (400..<500).contains(head.status)
    }
  }

  /// The size of the complete content; nil if it is not known, or the two responses disagree.
  func end(_ head: ResponseHead) -> Int? {
    let lengths = [
      CachePolicy.contentRange(head.headers)?.total,
      response.headers.first("Content-Length").flatMap { Int($0) },
    ].compactMap { $0 }
    return Set(lengths).count == 1 ? lengths[0] : nil
  }

  /// The head of the complete response, with the fields of the response that contains the rest.
  func complete(_ head: ResponseHead) -> ResponseHead {
    var complete = head
    (complete.status, complete.reason) = (200, "OK")
    let partial: Set = ["content-range", "content-length"]
    let new = head.headers.filter { !partial.contains($0.name.lowercased()) }
    let names = Set(new.map { $0.name.lowercased() })
    complete.headers = response.headers.filter { !names.contains($0.name.lowercased()) } + new
    return complete
  }

  /// Whether a failed download should be stored and resumed later.
  static func isResumable(
    _ response: StoredResponse, _ intake: ContentIntake, _ failure: HTTPFailure
  ) -> Bool {
    switch failure {
    case .dropped, .timedOut, .cancelled: break
    default: return false
    }
    return intake.count >= minimumSize && response.status == 200 && validator(of: response) != nil
      && listMembers(response.headers.values(of: "Content-Encoding")).isEmpty
      && !listMembers(response.headers.values(of: "Accept-Ranges")).contains("none")
  }

  /// A strong validator, which proves that the rest belongs to the same content: RFC 9110, section 8.8.1.
  private static func validator(of response: StoredResponse) -> String? {
    if let tag = response.headers.first("ETag") { return tag.hasPrefix("W/") ? nil : tag }
    return response.strongDate
  }
}

/// Redirects.
extension FetchRequest {
  /// The request to which a response redirects this one.
  ///
  /// - Throws: ``HTTPFailure/refusedRedirect(to:reason:)`` if the redirect is not safe.
  func redirected(to location: String, status: Int) throws(HTTPFailure) -> FetchRequest {
    var next = self
    next.way.append(address)
    // The location may repeat a secret of the address, which is sent as a credential and never stored.
    next.address = try target(location).removing(credentials.compactMap(\.secretParameter))
    if next.address.origin != address.origin {
      next.credentials = []
      next.headers.removeAll { tellsWhoAsks($0) || $0.isNamed("Host") }
    }
    let isPost = method == "POST"
    if status == 303 && method != "HEAD" || status < 303 && isPost {
      next.method = "GET"
      next.body = nil
      next.headers.removeAll { field in Self.contentFields.contains { field.isNamed($0) } }
    }
    return next
  }

  private func target(_ location: String) throws(HTTPFailure) -> WebAddress {
    let target: WebAddress
    do {
      target = try address.resolve(location)
    } catch {
      switch error {
      case .unsupportedScheme:
        throw .refusedRedirect(to: location, reason: "only http and https addresses are followed")
      default: throw .refusedRedirect(to: location, reason: "it is not a web address")
      }
    }
    if address.origin.scheme == "https", target.origin.scheme == "http" {
      throw .refusedRedirect(
        to: target.text, reason: "the connection would no longer be secure")
    }
    return target
  }

  /// Fields about a body, which is not sent after the redirect.
  private static let contentFields = [
    "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type",
    "Transfer-Encoding",
  ]
}
