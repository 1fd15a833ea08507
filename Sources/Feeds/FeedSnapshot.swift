import Catalog
import World

/// Where the rows of one state of a feed are kept for the next time.
package struct FeedSnapshot: Sendable {
  /// The file, in a folder that is there.
  package let path: String
  /// What tells this state of the feed, and the way it is read, from any other.
  let fingerprint: [UInt8]

  /// - Parameters:
  ///   - path: The file, in a folder that is there.
  ///   - file: What the feed is read from; nil comes of one that cannot be told from another.
  ///   - profile: How it is to be mapped; nil if that is recognised.
  package init?(_ path: String, of file: any ReadableFile, as profile: Profile?) {
    guard let identity = file.identity else { return nil }
    self.path = path
    var writer = BinaryWriter()
    writer.put(identity)
    // Any change to a profile, or to those that feeds are recognised by, makes other rows.
    writer.put(digest(([profile] + Profile.builtIn).flatMap { $0?.encoded ?? [] }))
    fingerprint = writer.bytes
  }

  /// The name of the file for a feed that is known by a text, such as its path.
  package static func fileName(for text: String) -> String {
    String(UInt(bitPattern: digest(Array(text.utf8))), radix: 36) + ".rows"
  }

  func open() -> Catalog? { Snapshot.open(path, fingerprint: fingerprint) }

  func write(_ contents: CatalogContents) -> Catalog? {
    Snapshot.write(contents, to: path, fingerprint: fingerprint)
  }
}

extension Profile {
  /// All that makes a profile what it is.
  fileprivate var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(name)
    writer.put(container ?? "")
    for mapping in mappings {
      let field = mapping.field
      for text in [field.name, field.kind.rawValue, field.role?.rawValue ?? ""] { writer.put(text) }
      for list in [field.aliases, mapping.keys] {
        writer.put(list.count)
        for text in list { writer.put(text) }
      }
      writer.put(mapping.isRequired ? 1 : 0)
    }
    return writer.bytes
  }
}

/// A number that stands for some bytes (FNV-1a, 64 bits).
private func digest(_ bytes: [UInt8]) -> Int {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
  return Int(bitPattern: UInt(hash))
}
