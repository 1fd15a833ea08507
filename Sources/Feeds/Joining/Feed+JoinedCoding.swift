import Catalog
import Text
import World

/// The texts of the documents of a feed, which are read again when they are needed.
package typealias DocumentTexts = [(read: any ReadableFile, published: any ReadableFile)]

extension Feed {
  /// Opens the snapshot of a feed that joins several sources; nil if it does not contain the feed.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - read: Reads the sources again, and joins them; nil if they have changed. It runs when a text is needed.
  package init?(
    joined snapshot: FeedSnapshot, reading read: @escaping @Sendable () -> FeedJoiner?
  ) {
    guard let catalog = snapshot.open() else { return nil }
    var reader = BinaryReader(catalog.attachment)
    let texts = Lazy<DocumentTexts?> { read()?.texts }
    guard let parts = reader.parts(texts), !parts.isEmpty, let layout = reader.layout(parts.count),
      let origins = reader.origins(), let unread = reader.unread(),
      let scopes = reader.scopes(), reader.isAtEnd,
      layout.runs.allSatisfy({ scopes.indices.contains($0.scope) }),
      layout.count == catalog.count, origins.count == parts.count,
      origins.allSatisfy({ $0.count == catalog.schema.fields.count })
    else { return nil }
    self.init(catalog, parts, layout: layout, origins: origins, unread: unread, scopes: scopes)
  }

  /// Everything but the rows, in the format that snapshots store.
  var encodedParts: [UInt8] {
    var writer = BinaryWriter()
    writer.put(parts.count)
    for part in parts {
      writer.put(part.name == nil ? 0 : 1)
      writer.put(part.name ?? "")
      writer.put(part.report.encoded)
    }
    let runs = layout?.runs ?? []
    writer.put(runs.count)
    writer.put(layout?.count ?? 0)
    for run in runs {
      writer.put(run.part)
      writer.put(run.first)
      writer.put(run.start)
      writer.put(run.scope)
    }
    writer.put(origins.count)
    for list in origins {
      writer.put(list.count)
      for number in list { writer.put(number ?? -1) }
    }
    writer.put(unread.count)
    for source in unread {
      writer.put(source.name)
      writer.put(source.reason)
    }
    writer.put(scopes.count)
    for scope in scopes { writer.put(scope) }
    return writer.bytes
  }
}

extension FeedJoiner {
  /// The texts of the documents, in the order of ``Feed/parts``.
  fileprivate var texts: DocumentTexts {
    documents.map { (read: $0.document, published: $0.published) }
  }
}

/// A document that has changed since its rows were stored.
private struct ChangedDocument: ReadableFile {
  var count: Int { 0 }
  var identity: [UInt8]? { nil }
  var hasChanged: Bool { true }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    throw FileError(path: "the feed", reason: .changed)
  }
}

extension BinaryReader {
  fileprivate mutating func parts(_ texts: Lazy<DocumentTexts?>) -> [FeedPart]? {
    guard let count = number() else { return nil }
    var parts: [FeedPart] = []
    for number in 0..<max(0, count) {
      guard let hasName = self.number(), let name = text(), let bytes = self.bytes(),
        let report = FeedReport(encoded: bytes)
      else { return nil }
      let own = Lazy<(read: any ReadableFile, published: any ReadableFile)> {
        guard let all = texts.value, all.indices.contains(number) else {
          return (ChangedDocument(), ChangedDocument())
        }
        return all[number]
      }
      parts.append(FeedPart(name: hasName == 1 ? name : nil, texts: own, report: report))
    }
    return parts
  }

  fileprivate mutating func layout(_ partCount: Int) -> RecordLayout? {
    guard let runCount = number(), let count = number() else { return nil }
    var runs: [RecordLayout.Run] = []
    for _ in 0..<max(0, runCount) {
      guard let part = number(), let first = number(), let start = number(), let scope = number(),
        0..<partCount ~= part, first >= 0, start == 0 || start > runs.last?.start ?? .max
      else { return nil }
      runs.append(.init(part: part, first: first, start: start, scope: scope))
    }
    return RecordLayout(runs: runs, count: count)
  }

  fileprivate mutating func origins() -> [[Int?]]? {
    guard let count = number() else { return nil }
    var origins: [[Int?]] = []
    for _ in 0..<max(0, count) {
      guard let fieldCount = number() else { return nil }
      var list: [Int?] = []
      for _ in 0..<max(0, fieldCount) {
        guard let number = number() else { return nil }
        list.append(number < 0 ? nil : number)
      }
      origins.append(list)
    }
    return origins
  }

  fileprivate mutating func scopes() -> [String]? {
    guard let count = number() else { return nil }
    var scopes: [String] = []
    for _ in 0..<max(0, count) {
      guard let scope = text() else { return nil }
      scopes.append(scope)
    }
    return scopes
  }

  fileprivate mutating func unread() -> [UnreadSource]? {
    guard let count = number() else { return nil }
    var unread: [UnreadSource] = []
    for _ in 0..<max(0, count) {
      guard let name = text(), let reason = text() else { return nil }
      unread.append(UnreadSource(name, reason))
    }
    return unread
  }
}
