import CCurl
import World

extension CurlEasy {
  /// Sets everything that a request asks for and that every request gets.
  mutating func prepare(for request: CurlRequest) throws(HTTPFailure) {
    try set(CURLOPT_URL, request.url.text)
    try setFields(request.lines)
    try setMethod(of: request)
    try setManners()
    // Empty means every encoding that this libcurl can decode; unset, it decodes nothing.
    if request.acceptsCompression { try set(CURLOPT_ACCEPT_ENCODING, "") }
    setVersion(isSecure: request.url.origin.scheme == "https")
    try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.limits.connect.milliseconds))
    if let certificates = request.certificates { try set(CURLOPT_CAINFO, certificates) }
  }

  private func setMethod(of request: CurlRequest) throws(HTTPFailure) {
    guard request.method != "HEAD" else { return try set(CURLOPT_NOBODY, 1) }
    let isExpected = ["PATCH", "POST", "PUT"].contains(request.method)
    if let body = request.body ?? (isExpected ? [] : nil) {
      try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
      try set(CURLOPT_COPYPOSTFIELDS, copying: body)
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  /// Waits for HTTP/2 where it may come about.
  ///
  /// Without encryption it does not, and waiting would hold back all requests behind the first.
  private func setVersion(isSecure: Bool) {
    prefer(CURLOPT_HTTP_VERSION, isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    prefer(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
  }

  private func setManners() throws(HTTPFailure) {
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try set(CURLOPT_USERAGENT, "Larder/0.1")
    // Most of what is asked for comes in one piece then, not in as many as libcurl's own 16 KiB make of it.
    prefer(CURLOPT_BUFFERSIZE, 64 << 10)
    // Otherwise cancelling a transfer waits for the name server, and all others wait with it.
    prefer(CURLOPT_QUICK_EXIT, 1)
  }
}

extension Duration {
  /// The whole milliseconds, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (rest, below) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return Int(seconds) * 1000 + Int(rest) + (below > 0 ? 1 : 0)
  }
}
