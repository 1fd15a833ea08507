import World

/// How the cache may be used for a request: the modes of the Fetch Standard.
package enum CacheMode: String, Sendable, CaseIterable {
  /// By the rules of HTTP.
  case standard = "default"
  /// The store is neither read nor written.
  case noStore = "no-store"
  /// The request is sent regardless of what is stored; the response is stored.
  case reload
  /// A stored response is validated first.
  case noCache = "no-cache"
  /// A stored response is used regardless of its age.
  case forceCache = "force-cache"
  /// A stored response is used regardless of its age, and no request is sent.
  case onlyIfCached = "only-if-cached"
}

/// How to handle redirects.
package enum RedirectMode: String, Sendable, CaseIterable {
  /// Follow them to the final response.
  case follow
  /// Return the redirect itself.
  case manual
  /// Fail.
  case error
}

/// When a stored copy answers a request.
package enum CopyUse: Sendable {
  /// If the rules of HTTP allow it.
  case byRules
  /// At once, however stale it is: the caller marks it, and validates it in the background.
  case atOnce
  /// If the server does not begin to answer within the fetcher's patience, or makes no progress after that.
  case afterPatience
}

/// A request, with its use of the cache.
package struct FetchRequest: Sendable {
  package var method = "GET"
  package var address: WebAddress
  /// The addresses that redirected here.
  var way: [WebAddress] = []
  /// The fields for every server on the way.
  package var headers: [HTTPField] = []
  /// The fields for the scheme, host and port of ``address`` only.
  ///
  /// A redirect to another origin drops them, even if a later one leads back.
  package var credentials: [HTTPField] = []
  /// The body, if any.
  package var body: [UInt8]?
  package var mode = CacheMode.standard
  package var redirects = RedirectMode.follow
  package var limits = HTTPLimits()
  package var purpose = Purpose.other
  /// Whether the response may be stored, if the rules of HTTP allow it.
  package var isStorable = true
  package var priority = Priority.visible
  /// The maximum number of retries after temporary failures.
  package var retries = 0
  /// The number of seconds for which a stale copy may replace a failed response.
  package var fallbackLimit = 0.0
  /// When a stored copy is the answer.
  package var copyUse = CopyUse.byRules
  /// Whether a remembered failure is a valid response, as for requests that the user did not make explicitly.
  package var trustsFailures = false
  /// Whether a stale copy is validated in the background after it was served; otherwise the caller does so.
  package var isCheckedBehind = true

  /// Whether a response is what was expected; otherwise it replaces no stored one, and is validated the next time.
  ///
  /// The login page of a hotel answers 200 for every address, and a file that is still being written may match its
  /// `Content-Length`. If a response is stored, its fields are passed, too.
  package var isCredible: (@Sendable (_ content: CachedContent, _ stored: [HTTPField]?) -> Bool)?

  /// Called with the number of received bytes, and the total if it is known.
  package typealias ProgressObserver = @Sendable (_ received: Int, _ total: Int?) -> Void

  /// Called during a download; when joining a download, first with its progress so far.
  package var progress: ProgressObserver?

  /// The priority of a request.
  package enum Priority: Int, Sendable, Comparable, CaseIterable {
    case prefetch, nextPage, visible

    package static func < (one: Priority, other: Priority) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// Creates a request for an address.
  package init(_ address: WebAddress) {
    self.address = address
    credentials = address.authorization.map { [$0] } ?? []
  }

  /// Removes the credentials.
  package mutating func omitCredentials() {
    credentials = []
    headers.removeAll { tellsWhoAsks($0) }
  }

  /// Whether the method is safe: RFC 9110, section 9.2.1.
  var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}

/// The partition of the cache for requests with the same credentials.
///
/// - Returns: A digest of the credentials; empty if there are none.
func partition(credentials: [HTTPField], headers: [HTTPField]) -> String {
  // A server may have other content under another `Host`.
  let secrets = credentials + headers.filter { tellsWhoAsks($0) || $0.isNamed("Host") }
  if secrets.isEmpty { return "" }
  let lines = secrets.map { "\($0.name.lowercased()): \($0.value)\n" }.sorted()
  return String(ContentDigest(of: Array(lines.joined().utf8)).text.prefix(32))
}

/// Whether a field identifies the user, even if it was not passed as a credential.
func tellsWhoAsks(_ field: HTTPField) -> Bool {
  let name = field.name.lowercased()
  return ["authorization", "cookie", "proxy-authorization"].contains(name)
    || ["key", "token", "secret", "auth", "password"].contains { name.hasSuffix($0) }
}
