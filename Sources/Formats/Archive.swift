import CArchive
import Text
import World

/// An archive: the files in it, one after another, in constant memory.
///
/// Nothing is written out; names are only names.
package struct Archive {
  /// What may still be read of an archive and of those inside of it.
  package final class Budget {
    /// The maximum number of bytes of all members together.
    package let total: Int
    /// The maximum number of members.
    package let members: Int
    private(set) var used = 0
    private(set) var visited = 0

    package init(total: Int, members: Int = 250_000) {
      (self.total, self.members) = (total, members)
    }

    /// Creates the budget of an archive of some size: 256 MB, or 200 times the size, at most 4 GB.
    package convenience init(ofSize size: Int) {
      let scaled = size.multipliedReportingOverflow(by: 200)
      self.init(total: min(4 << 30, max(256 << 20, scaled.overflow ? .max : scaled.partialValue)))
    }

    fileprivate func take(_ count: Int) throws(Fault) {
      used += count
      if used > total { throw .tooLarge(limit: total) }
    }

    fileprivate func takeMember() throws(Fault) {
      visited += 1
      if visited > members { throw .tooManyMembers(limit: members) }
    }
  }

  /// A file in an archive.
  package struct Member {
    /// The name, with `/` between folders.
    package var name: String
    package var isEncrypted: Bool
  }

  /// Why an archive, or the rest of it, is not read.
  package enum Fault: Error, Equatable {
    /// libarchive is not installed.
    case isMissing
    /// The bytes are no archive.
    case notAnArchive
    case damaged
    case tooManyMembers(limit: Int)
    case tooLarge(limit: Int)

    /// A clause.
    package var reason: String {
      switch self {
      case .isMissing: "archives cannot be read without libarchive (libarchive13)"
      case .notAnArchive: "it is no archive"
      case .damaged: "the archive is damaged from here on"
      case .tooManyMembers(let limit): "the archive has more than \(grouped(limit)) members"
      case .tooLarge(let limit): "the archive unpacks to more than \(byteText(limit))"
      }
    }
  }

  /// Whether a file is an archive, by its beginning: zip, tar, tar in gzip, or anything in xz or zstd.
  ///
  /// A single file in gzip is no archive: whoever reads it unpacks it.
  package static func isArchive(_ file: any ReadableFile) throws(FileError) -> Bool {
    var start = [UInt8](repeating: 0, count: min(512, file.count))
    let count = try file.read(at: 0, into: &start, 0..<start.count)
    if isArchive(Array(start[..<count])) { return true }
    guard start.starts(with: [0x1F, 0x8B]) else { return false }
    return hasTar(inPacked: file)
  }

  /// Whether a gzip file holds a tar.
  private static func hasTar(inPacked file: any ReadableFile) -> Bool {
    // A file that cannot be opened is reported when it is read.
    guard let reader = try? ArchiveReader(file), (try? reader.next()) != nil else { return false }
    return reader.isTar
  }

  private static func isArchive(_ start: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [
      [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
      [0x28, 0xB5, 0x2F, 0xFD],
    ]
    return marks.contains { start.starts(with: $0) }
      || start.dropFirst(257).starts(with: Array("ustar".utf8))
  }
}

extension Archive {
  /// Calls a function with each file of an archive, and one that reads it.
  ///
  /// - Parameters:
  ///   - file: The archive.
  ///   - budget: What may be read, which archives inside of this one share.
  ///   - visit: Takes a member and a function that returns its bytes, at most a number of them; nil if it is longer.
  /// - Throws: ``Fault`` if the archive, or the rest of it, cannot be read; errors of `visit`.
  /// - Complexity: O(*n*) in the unpacked bytes of the members that are read.
  package static func visit(
    _ file: any ReadableFile, _ budget: Budget,
    _ visit: (Member, (_ limit: Int) throws -> [UInt8]?) throws -> Void
  ) throws {
    let reader = try ArchiveReader(file)
    while let member = try reader.next() {
      try budget.takeMember()
      guard let member else { continue }
      try visit(member) { try reader.bytes(limit: $0, budget) }
    }
  }
}

/// An archive that is open.
@safe private final class ArchiveReader {
  private let archive: OpaquePointer
  private let source: Source

  /// The bytes of the archive, for calls from C.
  private final class Source {
    let file: any ReadableFile
    var buffer: [UInt8] = []

    init(_ file: any ReadableFile) { self.file = file }

    func read(at offset: Int, _ count: Int) -> Int {
      if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
      return (try? file.read(at: offset, into: &buffer, 0..<count)) ?? -1
    }
  }

  init(_ file: any ReadableFile) throws(Archive.Fault) {
    source = Source(file)
    var calls = unsafe carchive_source(
      context: Unmanaged.passUnretained(source).toOpaque(),
      read: { context, offset, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
        let source = unsafe Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        let read = source.read(at: Int(offset), count)
        for place in 0..<max(0, read) { unsafe bytes[place] = source.buffer[place] }
        return read
      }, size: Int64(file.count))
    var isMissing = false
    guard let opened = unsafe carchive_open(&calls, &isMissing) else {
      throw isMissing ? .isMissing : .notAnArchive
    }
    unsafe archive = opened
  }

  deinit { unsafe carchive_close(archive) }

  /// Whether the archive is a tar, after the first member was read.
  var isTar: Bool { unsafe carchive_is_tar(archive) }

  /// Moves to the next member.
  ///
  /// - Returns: The member; nil in an optional for one that is no file, or has no name that is safe; nil at the end.
  func next() throws(Archive.Fault) -> Archive.Member?? {
    var entry = unsafe carchive_entry()
    switch unsafe carchive_next(archive, &entry) {
    case carchive_end: return nil
    case carchive_member: break
    default: throw .damaged
    }
    guard unsafe entry.is_file, let bytes = unsafe entry.name else { return .some(nil) }
    let name = unsafe memberName(Array(UnsafeRawBufferPointer(start: bytes, count: length(bytes))))
    guard let name else { return .some(nil) }
    return .some(Archive.Member(name: name, isEncrypted: unsafe entry.is_encrypted))
  }

  /// Returns the bytes of the member; nil if it is longer than a limit.
  func bytes(limit: Int, _ budget: Archive.Budget) throws(Archive.Fault) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBufferPointer { chunk in
        unsafe carchive_read(archive, chunk.baseAddress, chunk.count)
      }
      if count < 0 { throw .damaged }
      if count == 0 { return bytes }
      try budget.take(count)
      if bytes.count + count > limit { return nil }
      bytes += chunk[..<count]
    }
  }
}

private func length(_ name: UnsafePointer<CChar>) -> Int {
  var count = 0
  while unsafe name[count] != 0 { count += 1 }
  return count
}

/// Returns the name of a member; nil if it leads out of the archive.
///
/// Names that are not UTF-8 are in CP437, which zip programs wrote before Unicode.
func memberName(_ bytes: [UInt8]) -> String? {
  let text =
    String(validating: bytes, as: UTF8.self)
    ?? String(
      String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : cp437[Int($0) - 0x80] })
    )
  let parts = text.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
  guard !text.hasPrefix("/"), !parts.contains(".."), let last = parts.last, !last.isEmpty else {
    return nil
  }
  return parts.filter { !$0.isEmpty }.joined(separator: "/")
}

/// The characters of CP437 from 0x80 on.
private let cp437 = Array(
  ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
