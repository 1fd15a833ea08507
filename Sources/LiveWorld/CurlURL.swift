import CCurl
import World

/// An address taken apart by libcurl's own reader, so that what is checked is what is dialled.
struct CurlURL: Sendable {
  /// What a credential is good for: RFC 6454, section 4.
  struct Origin: Equatable, Sendable {
    let scheme: String
    let host: String
    let port: String
  }

  /// The address, without user and password.
  let text: String

  /// The server it leads to.
  let origin: Origin

  /// The user and the password that stood in the address, without percent signs.
  let user: String?, password: String?

  /// Reads an absolute address, or one relative to a base.
  ///
  /// - Throws: ``HTTPFailure/badURL(_:)`` or ``HTTPFailure/unsupportedScheme(_:)``.
  init(_ text: String, relativeTo base: CurlURL? = nil, library: CurlLibrary) throws(HTTPFailure) {
    if let scheme = Self.scheme(of: text), scheme != "http", scheme != "https" {
      throw .unsupportedScheme(scheme)
    }
    let parts = try CurlURLParts(library: library)
    let isRead = base.map { parts.read($0.text) } ?? true
    guard isRead, parts.read(text),
      let scheme = parts[CURLUPART_SCHEME],
      let host = parts[CURLUPART_HOST], !host.isEmpty,
      let port = parts[CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)]
    else { throw .badURL(text) }
    origin = Origin(scheme: scheme, host: host.lowercased(), port: port)
    user = parts[CURLUPART_USER, UInt32(CURLU_URLDECODE)]
    password = parts[CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE)]
    parts.clear(CURLUPART_USER)
    parts.clear(CURLUPART_PASSWORD)
    guard let clean = parts[CURLUPART_URL] else { throw .badURL(text) }
    self.text = clean
  }

  /// The scheme an address names, in lower case: RFC 3986, section 3.1.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let first = scheme.first, first.isASCII, first.isLetter else { return nil }
    let isScheme = scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      default: false
      }
    }
    return isScheme ? scheme : nil
  }
}

/// The sole owner of a libcurl URL handle.
@safe
private struct CurlURLParts: ~Copyable {
  private let raw: OpaquePointer
  private let library: CurlLibrary

  init(library: CurlLibrary) throws(HTTPFailure) {
    guard let raw = unsafe library.api.pointee.url() else {
      throw .unavailable(reason: "out of memory")
    }
    unsafe self.raw = unsafe raw
    self.library = library
  }

  deinit { unsafe library.api.pointee.url_cleanup(raw) }

  /// Reads an address, relative to the one read before if there is one.
  func read(_ text: String) -> Bool {
    // Servers send unencoded spaces and letters; browsers encode them, and so does this. libcurl
    // would turn a query's spaces into plus signs.
    let text = text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
    let flags = UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME)
    guard !text.utf8.contains(0) else { return false }
    return unsafe library.api.pointee.url_set(raw, CURLUPART_URL, text, flags) == CURLUE_OK
  }

  func clear(_ part: CURLUPart) {
    _ = unsafe library.api.pointee.url_set(raw, part, nil, 0)
  }

  subscript(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe library.api.pointee.url_get(raw, part, &text, flags) == CURLUE_OK,
      let text = unsafe text
    else { return nil }
    defer { unsafe library.api.pointee.free(text) }
    return unsafe String(cString: text)
  }
}
