import World

/// A validated request.
struct CurlRequest: Sendable {
  let method: String
  let url: WebAddress
  /// The header fields other than those that libcurl adds.
  let headers: [HTTPField]
  let body: [UInt8]?
  let acceptsCompression: Bool
  let limits: HTTPLimits
  let certificates: String?
  let turn: (any HTTPTurn)?

  /// Validates a request.
  ///
  /// - Throws: ``HTTPFailure`` if the request cannot be sent.
  init(_ request: HTTPRequest, certificates: String?) throws(HTTPFailure) {
    let parameters = request.credentials.compactMap(\.secretParameter)
    var headers = request.headers + request.credentials.filter { $0.secretParameter == nil }
    for field in headers where !Self.canSend(field) { throw .badField(name: field.name) }
    let length = request.body?.count ?? 0
    if let field = headers.first(where: { Self.isWrongFraming($0, length: length) }) {
      throw .wrongLength(name: field.name)
    }
    // libcurl adds the same field.
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

  /// The header lines to pass to libcurl.
  var lines: [String] {
    // A semicolon is libcurl's syntax for a field without a value.
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // Suppresses libcurl's defaults: a form content type, and a wait before a large body.
    if !headers.contains(where: { $0.isNamed("Content-Type") }) { lines.append("Content-Type:") }
    if !headers.contains(where: { $0.isNamed("Expect") }) { lines.append("Expect:") }
    return lines
  }

  /// Whether a field contradicts the length of the body.
  ///
  /// The server would treat the rest of the request as another request, and assign the following responses to
  /// the wrong requests.
  private static func isWrongFraming(_ field: HTTPField, length: Int) -> Bool {
    field.isNamed("Transfer-Encoding")
      || field.isNamed("Content-Length") && field.value != "\(length)"
  }

  private static func canSend(_ field: HTTPField) -> Bool {
    isToken(field.name) && !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }
}
