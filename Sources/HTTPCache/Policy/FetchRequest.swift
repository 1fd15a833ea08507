import World

/// How far a request may be answered without asking its server: the values of the Fetch standard.
package enum CacheMode: String, Sendable, CaseIterable {
  /// By the rules of HTTP.
  case standard = "default"
  /// Neither read nor written.
  case noStore = "no-store"
  /// Asked for anew, whatever is kept; the answer is kept.
  case reload
  /// What is kept is checked first.
  case noCache = "no-cache"
  /// What is kept is taken, however old.
  case forceCache = "force-cache"
  /// What is kept is taken, however old, and nothing is asked for.
  case onlyIfCached = "only-if-cached"
}

/// What to do with a response that points to another address.
package enum RedirectMode: String, Sendable, CaseIterable {
  /// Go there, until the final response.
  case follow
  /// Answer with the response that points there.
  case manual
  /// Fail.
  case error
}

/// When a stored copy is the answer to a request.
package enum CopyUse: Sendable {
  /// When the rules of HTTP allow it.
  case byRules
  /// At once, however stale it is: whoever asks marks it, and compares it with the server in the background.
  case atOnce
  /// When the server does not begin to answer within the fetcher's patience, or makes no progress after that.
  case afterPatience
}

/// What is wanted of the cache, and how far to go for it.
package struct FetchRequest: Sendable {
  package var method = "GET"
  package var address: WebAddress
  /// The addresses from which it was redirected here.
  var way: [WebAddress] = []
  /// The fields sent to every server on the way.
  package var headers: [HTTPField] = []
  /// The fields sent to the scheme, host and port of ``address`` only.
  ///
  /// A redirect to another origin loses them for good, even if a later one leads back.
  package var credentials: [HTTPField] = []
  /// The bytes to send along, if any.
  package var body: [UInt8]?
  package var mode = CacheMode.standard
  package var redirects = RedirectMode.follow
  package var limits = HTTPLimits()
  package var purpose = Purpose.other
  /// Whether the answer may be kept, as far as the rules of HTTP allow.
  package var isKept = true
  package var priority = Priority.visible
  /// How often it is sent again after a failure that may pass.
  package var retries = 0
  /// For how many seconds after it went stale a copy may stand in when the server fails.
  package var standInLimit = 0.0
  /// When a stored copy is the answer.
  package var copyUse = CopyUse.byRules
  /// Whether a failure that is remembered is an answer, as it is for what nobody asked for by name.
  package var trustsFailures = false
  /// Whether a stale copy that may be shown is compared with its server behind the answer; else who asks sees to that.
  package var isCheckedBehind = true

  /// Whether an answer can be what was wanted; what cannot takes the place of no copy, and is not relied on.
  ///
  /// A hotel's login page answers 200 for every address, and a file that is still being written is as long as its
  /// server says. If there is a copy, its head goes along.
  package var isCredible: (@Sendable (_ content: CachedContent, _ kept: [HTTPField]?) -> Bool)?

  /// Told how many bytes of the content have come over the network, and how many there are.
  package typealias ProgressObserver = @Sendable (_ received: Int, _ total: Int?) -> Void

  /// Told of a download as it goes on; of one that is under way already, at once how far it is.
  package var progress: ProgressObserver?

  /// How soon it is wanted.
  package enum Priority: Int, Sendable, Comparable, CaseIterable {
    case prefetch, nextPage, visible

    package static func < (one: Priority, other: Priority) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// A request for what is at an address.
  package init(_ address: WebAddress) {
    self.address = address
    credentials = address.authorization.map { [$0] } ?? []
  }

  /// Drops whatever says who is asking.
  package mutating func omitCredentials() {
    credentials = []
    headers.removeAll { tellsWhoAsks($0) }
  }

  /// Whether the method changes nothing at the server: RFC 9110, section 9.2.1.
  var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}

/// What a request with these credentials may share with others of its kind, and with nobody else.
///
/// - Returns: A digest of what tells who asks; empty if nothing does.
func partition(credentials: [HTTPField], headers: [HTTPField]) -> String {
  // Under another name a server has other things at the same address.
  let secrets = credentials + headers.filter { tellsWhoAsks($0) || $0.isNamed("Host") }
  if secrets.isEmpty { return "" }
  let lines = secrets.map { "\($0.name.lowercased()): \($0.value)\n" }.sorted()
  return String(ContentDigest(of: Array(lines.joined().utf8)).text.prefix(32))
}

/// Whether a field says who is asking, even where it was not given as a credential.
func tellsWhoAsks(_ field: HTTPField) -> Bool {
  let name = field.name.lowercased()
  return ["authorization", "cookie", "proxy-authorization"].contains(name)
    || ["key", "token", "secret", "auth", "password"].contains { name.hasSuffix($0) }
}
