import World

/// The key of a stored response: its address, and the credentials of its request.
package struct CacheKey: Hashable, Sendable {
  /// A digest of the credentials of the request; empty if there were none.
  package var partition: String
  /// The address, normalized by ``WebAddress``.
  package var address: String

  package init(partition: String = "", address: String) {
    self.partition = partition
    self.address = address
  }
}

/// The purpose of a request.
package enum Purpose: String, Sendable, CaseIterable { case feed, picture, other }

/// A stored response without its content.
package struct StoredResponse: Sendable, Equatable {
  /// The number of its row; 0 until it is stored.
  package var id: Int64 = 0
  package var key: CacheKey
  package var status: Int
  package var reason: String
  /// The fields as received, without those that concern one connection only.
  package var headers: [HTTPField]
  /// The fields of the request that `Vary` names, normalized, one for each name that was present.
  package var varying: [HTTPField] = []
  /// The `Range` that it answers; nil for a complete response.
  package var range: String?
  /// When the request was sent, in seconds since 1970.
  package var requestTime: Double
  /// When the head was received, in seconds since 1970.
  package var responseTime: Double
  /// Whether it must be validated before it is used, regardless of its fields: RFC 9111, section 4.4.
  package var isInvalidated = false
  package var purpose = Purpose.other
  /// The SHA-256 digest of the content, 64 hexadecimal digits.
  package var digest = ""
  /// The size of the content, in bytes.
  package var count = 0
  /// The place of the content in a pack; nil if it has a file of its own.
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

/// The content of a response: in memory if it is small, otherwise in a file.
package enum CachedContent: Sendable {
  case bytes([UInt8])
  case file(any ReadableFile)

  /// The size, in bytes.
  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.count
    }
  }

  /// The content for reading at any offset.
  package var file: any ReadableFile {
    switch self {
    case .bytes(let bytes): InMemoryFile(bytes)
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
