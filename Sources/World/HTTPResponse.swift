/// An HTTP response with a body that is read on demand.
package struct HTTPResponse: Sendable {
  /// The status code.
  package var status: Int

  /// The reason phrase, which is often empty.
  package var reason: String

  /// The URL that responded, without user information.
  package var url: String

  /// The header fields in order, with duplicates.
  ///
  /// They describe the transferred content. If ``body`` is decompressed, `Content-Length` and
  /// `Content-Encoding` may not match it.
  package var headers: [HTTPField]

  /// The body, decompressed if the request accepts compression.
  package var body: HTTPBody

  /// Creates a response.
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

  /// Returns the values of all fields with a name, in order.
  package func values(of name: String) -> [String] {
    headers.filter { $0.isNamed(name) }.map(\.value)
  }
}

/// The body of a response, as a sequence of chunks.
///
/// A body from the network can be read once, by one task at a time. Releasing it unread cancels the transfer.
package struct HTTPBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  package typealias Failure = HTTPFailure

  /// Returns the next chunk; `nil` at the end.
  package typealias Source = @Sendable () async throws(HTTPFailure) -> [UInt8]?

  fileprivate enum Storage {
    case bytes([UInt8], HTTPFailure?)
    case source(Source)
  }

  private let storage: Storage

  /// Creates a body from memory, which ends with an optional failure.
  package init(_ bytes: [UInt8], failure: HTTPFailure? = nil) {
    storage = .bytes(bytes, failure)
  }

  /// Creates a body that is read on demand.
  package init(source: @escaping Source) {
    storage = .source(source)
  }

  /// Reads the body to its end.
  ///
  /// - Returns: All bytes, up to the request's byte limit.
  /// - Throws: ``HTTPFailure`` if the body is incomplete.
  package func collect() async throws(HTTPFailure) -> [UInt8] {
    var all: [UInt8] = []
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next() {
      if all.isEmpty { all = chunk } else { all += chunk }
    }
    return all
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(storage: storage)
  }

  /// An iterator over the chunks.
  package struct Iterator: AsyncIteratorProtocol {
    private var storage: Storage

    fileprivate init(storage: Storage) {
      self.storage = storage
    }

    /// Returns the next chunk, which is not empty.
    ///
    /// - Throws: ``HTTPFailure`` if the body is incomplete.
    package mutating func next() async throws(HTTPFailure) -> [UInt8]? {
      switch storage {
      case .source(let source):
        return try await source()
      case .bytes(let bytes, let failure):
        storage = .bytes([], failure)
        if !bytes.isEmpty { return bytes }
        if let failure { throw failure }
        return nil
      }
    }
  }
}
