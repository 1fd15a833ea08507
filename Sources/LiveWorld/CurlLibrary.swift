import CCurl
import World

/// The functions of libcurl, loaded on first use and never unloaded.
@safe
final class CurlLibrary: Sendable {
  nonisolated(unsafe) let api: UnsafePointer<ccurl_api>

  #if canImport(Darwin)
    static let defaultName = "libcurl.4.dylib"
    private static let advice = "install curl"
  #else
    static let defaultName = "libcurl.so.4"
    private static let advice = "install the package libcurl4"
  #endif

  /// Loads the library by name.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if it is missing or too old.
  init(named name: String) throws(HTTPFailure) {
    let table = UnsafeMutablePointer<ccurl_api>.allocate(capacity: 1)
    unsafe table.initialize(to: ccurl_api())
    unsafe api = UnsafePointer(table)
    if let reason = unsafe ccurl_load(name, table) {
      throw .unavailable(reason: unsafe "\(String(cString: reason)); \(Self.advice)")
    }
  }

  /// Whether content decoding can still be disabled after the header was read.
  ///
  /// Since version 8.7, decoders are created while the header line is parsed.
  var decodesLate: Bool {
    guard let known = unsafe api.pointee.version_info(CURLVERSION_FIRST) else { return false }
    return unsafe known.pointee.version_num < 0x08_07_00
  }

  deinit {
    unsafe api.deallocate()
  }

  /// Returns libcurl's description of a result code.
  func explain(_ code: CURLcode) -> String {
    guard let text = unsafe api.pointee.easy_strerror(code) else { return "error \(code.rawValue)" }
    return unsafe String(cString: text)
  }
}

extension HTTPFailure {
  /// Creates the failure for a result code of libcurl.
  init(_ code: CURLcode, _ reason: String, request: CurlRequest) {
    let host = request.url.origin.host
    self =
      switch code {
      case CURLE_URL_MALFORMAT: .badURL(request.url.text)
      case CURLE_COULDNT_RESOLVE_HOST: .cannotResolve(host: host)
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED:
        .cannotConnect(host: Self.refusing(host, reason), reason: reason)
      // All other time limits are enforced outside libcurl.
      case CURLE_OPERATION_TIMEDOUT: .timedOut(after: request.limits.connect, what: .connection)
      case CURLE_SSL_CACERT_BADFILE:
        .unavailable(reason: "\(reason); check the variable SSL_CERT_FILE")
      case _ where Self.tlsCodes.contains(code.rawValue): .untrusted(reason: reason)
      default: .dropped(reason: reason)
      }
  }

  /// Returns the host that refused the connection, which can be a proxy named in libcurl's message.
  private static func refusing(_ host: String, _ reason: String) -> String {
    let words = reason.split(separator: " ")
    if reason.hasPrefix("Could not resolve proxy:"), let proxy = words.last {
      return "The proxy \(proxy)"
    }
    if reason.hasPrefix("Unsupported proxy") { return "The proxy of the environment" }
    guard reason.hasPrefix("Failed to connect to "), words.count > 6, words[5] == "port",
      words[4] != host, "[\(words[4])]" != host
    else { return host }
    return "The proxy \(words[4]):\(words[6])"
  }

  private static let tlsCodes: Set<UInt32> = [
    CURLE_SSL_CONNECT_ERROR.rawValue,
    CURLE_SSL_ENGINE_NOTFOUND.rawValue,
    CURLE_SSL_ENGINE_SETFAILED.rawValue,
    CURLE_SSL_CERTPROBLEM.rawValue,
    CURLE_SSL_CIPHER.rawValue,
    CURLE_PEER_FAILED_VERIFICATION.rawValue,
    CURLE_USE_SSL_FAILED.rawValue,
    CURLE_SSL_ENGINE_INITFAILED.rawValue,
    CURLE_SSL_CRL_BADFILE.rawValue,
    CURLE_SSL_ISSUER_ERROR.rawValue,
    CURLE_SSL_PINNEDPUBKEYNOTMATCH.rawValue,
    CURLE_SSL_INVALIDCERTSTATUS.rawValue,
    CURLE_SSL_CLIENTCERT.rawValue,
  ]
}
