import World

/// A request as it is sent to the server.
struct Outgoing {
  var http: HTTPRequest
  /// What is there already of what is asked for.
  let part: Part?

  init(_ request: FetchRequest, _ plan: Plan, part: Part?) {
    http = HTTPRequest(url: request.address.text)
    http.method = request.method
    http.headers = request.headers
    http.credentials = request.credentials
    // Who names a credential means it, and not the one of the address.
    if let own = request.address.authorization, let place = http.credentials.firstIndex(of: own),
      (http.headers + http.credentials).count(where: { $0.isNamed(own.name) }) > 1
    {
      http.credentials.remove(at: place)
    }
    http.body = request.body
    http.limits = request.limits
    self.part = part
    addWishes(of: request.mode)
    if plan.isConditional, let kept = plan.kept {
      // The answer to the requester's own conditions is made of what is kept then.
      let own: Set = ["if-none-match", "if-modified-since", "if-range", "range"]
      http.headers.removeAll { own.contains($0.name.lowercased()) }
      http.headers += CachePolicy.conditions(for: kept)
    } else if let part {
      http.headers += part.conditions
    }
    // A range is one of the bytes as they are sent.
    http.acceptsCompression = http.headers.first("Range") == nil
  }

  /// The fields that the Fetch standard, section 4.6, has a mode send.
  private mutating func addWishes(of mode: CacheMode) {
    let saysSomething = http.headers.first("Cache-Control") != nil
    switch mode {
    case .noCache:
      if !saysSomething { http.headers.append(HTTPField("Cache-Control", "max-age=0")) }
    case .noStore, .reload:
      if http.headers.first("Pragma") == nil {
        http.headers.append(HTTPField("Pragma", "no-cache"))
      }
      if !saysSomething { http.headers.append(HTTPField("Cache-Control", "no-cache")) }
    case .standard, .forceCache, .onlyIfCached: break
    }
  }
}

/// A download that broke off, and how to go on with it: RFC 9110, section 14.
struct Part {
  let response: StoredResponse
  let intake: ContentIntake

  /// The fewest bytes that are worth a request of their own.
  private static let worth = 32 << 10

  var conditions: [HTTPField] {
    [
      HTTPField("Range", "bytes=\(intake.count)-"),
      HTTPField("If-Range", Self.validator(of: response) ?? "\"\""),
    ]
  }

  /// Whether an answer is the rest of it.
  func goesOn(with head: ResponseHead) -> Bool {
    guard head.status == 206, let range = CachePolicy.contentRange(head.headers),
      range.bytes.lowerBound == intake.count, range.bytes.upperBound == end(head),
      listMembers(head.headers.values(of: "Content-Encoding")).isEmpty,
      !CacheDirectives(head.headers).contains("no-store")
    else { return false }
    // A server may know nothing of If-Range, and send the rest of something else: RFC 9110, section 15.3.7.3.
    if let tag = response.headers.first("ETag") ?? head.headers.first("ETag") {
      return head.headers.first("ETag") == tag && response.headers.first("ETag") == tag
    }
    return head.headers.first("Last-Modified").map {
      $0 == response.headers.first("Last-Modified")
    } ?? true
  }

  /// Whether an answer is about the wish for the rest, and not about what was asked for.
  ///
  /// A server that is busy, or wants to know first who asks, may well answer it another time.
  func isRefused(by head: ResponseHead) -> Bool {
    switch head.status {
    case 206: !goesOn(with: head)
    case 304: true
    case 401, 404, 407, 408, 410, 425, 429: false
    default: (400..<500).contains(head.status)
    }
  }

  /// How long the whole is; nil if nobody says so, or not everybody the same.
  func end(_ head: ResponseHead) -> Int? {
    let lengths = [
      CachePolicy.contentRange(head.headers)?.total,
      response.headers.first("Content-Length").flatMap { Int($0) },
    ].compactMap { $0 }
    return Set(lengths).count == 1 ? lengths[0] : nil
  }

  /// The head of the whole, as the answer about its rest has it.
  func whole(_ head: ResponseHead) -> ResponseHead {
    var whole = head
    (whole.status, whole.reason) = (200, "OK")
    let partial: Set = ["content-range", "content-length"]
    let new = head.headers.filter { !partial.contains($0.name.lowercased()) }
    let names = Set(new.map { $0.name.lowercased() })
    whole.headers = response.headers.filter { !names.contains($0.name.lowercased()) } + new
    return whole
  }

  /// Whether it makes sense to go on with a download that failed.
  static func isWorthKeeping(
    _ response: StoredResponse, _ intake: ContentIntake, _ failure: HTTPFailure
  ) -> Bool {
    switch failure {
    case .dropped, .timedOut, .cancelled: break
    default: return false
    }
    return intake.count >= worth && response.status == 200 && validator(of: response) != nil
      && listMembers(response.headers.values(of: "Content-Encoding")).isEmpty
      && !listMembers(response.headers.values(of: "Accept-Ranges")).contains("none")
  }

  /// What tells for certain that the rest is of the same: RFC 9110, section 8.8.1.
  private static func validator(of response: StoredResponse) -> String? {
    if let tag = response.headers.first("ETag") { return tag.hasPrefix("W/") ? nil : tag }
    return response.strongDate
  }
}
