import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A catalog in a file, in the same format as in memory.
///
/// A file begins with a header of 4096 bytes: the file type, the fingerprint of the feed, the location of the section
/// table, and a checksum of all that. The sections follow, then the section table and a checksum for each 4 KB of the
/// sections. The file is written under a temporary name and renamed, so that it appears atomically.
package enum Snapshot {
  /// The first bytes of every snapshot.
  ///
  /// The last one is the version of the format.
  private static let magic: [UInt8] = Array("larder catalogue".utf8) + [0x0D, 0x0A, 0x1A, 2]
  /// Detects files from machines with another byte order.
  private static let byteOrderMark: UInt32 = 0x0102_0304

  /// The fields of the header, in order.
  private struct Header {
    var rows = 0
    /// The end of the sections, which is the offset of the section table.
    var bodyEnd = 0
    var sections = 0
    /// The size of the section table and the checksums in bytes, and their own checksum.
    var tailCount = 0
    var tailSum: UInt64 = 0
    var fingerprint: [UInt8] = []
  }

  /// Opens a snapshot.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - fingerprint: The required fingerprint.
  /// - Returns: The catalog; nil if there is no such file, or if it is not a complete snapshot with that fingerprint.
  /// - Complexity: O(1) in the number of rows, which are read on demand.
  package static func open(_ path: String, fingerprint: [UInt8]) -> Catalog? {
    // `O_NONBLOCK` prevents opening a named pipe from blocking.
    let descriptor = openFile(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_size >= CatalogStorage.headerSize,
      status.st_size < 1 << 40,
      let storage = CatalogStorage(mapping: descriptor, count: Int(status.st_size)),
      let header = header(of: storage), header.fingerprint == fingerprint,
      let table = tail(of: storage, header)
    else { return nil }
    storage.setChecksums(
      at: header.bodyEnd + header.sections * sectionSize,
      count: blockCount(upTo: header.bodyEnd), until: header.bodyEnd)
    return Catalog(storage, table, count: header.rows)
  }

  /// Writes a snapshot, and opens it.
  ///
  /// - Parameters:
  ///   - contents: The contents of the catalog.
  ///   - path: The file, in an existing folder.
  ///   - fingerprint: The fingerprint of the feed.
  ///   - isStopped: Whether to cancel; called regularly, from any thread.
  /// - Returns: The catalog; nil if the contents cannot be stored in the file.
  package static func write(
    _ contents: CatalogContents, to path: String, fingerprint: [UInt8],
    unless isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> Catalog? {
    let temporary = "\(path).\(UInt64.random(in: 0 ... .max)).tmp"
    let descriptor = openFile(
      temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    do throws(StorageError) {
      var writer = SectionWriter(to: descriptor, unless: isStopped)
      try contents.write(into: &writer)
      try finish(writer, contents.count, descriptor, fingerprint)
      guard unsafe rename(temporary, path) == 0 else { throw .system(errno) }
    } catch {
      unsafe unlink(temporary)
      return nil
    }
    return open(path, fingerprint: fingerprint)
  }

  /// Writes what follows and precedes the sections.
  private static func finish(
    _ writer: consuming SectionWriter, _ rows: Int, _ descriptor: Int32, _ fingerprint: [UInt8]
  ) throws(StorageError) {
    let (end, table, sums) = try writer.finishFile()
    let tail = encoded(table) + sums.flatMap { bytes(of: $0) }
    try writeAll(unsafe tail.span.bytes, to: descriptor, at: end)
    let header = Header(
      rows: rows, bodyEnd: end, sections: table.count, tailCount: tail.count,
      tailSum: checksum(unsafe tail.span.bytes), fingerprint: fingerprint)
    try writeAll(unsafe encoded(header).span.bytes, to: descriptor, at: 0)
  }

  // MARK: The header

  private static func encoded(_ header: Header) -> [UInt8] {
    var writer = BinaryWriter()
    for number in [
      foldingVersion, header.rows, header.bodyEnd, header.sections, header.tailCount,
      Int(bitPattern: UInt(header.tailSum)),
    ] { writer.put(number) }
    writer.put(header.fingerprint)
    var bytes = magic + self.bytes(of: byteOrderMark) + writer.bytes
    precondition(bytes.count <= CatalogStorage.headerSize - 8, "a fingerprint fits into the header")
    bytes += [UInt8](repeating: 0, count: CatalogStorage.headerSize - 8 - bytes.count)
    return bytes + self.bytes(of: checksum(unsafe bytes.span.bytes))
  }

  private static func header(of storage: CatalogStorage) -> Header? {
    let bytes = storage.bytes(0..<CatalogStorage.headerSize)
    let start = magic.count + 4
    guard Array(bytes[..<start]) == magic + self.bytes(of: byteOrderMark),
      Array(bytes.suffix(8))
        == self.bytes(of: checksum(unsafe Array(bytes.dropLast(8)).span.bytes))
    else { return nil }
    var reader = BinaryReader(Array(bytes[start...].dropLast(8)))
    guard reader.number() == foldingVersion, let rows = reader.number(),
      let bodyEnd = reader.number(), let sections = reader.number(),
      let tailCount = reader.number(), let tailSum = reader.number(),
      let fingerprint = reader.bytes(), rows >= 0, rows <= Int(UInt32.max),
      bodyEnd >= CatalogStorage.headerSize, tailCount >= 0, bodyEnd <= storage.count,
      storage.count - bodyEnd == tailCount, sections >= 0,
      sections <= tailCount / sectionSize
    else { return nil }
    return Header(
      rows: rows, bodyEnd: bodyEnd, sections: sections, tailCount: tailCount,
      tailSum: UInt64(UInt(bitPattern: tailSum)), fingerprint: fingerprint)
  }

  // MARK: The list of sections

  /// The size of an entry of the section table, in bytes.
  private static let sectionSize = 40

  private static func encoded(_ table: SectionTable) -> [UInt8] {
    var writer = BinaryWriter()
    for (key, section) in table.sorted(by: {
      $0.value.range.lowerBound < $1.value.range.lowerBound
    }) {
      for number in [
        Int(key.field), Int(key.kind.rawValue), section.width, section.range.lowerBound,
        section.range.upperBound,
      ] { writer.put(number) }
    }
    return writer.bytes
  }

  /// Returns the number of blocks of the sections.
  private static func blockCount(upTo end: Int) -> Int {
    (end - CatalogStorage.headerSize + CatalogStorage.blockSize - 1) / CatalogStorage.blockSize
  }

  /// Reads the section table; nil if the table or the checksums are damaged.
  private static func tail(of storage: CatalogStorage, _ header: Header) -> SectionTable? {
    let listEnd = header.bodyEnd + header.sections * sectionSize
    guard storage.withBytes(header.bodyEnd..<storage.count, checksum) == header.tailSum,
      storage.count - listEnd == blockCount(upTo: header.bodyEnd) * 8
    else { return nil }
    var reader = BinaryReader(storage.bytes(header.bodyEnd..<listEnd))
    var table: SectionTable = [:]
    for _ in 0..<header.sections {
      guard let field = reader.number().flatMap({ UInt32(exactly: $0) }),
        let kind = reader.number().flatMap({ UInt16(exactly: $0) }).flatMap(SectionKind.init),
        let width = reader.number(), [1, 2, 4, 8].contains(width), let start = reader.number(),
        let end = reader.number(), start >= CatalogStorage.headerSize, start <= end,
        end <= header.bodyEnd,
        start & 63 == 0
      else { return nil }
      table[Section.Key(field: field, kind: kind)] = Section(
        range: start..<end, width: width)
    }
    return table
  }

  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }
}

/// Calls the C function `open`, which ``Snapshot/open(_:fingerprint:)`` hides.
///
/// New files are private to their owner.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags, 0o600) }

extension CatalogStorage {
  fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
    withBytes(range) { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
  }
}
