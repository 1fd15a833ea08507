import Catalog
import Cooking
import Feeds
import HTTPCache
import Recordings
import Text
import World

/// Texts that people and other programs write: scripts in Markdown, profiles, web pages, recordings, ingredients.
extension Target {
  /// Reads scripts in a Markdown document; they are laid out as those of a file are.
  func readMarkdown(_ bytes: [UInt8]) {
    guard let script = try? Script(bytes, path: "a.md") else { return }
    let once = formatted(script)
    precondition(!once.isEmpty, "a script that was read has no text")
  }

  /// A profile that is accepted reads a feed.
  func readProfile(_ bytes: [UInt8]) {
    do throws(ProfileFault) {
      let profile = try Profile(toml: String(decoding: bytes, as: UTF8.self))
      let records = #"{"items":[{"name":"Bigos","time":"PT2H","tags":"a, b"},{"id":2},[],null]}"#
      guard let feed = try? Feed(Array(records.utf8), FeedReading(as: profile)) else { return }
      for row in 0..<feed.catalog.count {
        for field in feed.catalog.schema.fields.indices { _ = feed.catalog.value(field, row) }
      }
    } catch {
      precondition(error.line > 0 && !error.reason.isEmpty, "an error does not say where and why")
    }
  }

  /// The records of a web page are parts of its text.
  func readLinkedData(_ bytes: [UInt8]) {
    guard let data = LinkedData(page: bytes) else { return }
    for node in data.nodes.values {
      precondition(node.lowerBound >= 0 && node.upperBound <= data.document.count, "it is outside")
    }
    _ = try? Feed(bytes)
  }

  /// The recipes in markup are JSON, in whatever charset the page is said to be, and each row has its source.
  func readMarkup(_ bytes: [UInt8]) {
    let charsets = ["utf-8", "windows-1251", "shift_jis", "gbk", "iso-2022-jp", "utf-16", ""]
    let charset = charsets[Int(bytes.first ?? 0) % charsets.count]
    let start =
      "<meta charset='\(charset)'><div itemscope itemtype='https://schema.org/Recipe' itemref=a>"
      + "<b itemprop=name>Pie</b>"
    guard let feed = try? Feed(Array(start.utf8) + bytes) else { return }
    for row in 0..<feed.catalog.count {
      guard let source = try? feed.source(of: row) else {
        preconditionFailure("a row has no source")
      }
      precondition(JSONValue(json: Array(source.text.utf8)) != nil, "a source is not JSON")
    }
    _ = try? feed.problems()
  }

  /// A recording is called whole only if its events are in order.
  func review(_ bytes: [UInt8]) {
    let review = CastReview(bytes)
    precondition(review.duration >= 0, "time goes backwards")
    let isWhole = review.problems.isEmpty
    precondition(!isWhole || (2...3).contains(review.version), "a version is not known")
  }

  /// A link that is checked has the host that it would be loaded from, also when it is checked again or clicked.
  func checkLink(_ bytes: [UInt8]) {
    guard let link = try? CheckedLink(String(decoding: bytes, as: UTF8.self)) else { return }
    guard let again = try? CheckedLink(link.text) else {
      preconditionFailure("a link that was checked is refused")
    }
    precondition(again.address == link.address && again.text == link.text, "a link has changed")
    precondition(!again.isTranslated, "a host is not in ASCII")
    guard let hyperlink = link.hyperlink else { return }
    precondition(hyperlink.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "a hyperlink is not printable")
    let address = try? WebAddress(hyperlink)
    precondition(address?.origin == link.address.origin, "a hyperlink leads elsewhere")
  }

  /// A line that is not scaled stays as it is, and scaling back gives the same line.
  func readIngredients(_ bytes: [UInt8]) {
    let line = IngredientLine(String(decoding: bytes, as: UTF8.self))
    precondition(line.text == line.published, "a line that is not scaled has changed")
    guard let two = Rational(2, 1), let half = Rational(1, 2) else { return }
    let doubled = line.scaled(two)
    _ = doubled.text
    if doubled.factor == two { precondition(doubled.scaled(half) == line, "scaling is not exact") }
    _ = line.scaled(half).text(in: UnitChoice(system: .metric))
    _ = line.scaled(half).text(in: UnitChoice(system: .us))
  }

  // MARK: The cache

  /// Rules of RFC 9111 that hold for every request and response.
  ///
  /// The first byte chooses how the cache is used, the second the time; then come the fields of the request, an empty
  /// line, and the fields of the response.
  func decide(_ bytes: [UInt8]) {
    guard bytes.count > 3, let address = try? WebAddress("http://a.example/feed") else { return }
    var request = FetchRequest(address)
    request.mode = CacheMode.allCases[Int(bytes[0]) % CacheMode.allCases.count]
    let isOffline = bytes[0] & 0x80 != 0
    let now = Double(bytes[1]) * 10
    let statuses = [200, 203, 204, 206, 301, 304, 404, 410, 416, 500, 503]
    let status = statuses[Int(bytes[2]) % statuses.count]
    let text = String(decoding: bytes[3...], as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex(of: "") ?? lines.endIndex
    request.headers = fields(lines[..<end])
    let head = ResponseHead(
      status: status, headers: fields(lines[end...]), requestTime: 0, responseTime: 1)
    let key = CacheKey(address: "http://a.example/feed")
    let stored = CachePolicy.stored(head, to: request, as: key)
    let forbids = has("no-store", head.headers) || has("no-store", request.headers)
    precondition(!forbids || stored == nil, "what must not be stored is stored")
    let decision = CachePolicy.decide(
      request, variants: stored.map { [$0] } ?? [], now: now, isOffline: isOffline)
    switch decision {
    case .serve(let response, _, _):
      precondition(stored != nil, "something is served that is not stored")
      precondition(request.mode != .reload || isOffline, "a reload is served from the store")
      precondition(request.mode != .noStore, "a request that bypasses the store is served from it")
      let asksForPart = request.headers.contains { $0.name.lowercased() == "range" }
      precondition(response.status != 206 || asksForPart, "a part is served as the whole")
    case .validate, .fetch:
      precondition(
        !isOffline && request.mode != .onlyIfCached, "a server is asked that must not be")
    case .refuse: break
    }
  }

  private func fields(_ lines: ArraySlice<Substring>) -> [HTTPField] {
    lines.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? HTTPField(String(parts[0]), trimmingSpace(String(parts[1]))) : nil
    }
  }

  /// Whether the whole value of a `Cache-Control` field is a word.
  private func has(_ word: String, _ fields: [HTTPField]) -> Bool {
    fields.contains {
      $0.name.lowercased() == "cache-control" && $0.value.lowercased() == word
    }
  }
}
