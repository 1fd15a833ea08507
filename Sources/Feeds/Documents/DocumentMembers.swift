import Text
import World

/// The values that a document has beside its records.
///
/// - Parameters:
///   - keys: Keys of the document, which is an object.
///   - file: The document, perhaps in gzip.
/// - Returns: The value of each key that is there and is no list or object; nothing if this is no such document.
/// - Complexity: O(*n*) in the bytes of the document.
package func documentMembers(_ keys: [String], of file: any ReadableFile) -> [String: JSONValue] {
  var members: [String: JSONValue] = [:]
  // What cannot be read was said when its records were.
  guard !keys.isEmpty, let document = try? plainDocument(file, limit: 1 << 30).file,
    let bytes = try? allBytes(of: document)
  else { return [:] }
  var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  // The same holds for what is no JSON.
  try? reader.readObject { (reader, key, _) throws(JSONFault) in
    let isWanted = keys.contains(key) && reader.next != 0x5B && reader.next != 0x7B
    if isWanted { members[key] = try reader.readTree() } else { try reader.skipValue() }
  }
  return members
}
