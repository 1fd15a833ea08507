import World

/// The age and the lifetime of a response: RFC 9111, section 4.2.
struct Freshness: Sendable, Equatable {
  /// The source of the lifetime.
  enum Basis: Sendable, Equatable { case maxAge, expires, heuristic, nothing }

  /// The seconds since the origin created or validated the response.
  var age: Double
  /// The seconds for which it is fresh.
  var lifetime: Double
  var basis: Basis
  /// Whether the clock has been set back since, so that the age is unknown.
  var isAhead: Bool

  var isFresh: Bool { lifetime > age && !isAhead }
  /// The seconds since it became stale; 0 if it is fresh.
  var staleness: Double { max(0, age - lifetime) }

  /// The longest heuristic lifetime: one day.
  static let longestGuess = 86_400.0
  /// The statuses that allow a heuristic lifetime: RFC 9110, section 15.1.
  static let heuristicStatuses: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  init(of response: StoredResponse, at now: Double) {
    self.init(of: response, CacheDirectives(response.headers), at: now)
  }

  /// Computes the freshness with directives that are parsed already.
  init(of response: StoredResponse, _ directives: CacheDirectives, at now: Double) {
    let date = Self.date(of: response, now: now)
    age = Self.age(of: response, date: date, at: now)
    // The clocks of two machines may differ a little.
    isAhead = response.responseTime > now + 60
    (lifetime, basis) = Self.lifetime(of: response, directives, date: date, now: now)
  }

  /// The age alone, which is computed faster.
  static func age(of response: StoredResponse, at now: Double) -> Double {
    age(of: response, date: date(of: response, now: now), at: now)
  }

  private static func date(of response: StoredResponse, now: Double) -> Double {
    response.headers.first("Date").flatMap { httpDate($0, now: now) } ?? response.responseTime
  }

  /// RFC 9111, section 4.2.3.
  private static func age(of response: StoredResponse, date: Double, at now: Double) -> Double {
    let apparent = max(0, response.responseTime - date)
    let delay = max(0, response.responseTime - response.requestTime)
    let resident = max(0, now - response.responseTime)
    return max(apparent, announced(response.headers) + delay) + resident
  }

  /// The value of `Age`; the first of several numbers, and 0 for anything else.
  private static func announced(_ headers: [HTTPField]) -> Double {
    guard let first = listMembers(headers.values(of: "Age")).first,
      first.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return 0 }
    return min(Double(first) ?? 0, 2_147_483_648)
  }

  /// RFC 9111, section 4.2.1.
  private static func lifetime(
    of response: StoredResponse, _ directives: CacheDirectives, date: Double, now: Double
  ) -> (Double, Basis) {
    if let seconds = directives.seconds("max-age") { return (seconds, .maxAge) }
    let expires = response.headers.values(of: "Expires")
    if let first = expires.first {
      guard Set(expires).count == 1, let moment = httpDate(first, now: now) else {
        return (0, .expires)
      }
      return (max(0, moment - date), .expires)
    }
    guard heuristicStatuses.contains(response.status) || directives.contains("public"),
      let modified = response.headers.first("Last-Modified").flatMap({ httpDate($0, now: now) }),
      modified < date
    else { return (0, .nothing) }
    return (min((date - modified) / 10, longestGuess), .heuristic)
  }
}
