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

/// The content of a response, chunk by chunk.
///
/// A body from the network is read once, by one task at a time. Dropping it unread ends its
/// transfer.
package struct HTTPBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  package typealias Failure = HTTPFailure

  /// Waits for the next chunk; `nil` is the end.
  package typealias Source = @Sendable () async throws(HTTPFailure) -> [UInt8]?

  fileprivate enum Storage {
    case bytes([UInt8], HTTPFailure?)
    case source(Source)
  }

  private let storage: Storage

  /// A body that is already here, and that breaks off at its end if there is a failure.
  package init(_ bytes: [UInt8], failure: HTTPFailure? = nil) {
    storage = .bytes(bytes, failure)
  }

  /// A body that arrives as it is asked for.
  package init(source: @escaping Source) {
    storage = .source(source)
  }

  /// Reads the body to its end.
  ///
  /// - Returns: All its bytes; the request's byte limit bounds them.
  /// - Throws: ``HTTPFailure`` if it breaks off before its end.
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

  /// A reader of the chunks.
  package struct Iterator: AsyncIteratorProtocol {
    private var storage: Storage

    fileprivate init(storage: Storage) {
      self.storage = storage
    }

    /// Waits for the next chunk, which is never empty.
    ///
    /// - Throws: ``HTTPFailure`` if the body breaks off before its end.
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
