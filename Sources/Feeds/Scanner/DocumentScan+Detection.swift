import Catalog
import Text
import World

/// Detection of the profile of a document.
extension DocumentScan {
  /// The number of bytes of a list that are examined.
  private static var sampleSize: Int { 1 << 16 }
  /// The maximum number of bytes that are examined if the first record is longer than that.
  private static var longSampleSize: Int { 1 << 20 }

  /// Returns the profile of a list of records.
  ///
  /// - Parameters:
  ///   - key: The key of the list; nil if the document is the list.
  ///   - offset: The offset of the list in the document, in bytes; nil if the value is null.
  /// - Returns: The requested profile, if its container is the key. Otherwise the first profile whose signature
  ///   matches.
  /// - Throws: ``ScanError`` if the document cannot be read.
  func detectedProfile(_ key: String?, at offset: Int?) throws(ScanError) -> Profile? {
    if let wanted { return wanted.container == key && key != nil ? wanted : nil }
    var recordKeys: [Set<String>]?
    for profile in profiles.candidates(container: key) {
      let signature = profile.signature
      if key == nil && signature.record.isEmpty { continue }
      if !documentKeys.isSuperset(of: signature.document) { continue }
      if signature.record.isEmpty { return profile }
      if recordKeys == nil {
        recordKeys =
          try offset.map { (offset) throws(ScanError) in try firstKeys(at: offset) } ?? []
      }
      // An empty list matches if its key does.
      if let records = recordKeys,
        records.isEmpty && key != nil
          || records.contains(where: { $0.isSuperset(of: signature.record) })
      {
        return profile
      }
    }
    return nil
  }

  /// Returns the profile of a list that is followed by the keys of the profile's signature.
  func lateDetectedProfile() throws(ScanError) -> Profile? {
    if wanted != nil || named != nil { return nil }
    for list in unclaimed {
      if let profile = try detectedProfile(list.key, at: list.offset) { return profile }
    }
    return nil
  }

  /// Returns the keys of each of the first records of a list.
  func firstKeys(at offset: Int) throws(ScanError) -> [Set<String>] {
    var size = Self.sampleSize
    while true {
      let bytes = try bytes(at: offset, size)
      let (records, isCut) = keys(in: bytes)
      if !isCut || bytes.count < size || size >= Self.longSampleSize { return records }
      size *= 4
    }
  }

  /// Reads bytes of the document, fewer at its end.
  private func bytes(at offset: Int, _ count: Int) throws(ScanError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, file.count - offset)))
    do {
      let count = try file.read(at: offset, into: &bytes, 0..<bytes.count)
      bytes.removeLast(bytes.count - count)
    } catch {
      throw .file(error)
    }
    return bytes
  }

  /// Returns the keys of each of the first records of a list, and whether the first record is cut off.
  private func keys(in bytes: [UInt8]) -> (records: [Set<String>], isCut: Bool) {
    var records: [Set<String>] = []
    var reader = JSONReader(bytes)
    guard reader.takes(0x5B), !reader.takes(0x5D) else { return ([], false) }
    for _ in 0..<Profile.Signature.sampleSize {
      reader.skipSpace()
      let isObject = reader.next == 0x7B
      var keys: Set<String> = []
      // Syntax errors are reported when the record is read.
      let isWhole = (try? isObject ? reader.readKeys(into: &keys) : reader.skipValue()) != nil
      if isObject { records.append(keys) }
      if !isWhole { return (records, records.count <= 1) }
      guard reader.takes(0x2C) else { break }
    }
    return (records, false)
  }
}

extension JSONReader {
  /// Reads the keys of an object, up to the first syntax error.
  fileprivate mutating func readKeys(into keys: inout Set<String>) throws(JSONFault) {
    try readObject { (reader, key, _) throws(JSONFault) in
      keys.insert(key)
      try reader.skipValue()
    }
  }
}
