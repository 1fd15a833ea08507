/// Recorded responses with their bodies, before they are written as a bundle.
package struct NetworkRecording: Equatable, Sendable {
  package var network: RecordedNetwork
  /// The contents of the bodies by name.
  package var bodies: [String: [UInt8]]

  package init(network: RecordedNetwork, bodies: [String: [UInt8]]) {
    (self.network, self.bodies) = (network, bodies)
  }

  /// Returns the recording with all occurrences of a text replaced.
  ///
  /// Requests that become equal are merged.
  ///
  /// - Throws: ``HTTPFailure`` if an address becomes invalid.
  package func replacing(_ text: String, with other: String) throws(HTTPFailure) -> Self {
    var new = Self(
      network: RecordedNetwork(recorded: network.recorded, exchanges: []), bodies: [:])
    for exchange in network.exchanges {
      let address = try WebAddress(exchange.address.text.replacing(text, with: other))
      for answer in exchange.answers {
        let answer = new.adopt(answer, of: self, text, other)
        new.network.exchanges.add(answer, to: exchange.method, address)
      }
    }
    return new
  }

  private mutating func adopt(
    _ answer: RecordedNetwork.Answer, of old: Self, _ text: String, _ other: String
  ) -> RecordedNetwork.Answer {
    guard case .response(var response) = answer else { return answer }
    response.contentType = response.contentType?.replacing(text, with: other)
    response.fields = response.fields.map {
      HTTPField($0.name, $0.value.replacing(text, with: other))
    }
    if let body = response.body, let bytes = old.bodies[body.name] {
      let bytes = Self.replacing(text, with: other, in: bytes)
      let new = RecordedNetwork.Body(bytes, suffix: body.suffix)
      (response.body, bodies[new.name]) = (new, bytes)
    }
    return .response(response)
  }

  /// Replaces a text in bytes, if they are UTF-8.
  package static func replacing(
    _ text: String, with other: String, in bytes: [UInt8]
  ) -> [UInt8] {
    guard String(validating: bytes, as: UTF8.self) != nil else { return bytes }
    return bytes.replacing(Array(text.utf8), with: Array(other.utf8))
  }
}

extension RecordedNetwork.Body {
  /// Creates a body with the suffix for its media type.
  init(_ bytes: [UInt8], type: String?) {
    self.init(bytes, suffix: Self.suffix(type ?? "", bytes))
  }

  init(_ bytes: [UInt8], suffix: String) {
    self.init(digest: BundleFolder.digest(of: bytes), suffix: suffix, count: bytes.count)
  }

  private static func suffix(_ type: String, _ bytes: [UInt8]) -> String {
    let name = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    if name.hasSuffix("json") { return "json" }
    if let suffix = suffixes[name] { return suffix }
    return String(validating: bytes, as: UTF8.self) == nil ? "bin" : "txt"
  }

  private static let suffixes = [
    "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
    "image/svg+xml": "svg", "text/html": "html", "text/csv": "csv", "application/xml": "xml",
    "text/xml": "xml", "application/gzip": "gz",
  ]
}
