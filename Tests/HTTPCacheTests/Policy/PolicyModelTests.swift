import TestSupport
import Testing
import World

@testable import HTTPCache

/// Rules that hold for all servers and requests.
struct PolicyModelTests {
  private static let now = 1_790_000_000.0

  /// A field's value of pieces that mean something, in any order, some of them broken.
  private static func value(_ pieces: [String], _ numbers: inout SeededNumbers) -> String {
    let count = Int.random(in: 0...4, using: &numbers)
    return (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }
      .joined(separator: [", ", ",", " ", ",,", "\t,"].randomElement(using: &numbers) ?? ",")
  }

  private static func response(_ numbers: inout SeededNumbers) -> ResponseHead {
    let directives = [
      "max-age=60", "max-age=0", "max-age=\"9\"", "max-age=x", "max-age", "no-store", "no-cache",
      "no-cache=\"A\"", "private", "public", "must-revalidate", "immutable", "must-understand",
      "stale-if-error=30", "stale-while-revalidate=30", "\"", "\\", "=", "s-maxage=1", "x=\"a,b",
    ]
    let dates = [
      httpDateText(now), httpDateText(now - 500), httpDateText(now + 500), "0", "", "never",
    ]
    var headers: [HTTPField] = []
    for (name, pieces) in [
      ("Cache-Control", directives), ("Vary", ["Foo", "*", "Accept", "", "\""]),
      ("Expires", dates), ("Date", dates), ("Last-Modified", dates),
      ("Age", ["0", "99", "-1", "x", "1e9", "99999999999999999999"]),
      ("ETag", ["\"a\"", "W/\"a\"", "a", ""]),
      ("Content-Range", ["bytes 0-1/2", "bytes 1-0/2", "bytes */2", "x"]),
      ("Connection", ["a", "close", "etag"]), ("Content-Length", ["5", "x"]),
    ] where Bool.random(using: &numbers) {
      for _ in 0..<Int.random(in: 1...2, using: &numbers) {
        headers.append(HTTPField(name, value(pieces, &numbers)))
      }
    }
    let status =
      [200, 203, 204, 206, 299, 301, 304, 404, 410, 500, 503, 599].randomElement(using: &numbers)
      ?? 200
    return ResponseHead(
      status: status, headers: headers, requestTime: now - 1,
      responseTime: now - Double(Int.random(in: -100...100, using: &numbers)))
  }

  private static func request(_ numbers: inout SeededNumbers) throws -> FetchRequest {
    var request = FetchRequest(try WebAddress("http://a.example/x"))
    request.method =
      ["GET", "GET", "GET", "HEAD", "POST", "PUT"].randomElement(using: &numbers) ?? "GET"
    request.mode = CacheMode.allCases.randomElement(using: &numbers) ?? .standard
    for (name, pieces) in [
      (
        "Cache-Control",
        [
          "no-store", "no-cache", "max-age=5", "max-age=x", "min-fresh=5", "max-stale",
          "max-stale=5", "only-if-cached", "\"",
        ]
      ),
      ("Foo", ["1", "2"]), ("Range", ["bytes=0-1", "bytes=-1", "bytes=9-", "bytes=-", "x"]),
      ("If-None-Match", ["\"a\"", "*", "a"]), ("If-Modified-Since", [httpDateText(now), "x"]),
      ("If-Range", ["\"a\"", "W/\"a\"", httpDateText(now - 500)]), ("Pragma", ["no-cache"]),
    ] where Int.random(in: 0..<3, using: &numbers) == 0 {
      request.headers.append(HTTPField(name, value(pieces, &numbers)))
    }
    return request
  }

  @Test func `no random sequence of directives leads to a forbidden answer`() throws {
    var numbers = SeededNumbers(seed: 11)
    let key = CacheKey(address: "http://a.example/x")
    for round in 0..<40_000 {
      let first = try Self.request(&numbers)
      let head = Self.response(&numbers)
      var variants: [StoredResponse] = []
      if var stored = CachePolicy.stored(head, to: first, as: key) {
        stored.count = 5
        variants = [stored]
        let said = head.headers.values(of: "Cache-Control").joined(separator: ",").lowercased()
        #expect(
          !said.contains("no-store") || said.contains("must-understand") || said.contains("\""),
          "\(round)")
        #expect(first.mode != .noStore)
        #expect(!head.headers.values(of: "Vary").joined(separator: ",").contains("*"), "\(round)")
        #expect(stored.headers.first("Connection") == nil)
      }
      let second = try Self.request(&numbers)
      let isOffline = round % 7 == 0
      let decision = CachePolicy.decide(
        second, variants: variants, now: Self.now, isOffline: isOffline)
      switch decision {
      case .serve(let kept, let rule, let isChecked):
        #expect(second.mode != .reload || isOffline, "\(round)")
        #expect(second.mode != .noStore, "\(round)")
        #expect(kept.matches(second.headers), "\(round)")
        #expect(!(isOffline && isChecked), "\(round)")
        let freshness = Freshness(of: kept, at: Self.now)
        if case .fresh = rule { #expect(freshness.isFresh && !kept.isInvalidated, "\(round)") }
        let form = CachePolicy.form(of: second, from: kept, now: Self.now)
        if case .part(let range) = form {
          #expect(range.lowerBound < range.upperBound && range.upperBound <= 5)
        }
        _ = CachePolicy.headers(of: kept, in: form, age: freshness.age)
      case .validate(let kept, _):
        #expect(!CachePolicy.conditions(for: kept).isEmpty && !isOffline, "\(round)")
        let updated =
          CachePolicy.updated(kept, by: Self.response(&numbers), to: second) ?? kept
        #expect(
          updated.headers.values(of: "Content-Length") == kept.headers.values(of: "Content-Length"))
      case .fetch(_, let fallback):
        #expect(!isOffline && second.mode != .onlyIfCached, "\(round)")
        if let fallback { #expect(fallback.matches(second.headers)) }
      case .refuse:
        #expect(
          isOffline || second.mode == .onlyIfCached
            || second.headers.values(of: "Cache-Control").joined().contains("only-if-cached"),
          "\(round)")
      }
    }
  }

  @Test func `lists are taken apart at commas outside quotes`() {
    for (text, members) in [
      ("a, b", ["a", "b"]), (" ,a,,b\t, ", ["a", "b"]), ("a=\"x,y\", b", ["a=\"x,y\"", "b"]),
      ("a=\"x\\\",y\", b", ["a=\"x\\\",y\"", "b"]), ("a=\"x, b", ["a=\"x, b"]), ("", []), (",", []),
    ] {
      #expect(listMembers([text]) == members)
    }
    #expect(listMembers(["a", "b, c"]) == ["a", "b", "c"])
  }
}
