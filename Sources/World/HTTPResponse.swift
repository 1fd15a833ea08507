/// A server's answer: its head, and a body still to be read.
package struct HTTPResponse: Sendable {
  /// The three-digit status code.
  package var status: Int

  /// The words after the status code, often empty.
  package var reason: String

  /// The address that answered, without user and password.
  package var url: String

  /// The fields as received: in order, with repeated ones apart.
  ///
  /// They describe what was sent. Where ``body`` is decompressed, `Content-Length` and
  /// `Content-Encoding` need not describe it.
  package var headers: [HTTPField]

  /// The content, decompressed if the request accepts compression.
  package var body: HTTPBody

  /// A response made of its parts.
  package init(
    status: Int, reason: String = "", url: String, headers: [HTTPField] = [],
    body: HTTPBody = HTTPBody([])
  ) {
    self.status = status
    self.reason = reason
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The values of every field with that name, in order.
  package func values(of name: String) -> [String] {
    headers.filter { $0.isNamed(name) }.map(\.value)
  }
}
