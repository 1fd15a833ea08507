import World

/// What a response is kept under: who asked, and for what.
package struct CacheKey: Hashable, Sendable {
  /// A digest of the credentials it was asked for with; empty for what everybody gets.
  package var partition: String
  /// The address, normalised as ``WebAddress`` does.
  package var address: String

  package init(partition: String = "", address: String) {
    self.partition = partition
    self.address = address
  }
}

/// What a response was fetched for.
package enum Purpose: String, Sendable, CaseIterable { case feed, picture, other }

/// A response that is kept, but for its content.
package struct StoredResponse: Sendable, Equatable {
  /// What tells it from all others in its store; 0 until it is stored.
  package var id: Int64 = 0
  package var key: CacheKey
  package var status: Int
  package var reason: String
  /// The fields as they came, less those that concern one connection only.
  package var headers: [HTTPField]
  /// The request's fields that `Vary` names, normalised, one for each name; an absent one is not there.
  package var varying: [HTTPField] = []
  /// The `Range` that it answers; nil for a whole.
  package var range: String?
  /// When the request was sent, in seconds since 1970.
  package var requestTime: Double
  /// When the head arrived, in seconds since 1970.
  package var responseTime: Double
  /// Whether it has to be checked before it is used, whatever its fields say: RFC 9111, section 4.4.
  package var isInvalidated = false
  package var purpose = Purpose.other
  /// The SHA-256 digest of the content, 64 hexadecimal digits.
  package var digest = ""
  /// How many bytes of content there are.
  package var count = 0
  /// Where the content lies among others; nil if it has a file of its own.
  package var place: PackPlace?

  package init(
    key: CacheKey, status: Int, reason: String = "", headers: [HTTPField], requestTime: Double,
    responseTime: Double
  ) {
    self.key = key
    self.status = status
    self.reason = reason
    self.headers = headers
    self.requestTime = requestTime
    self.responseTime = responseTime
  }
}

/// The content of a response: in memory where it is small, else in a file.
package enum CachedContent: Sendable {
  case bytes([UInt8])
  case file(any ReadableFile)

  /// How many bytes there are.
  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.count
    }
  }

  /// The content as something that can be read at any place.
  package var file: any ReadableFile {
    switch self {
    case .bytes(let bytes): HeldBytes(bytes)
    case .file(let file): file
    }
  }

  /// The first bytes, at most so many.
  ///
  /// - Throws: ``FileError`` if the disk cannot be read.
  package func start(_ count: Int) throws(FileError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return Array(bytes.prefix(count))
    case .file(let file):
      var bytes = [UInt8](repeating: 0, count: min(count, file.count))
      let read = try file.read(at: 0, into: &bytes, 0..<bytes.count)
      return Array(bytes.prefix(read))
    }
  }

  /// All of it.
  ///
  /// - Throws: ``FileError`` if the disk cannot be read.
  package func bytes() throws(FileError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return bytes
    case .file(let file):
      var bytes = [UInt8](repeating: 0, count: file.count)
      var filled = 0
      while filled < bytes.count {
        let read = try file.read(at: filled, into: &bytes, filled..<bytes.count)
        if read == 0 { break }
        filled += read
      }
      bytes.removeLast(bytes.count - filled)
      return bytes
    }
  }
}
