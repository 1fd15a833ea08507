import World

/// What to send to a server, checked.
struct CurlRequest: Sendable {
  let method: String
  let url: WebAddress
  /// All fields but those that libcurl makes.
  let headers: [HTTPField]
  let body: [UInt8]?
  let acceptsCompression: Bool
  let limits: HTTPLimits
  let certificates: String?
  let turn: (any HTTPTurn)?

  /// Checks a request.
  ///
  /// - Throws: ``HTTPFailure`` if the request cannot be sent as it is.
  init(_ request: HTTPRequest, certificates: String?) throws(HTTPFailure) {
    let parameters = request.credentials.compactMap(\.secretParameter)
    var headers = request.headers + request.credentials.filter { $0.secretParameter == nil }
    for field in headers where !Self.canSend(field) { throw .badField(name: field.name) }
    let length = request.body?.count ?? 0
    if let field = headers.first(where: { Self.isWrongFraming($0, length: length) }) {
      throw .wrongLength(name: field.name)
    }
    // libcurl says the same.
    headers.removeAll { $0.isNamed("Content-Length") }
    precondition(isToken(request.method), "a method is one word")
    method = request.method
    url = try WebAddress(request.url).adding(parameters)
    let named = Set(headers.map { $0.name.lowercased() })
    if let authorization = url.authorization, !named.contains("authorization") {
      headers.append(authorization)
    }
    if !request.acceptsCompression, !named.contains("accept-encoding") {
      headers.append(HTTPField("Accept-Encoding", "identity"))
    }
    self.headers = headers
    body = request.body
    acceptsCompression = request.acceptsCompression
    limits = request.limits
    self.certificates = certificates
    turn = request.turn
  }

  /// The lines of the head that are not libcurl's own.
  var lines: [String] {
    // A semicolon is how libcurl is told of a field without a value.
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // libcurl would announce a form, and wait before sending a large body.
    if !headers.contains(where: { $0.isNamed("Content-Type") }) { lines.append("Content-Type:") }
    if !headers.contains(where: { $0.isNamed("Expect") }) { lines.append("Expect:") }
    return lines
  }

  /// Whether a field is about where the body ends, and says something else: the server would take the rest of one
  /// request for another one, and every answer on that connection for that of the request before.
  private static func isWrongFraming(_ field: HTTPField, length: Int) -> Bool {
    field.isNamed("Transfer-Encoding")
      || field.isNamed("Content-Length") && field.value != "\(length)"
  }

  private static func canSend(_ field: HTTPField) -> Bool {
    isToken(field.name) && !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }
}
