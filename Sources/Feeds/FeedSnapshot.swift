import Catalog
import Text
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
  ///   - reading: How it is to be read.
  package init?(_ path: String, of file: any ReadableFile, _ reading: FeedReading = FeedReading()) {
    guard let identity = file.identity else { return nil }
    self.path = path
    var writer = BinaryWriter()
    writer.put(identity)
    // Any change to a profile, or to those that feeds are recognised by, makes other rows.
    writer.put(unsafe Int(bitPattern: UInt(shortDigest(of: reading.encoded.span.bytes))))
    fingerprint = writer.bytes
  }

  /// The name of the file for a feed that is known by a text, such as its path.
  package static func fileName(for text: String) -> String {
    // With another hash the files under the names of this one would stay for ever.
    String(FNVHash(text.utf8).value, radix: 36) + ".rows"
  }

  func open() -> Catalog? { Snapshot.open(path, fingerprint: fingerprint) }

  func write(_ contents: CatalogContents) -> Catalog? {
    Snapshot.write(contents, to: path, fingerprint: fingerprint)
  }
}

extension FeedReading {
  /// A number that rises whenever other rows are made of the same bytes, so that those that were kept are made again.
  private static let version = 8

  /// All that makes a difference to the rows.
  fileprivate var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(Self.version)
    // Those that come with Larder are in the texts below.
    writer.put(named.map { $0.isBuiltIn ? Array($0.name.utf8) : $0.profile.encoded } ?? [])
    for own in profiles.own { writer.put(own.encoded) }
    writer.put(Profile.builtInTexts)
    writer.put(repairsText ? 1 : 0)
    writer.put(address ?? "")
    return writer.bytes
  }
}

extension Profile {
  /// All that makes a profile what it is.
  fileprivate var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(name)
    writer.put(container ?? "")
    writer.put((infersOthers ? 1 : 0) + (dropsRepeats ? 2 : 0))
    for list in [signs.document, signs.record] { writer.put(list) }
    for mapping in mappings {
      let field = mapping.field
      for text in [
        field.name, field.kind.rawValue, field.role?.rawValue ?? "", mapping.form?.rawValue ?? "",
        mapping.template ?? "",
      ] { writer.put(text) }
      let sources = mapping.sources.map(\.text)
      for list in [field.aliases, sources, mapping.items, mapping.amounts] { writer.put(list) }
      writer.put(mapping.replacements.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
      writer.put(mapping.isRequired ? 1 : 0)
      writer.put(mapping.limit ?? 0)
    }
    return writer.bytes
  }
}

extension BinaryWriter {
  fileprivate mutating func put(_ texts: [String]) {
    put(texts.count)
    for text in texts { put(text) }
  }
}
