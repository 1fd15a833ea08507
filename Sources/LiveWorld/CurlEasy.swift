import CCurl
import World

/// The owner of a libcurl easy handle and of the memory that the handle borrows.
@safe
struct CurlEasy: ~Copyable {
  let raw: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let message: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle with an error buffer.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if memory is short.
  init(library: CurlLibrary) throws(HTTPFailure) {
    guard let raw = unsafe library.api.pointee.easy_init() else {
      throw .unavailable(reason: "out of memory")
    }
    unsafe self.raw = unsafe raw
    self.library = library
    unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    _ = unsafe ccurl_set_pointer(library.api, raw, CURLOPT_ERRORBUFFER, message)
  }

  deinit {
    unsafe library.api.pointee.easy_cleanup(raw)
    unsafe message.deallocate()
    unsafe library.api.pointee.slist_free_all(fields)
  }

  /// Returns libcurl's description of an error.
  func explain(_ code: CURLcode) -> String {
    let detail = unsafe String(cString: message)
    return detail.isEmpty ? library.explain(code) : detail
  }

  func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
    try check(option, unsafe ccurl_set_long(library.api, raw, option, value))
  }

  func set(_ option: CURLoption, offset: Int) throws(HTTPFailure) {
    try check(option, unsafe ccurl_set_offset(library.api, raw, option, curl_off_t(offset)))
  }

  func set(_ option: CURLoption, _ value: String) throws(HTTPFailure) {
    let code = unsafe value.withCString { text in
      unsafe ccurl_set_pointer(library.api, raw, option, text)
    }
    try check(option, code)
  }

  /// Sets an option to a copy of bytes.
  ///
  /// Their count is set by ``CURLOPT_POSTFIELDSIZE_LARGE``.
  func set(_ option: CURLoption, copying bytes: [UInt8]) throws(HTTPFailure) {
    let code = unsafe bytes.withUnsafeBytes { bytes in
      // NULL would mean that there is no body.
      if let base = bytes.baseAddress {
        return unsafe ccurl_set_pointer(library.api, raw, option, base)
      }
      return unsafe "".withCString { unsafe ccurl_set_pointer(library.api, raw, option, $0) }
    }
    try check(option, code)
  }

  /// Sets the header lines of the request.
  ///
  /// Can be called once.
  mutating func setFields(_ lines: [String]) throws(HTTPFailure) {
    precondition(unsafe fields == nil, "the head was set twice")
    for line in lines {
      guard let longer = unsafe library.api.pointee.slist_append(fields, line) else {
        throw .unavailable(reason: "out of memory")
      }
      unsafe fields = unsafe longer
    }
    if let fields = unsafe fields { try unsafe setPointer(CURLOPT_HTTPHEADER, fields) }
  }

  func setPointer(_ option: CURLoption, _ value: UnsafeRawPointer) throws(HTTPFailure) {
    try check(option, unsafe ccurl_set_pointer(library.api, raw, option, value))
  }

  func setReceiver(_ option: CURLoption, _ value: ccurl_receive) throws(HTTPFailure) {
    try check(option, unsafe ccurl_set_receive(library.api, raw, option, value))
  }

  /// Sets the callback that libcurl calls before each attempt to send the request.
  func setBeforeSending(_ value: curl_prereq_callback) throws(HTTPFailure) {
    try check(CURLOPT_PREREQFUNCTION, unsafe ccurl_set_before_sending(library.api, raw, value))
  }

  /// Sets an option that older libcurl versions and smaller builds may not support.
  func prefer(_ option: CURLoption, _ value: Int) {
    _ = unsafe ccurl_set_long(library.api, raw, option, value)
  }

  /// Returns a counter, in bytes or microseconds.
  func count(_ info: CURLINFO) -> Int {
    Int(unsafe ccurl_get_offset(library.api, raw, info))
  }

  /// The number of bytes of requests sent.
  var sentCount: Int {
    unsafe ccurl_get_long(library.api, raw, CURLINFO_REQUEST_SIZE)
  }

  /// Finds the file descriptor of the connection; nil if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of open files.
  func connection() -> Int32? {
    let file = unsafe ccurl_find_connection(library.api, raw)
    return file < 0 ? nil : file
  }

  /// Whether the connection can be shared by several transfers (HTTP/2).
  var isMultiplexed: Bool {
    unsafe ccurl_get_long(library.api, raw, CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0
  }

  /// The error status of the proxy; nil if there was none.
  var refusalOfProxy: Int? {
    let status = unsafe ccurl_get_long(library.api, raw, CURLINFO_HTTP_CONNECTCODE)
    return status >= 300 ? status : nil
  }

  /// Resumes a paused transfer.
  func unpause() -> CURLcode {
    unsafe library.api.pointee.easy_pause(raw, CURLPAUSE_CONT)
  }

  private func check(_ option: CURLoption, _ code: CURLcode) throws(HTTPFailure) {
    guard code != CURLE_OK else { return }
    let reason = library.explain(code)
    throw .unavailable(reason: "libcurl refuses its option \(option.rawValue): \(reason)")
  }
}

extension CurlEasy {
  /// Sets all options for a request.
  mutating func prepare(for request: CurlRequest) throws(HTTPFailure) {
    try set(CURLOPT_URL, request.url.text)
    try setFields(request.lines)
    try setMethod(of: request)
    try setManners()
    // An empty value enables all encodings of this libcurl; without a value, nothing is decoded.
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

  /// Waits for a multiplexed HTTP/2 connection over TLS.
  ///
  /// Without TLS there is no HTTP/2, and waiting would serialize the requests.
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
    // A larger buffer than libcurl's 16 KiB delivers most responses in one piece.
    prefer(CURLOPT_BUFFERSIZE, 64 << 10)
    // Otherwise cancelling a transfer would block all transfers until the name resolution ends.
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
