import Catalog
import Text
import World

/// The file that stores the rows of one version of a feed.
package struct FeedSnapshot: Sendable {
  /// The path, in an existing folder.
  package let path: String
  /// Bytes that identify this version of the feed and the options it was read with.
  let fingerprint: [UInt8]

  /// Creates a snapshot; nil if the file has no identity to detect changes by.
  ///
  /// - Parameters:
  ///   - path: The path, in an existing folder.
  ///   - file: The document that the feed is read from.
  ///   - reading: The options it is read with.
  package init?(_ path: String, of file: any ReadableFile, _ reading: FeedReading = FeedReading()) {
    guard let identity = file.identity else { return nil }
    self.path = path
    var writer = BinaryWriter()
    writer.put(identity)
    // A change of any profile can change the rows.
    writer.put(unsafe Int(bitPattern: UInt(shortDigest(of: reading.encoded.span.bytes))))
    fingerprint = writer.bytes
  }

  /// Creates the snapshot of a feed that joins several files.
  ///
  /// - Parameters:
  ///   - path: The path, in an existing folder.
  ///   - identities: Bytes that identify the version of each file, and its name.
  ///   - reading: The options they are read with.
  package init(_ path: String, of identities: [[UInt8]], _ reading: FeedReading) {
    self.path = path
    var writer = BinaryWriter()
    var all = BinaryWriter()
    for identity in identities { all.put(identity) }
    writer.put(identities.count)
    writer.put(unsafe Int(bitPattern: UInt(shortDigest(of: all.bytes.span.bytes))))
    writer.put(unsafe Int(bitPattern: UInt(shortDigest(of: reading.encoded.span.bytes))))
    fingerprint = writer.bytes
  }

  /// Returns the file name for a feed that is identified by a text, such as its path.
  package static func fileName(for text: String) -> String {
    // Changing the hash function would leave the existing files behind.
    String(FNVHash(text.utf8).value, radix: 36) + ".rows"
  }

  func open() -> Catalog? { Snapshot.open(path, fingerprint: fingerprint) }

  func write(
    _ contents: CatalogContents, unless isStopped: @escaping @Sendable () -> Bool
  ) -> Catalog? {
    Snapshot.write(contents, to: path, fingerprint: fingerprint, unless: isStopped)
  }
}

extension FeedReading {
  /// The version of the reader, raised whenever the same bytes yield different rows, to invalidate stored snapshots.
  private static let version = 15

  /// All options that affect the rows.
  fileprivate var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(Self.version)
    // The built-in profiles are covered by their texts below.
    writer.put(named.map { $0.isBuiltIn ? Array($0.name.utf8) : $0.profile.encoded } ?? [])
    for own in profiles.own { writer.put(own.encoded) }
    writer.put(Profile.builtInTexts)
    writer.put(repairsText ? 1 : 0)
    writer.put(acceptsMalformed ? 1 : 0)
    writer.put(address ?? "")
    return writer.bytes
  }
}

extension Profile {
  /// All properties of a profile that affect the rows.
  fileprivate var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(name)
    writer.put(container ?? "")
    writer.put((infersOthers ? 1 : 0) + (dropsRepeats ? 2 : 0))
    writer.put(properties ?? "")
    for list in [signature.document, signature.record] { writer.put(list) }
    for mapping in mappings {
      let field = mapping.field
      for text in [
        field.name, field.kind.rawValue, field.role?.rawValue ?? "", mapping.form?.rawValue ?? "",
        mapping.template ?? "",
      ] { writer.put(text) }
      let sources = mapping.sources.map(\.text)
      for list in [
        field.aliases, sources, mapping.items, mapping.amounts, mapping.inside, mapping.sum,
      ] { writer.put(list) }
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
