import Catalog
import Text
import World

/// By what a document shows which profile it is for.
extension DocumentScan {
  /// How many bytes of the first records are looked at.
  private static var glance: Int { 1 << 16 }
  /// The most bytes that are looked at where the first record is longer than that.
  private static var longGlance: Int { 1 << 20 }

  /// The profile whose records stand under a key.
  ///
  /// - Parameters:
  ///   - key: The key; nil if the document is the list itself.
  ///   - offset: How many bytes stand before the list; nil if there is null in its place.
  /// - Returns: The profile that is wanted, if it says so itself; else the first one all of whose signs are there.
  /// - Throws: ``ScanError`` if the document cannot be read.
  func recognised(_ key: String?, at offset: Int?) throws(ScanError) -> Profile? {
    if let wanted { return wanted.container == key && key != nil ? wanted : nil }
    var recordKeys: [Set<String>]?
    for profile in profiles.candidates(container: key) {
      let signs = profile.signs
      if key == nil && signs.record.isEmpty { continue }
      if !documentKeys.isSuperset(of: signs.document) { continue }
      if signs.record.isEmpty { return profile }
      if recordKeys == nil {
        recordKeys =
          try offset.map { (offset) throws(ScanError) in try firstKeys(at: offset) } ?? []
      }
      // A list without any record is as good as one with the right ones, where its key fits.
      if let records = recordKeys,
        records.isEmpty && key != nil
          || records.contains(where: { $0.isSuperset(of: signs.record) })
      {
        return profile
      }
    }
    return nil
  }

  /// The profile of a list whose signs in the document came behind it.
  func recognisedLate() throws(ScanError) -> Profile? {
    if wanted != nil || named != nil { return nil }
    for list in unclaimed {
      if let profile = try recognised(list.key, at: list.offset) { return profile }
    }
    return nil
  }

  /// The keys of each of the first records of a list, as far as they stand in its first bytes.
  func firstKeys(at offset: Int) throws(ScanError) -> [Set<String>] {
    var glance = Self.glance
    while true {
      let bytes = try bytes(at: offset, glance)
      let (records, isCut) = keys(in: bytes)
      if !isCut || bytes.count < glance || glance >= Self.longGlance { return records }
      glance *= 4
    }
  }

  /// So many bytes of the document; fewer at its end.
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

  /// The keys of each of the first records of a list, and whether the first record of all is cut.
  private func keys(in bytes: [UInt8]) -> (records: [Set<String>], isCut: Bool) {
    var records: [Set<String>] = []
    var reader = JSONReader(bytes)
    guard reader.takes(0x5B), !reader.takes(0x5D) else { return ([], false) }
    for _ in 0..<Profile.Signs.glance {
      reader.skipSpace()
      let isObject = reader.next == 0x7B
      var keys: Set<String> = []
      // What is wrong with a record, or cut here, is said when it is read.
      let isWhole = (try? isObject ? reader.readKeys(into: &keys) : reader.skipValue()) != nil
      if isObject { records.append(keys) }
      if !isWhole { return (records, records.count <= 1) }
      guard reader.takes(0x2C) else { break }
    }
    return (records, false)
  }
}

extension JSONReader {
  /// Reads an object for its keys; those before a flaw are there.
  fileprivate mutating func readKeys(into keys: inout Set<String>) throws(JSONFault) {
    try readObject { (reader, key, _) throws(JSONFault) in
      keys.insert(key)
      try reader.skipValue()
    }
  }
}
