import Text

/// The keys at the beginning of a JSON document, by which formats are recognized.
///
/// Texts are skipped, however long; the first list of objects ends the search.
struct JSONProbe {
  /// The keys of the document, or of the first element if it is a list.
  private(set) var keys: Set<String> = []
  /// The key of the first list of objects in the document.
  private(set) var listKey: String?
  /// The keys of the first element of that list.
  private(set) var listKeys: Set<String> = []

  private struct Enough: Error {}

  /// Reads the beginning of a document; nil if it is not JSON.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    reader.skipSpace()
    if reader.takes(UInt8(ascii: "[")) {
      guard reader.next != nil else { return nil }
      reader.skipSpace()
    }
    guard reader.next == UInt8(ascii: "{") else { return nil }
    reader.position += 1
    while let key = nextKey(&reader) {
      keys.insert(key)
      reader.skipSpace()
      if reader.next == UInt8(ascii: "["), let first = firstKeys(reader) {
        if !keys.contains("@type"), listKey == nil { (listKey, listKeys) = (key, first) }
        if reader.bytesLeft > Self.smallSize { return }
      }
      // What follows damage is not examined.
      guard (try? reader.skipValue()) != nil else { return }
      guard reader.takes(UInt8(ascii: ",")) else { return }
    }
  }

  /// The number of bytes that are skipped to see more keys.
  private static let smallSize = 1 << 20

  private func nextKey(_ reader: inout JSONReader) -> String? {
    reader.skipSpace()
    guard case .string(let key)? = try? reader.readValue(), reader.takes(UInt8(ascii: ":")) else {
      return nil
    }
    return key
  }

  /// Returns the keys of the first element of a list; nil if it is no object.
  private func firstKeys(_ reader: JSONReader) -> Set<String>? {
    var reader = reader
    guard reader.takes(UInt8(ascii: "[")), reader.takes(UInt8(ascii: "{")) else { return nil }
    var keys: Set<String> = []
    while let key = nextKey(&reader) {
      keys.insert(key)
      guard (try? reader.skipValue()) != nil, reader.takes(UInt8(ascii: ",")) else { break }
    }
    return keys
  }

  /// Whether the document, or its first element, has all of some keys.
  func has(_ wanted: String...) -> Bool { keys.isSuperset(of: wanted) }

  /// Whether the first list in the document has elements with all of some keys.
  func lists(_ key: String, with wanted: String...) -> Bool {
    listKey == key && listKeys.isSuperset(of: wanted)
  }
}

extension JSONReader {
  /// The number of bytes after the position.
  fileprivate var bytesLeft: Int { count - position }
}
