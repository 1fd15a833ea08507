import World

/// What to send to one server: a request, or one hop of it.
struct CurlRequest: Sendable {
  var method: String
  var url: CurlURL
  var headers: [HTTPField]
  var credentials: [HTTPField]
  var user: String?, password: String?
  var body: [UInt8]?
  var limits: HTTPLimits
  var certificates: String?

  /// The first hop of a request.
  ///
  /// - Throws: ``HTTPFailure`` if the request cannot be sent as it is.
  init(_ request: HTTPRequest, certificates: String?, library: CurlLibrary) throws(HTTPFailure) {
    for field in request.headers + request.credentials where !Self.canSend(field) {
      throw .badField(name: field.name)
    }
    precondition(Self.isToken(request.method), "a method is one word")
    method = request.method
    url = try CurlURL(request.url, library: library)
    headers = request.headers
    credentials = request.credentials
    (user, password) = (url.user, url.password)
    body = request.body
    limits = request.limits
    self.certificates = certificates
  }

  /// The lines of the head that are not libcurl's own.
  var lines: [String] {
    let fields = headers + credentials
    // A semicolon is how libcurl is told of a field without a value.
    var lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // libcurl would announce a form, and wait before sending a large body.
    if !fields.contains(where: { $0.isNamed("Content-Type") }) { lines.append("Content-Type:") }
    if !fields.contains(where: { $0.isNamed("Expect") }) { lines.append("Expect:") }
    return lines
  }

  private static func canSend(_ field: HTTPField) -> Bool {
    isToken(field.name) && !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }

  /// Tells whether a text is a token: RFC 9110, section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
      }
  }
}
