import Catalog
import Feeds
import Formats
import Text
import World

/// The files that a feed was read from, which have pictures in them or next to them.
///
/// Only places are held; the bytes of a picture are read when they are needed.
package struct FeedFiles: Sendable {
  private let items: [SourceItem]
  /// The files of this machine; nil if only pictures in the items are looked for.
  private let files: (any FileSystem)?
  private let reading: FeedReading
  /// The indices of the items by what the user calls them.
  private let numbers: Lazy<[String: Int]>

  init(_ items: [SourceItem], in files: (any FileSystem)?, _ reading: FeedReading) {
    (self.items, self.files) = (items, files)
    var reading = reading
    // Pictures are read when the load is over.
    reading.isStopped = { false }
    self.reading = reading
    numbers = Lazy {
      Dictionary(items.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Finds the picture that a link leads to, relative to the file of its record.
  ///
  /// - Parameters:
  ///   - link: A link of ``FilePicture``, a `data:` URL, or a path that stays in the source.
  ///   - name: What the user calls the file of the record; nil if the feed has one file.
  ///   - record: Returns the JSON of the record.
  /// - Returns: The picture; nil for other links.
  /// - Complexity: O(1): the file system is asked about one or two files.
  func picture(
    _ link: String, of name: String?, record: @escaping @Sendable () throws -> String
  ) -> StoredPicture? {
    guard let place = place(of: name) else { return nil }
    if link.hasPrefix("data:") { return picture(dataURL: link, in: place) }
    if let inner = FilePicture(link) { return picture(inner, in: place, record) }
    if link.isEmpty || link.hasPrefix("/") || link.prefix(while: { $0 != "/" }).contains(":") {
      return nil
    }
    let folder = folder(of: place)
    let names = [link, decodedPath(link)].compactMap { $0 }
      .compactMap { resolvedPath($0, in: folder) }
    return place.isMember ? picture(members: names, of: place) : picture(files: names, of: place)
  }

  /// The file of a record: an item, or a member of one that is an archive.
  private struct Place {
    var item: SourceItem
    /// The path in the archive, with those of archives in it before; empty for the item itself.
    var member: String

    var isMember: Bool { !member.isEmpty }
    var name: String { isMember ? item.name + "/" + member : item.name }
  }

  /// Finds the file that the user calls by a name: an item, or in the item whose name begins it.
  private func place(of name: String?) -> Place? {
    guard let name else { return items.first.map { Place(item: $0, member: "") } }
    var end = name.endIndex
    while true {
      if let number = numbers.value[String(name[..<end])] {
        return Place(item: items[number], member: String(name[end...].drop { $0 == "/" }))
      }
      guard let slash = name[..<end].lastIndex(of: "/") else { return nil }
      end = slash
    }
  }

  /// The folder of a file, with a slash at its end unless it is empty.
  private func folder(of place: Place) -> String {
    let path = place.isMember ? place.member : place.item.path ?? ""
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

/// Pictures in the file of a record.
extension FeedFiles {
  private func picture(
    _ inner: FilePicture, in place: Place, _ record: @escaping @Sendable () throws -> String
  ) -> StoredPicture {
    let reading = reading
    // The first picture of a record is known by the record; if that cannot be read, reading the picture reports it.
    var id = inner.link
    if inner == .inRecord, let text = try? record() { id += "\0" + sha256(of: Array(text.utf8)) }
    return picture(id, in: place) { limit in
      let file = try Self.file(of: place, limit: reading.limit())
      let bytes = try inner.bytes(in: file, named: place.name, record: record, reading)
      guard let bytes else { throw StoredPicture.Fault("there is no picture in \(place.name)") }
      return try Self.checked(bytes, limit)
    }
  }

  private func picture(dataURL link: String, in place: Place) -> StoredPicture {
    picture(sha256(of: Array(link.utf8)), in: place) { limit in
      guard let bytes = ForeignPicture.inline(link).bytes else {
        throw StoredPicture.Fault("its `data:` URL is not base64")
      }
      return try Self.checked(bytes, limit)
    }
  }

  private static func checked(_ bytes: [UInt8], _ limit: Int) throws -> [UInt8] {
    guard bytes.count <= limit else {
      throw StoredPicture.Fault("the picture is longer than \(byteText(limit))")
    }
    return bytes
  }

  /// Returns a picture in an item, which must not have changed when it is read.
  private func picture(
    _ id: String, in place: Place, _ read: @escaping @Sendable (_ limit: Int) throws -> [UInt8]
  ) -> StoredPicture {
    let item = place.item
    let version = (item.identity ?? []).map { String($0, radix: 16) }.joined(separator: " ")
    return StoredPicture(
      name: place.name, id: [item.scope, place.name, id, version].joined(separator: "\0"),
      exists: { item.isUnchanged }
    ) { limit in
      guard item.isUnchanged else {
        throw StoredPicture.Fault(
          "\(item.name) has changed since it was loaded, or is gone: reload", isTemporary: true)
      }
      return try read(limit)
    }
  }

  /// Opens the file of a record.
  private static func file(of place: Place, limit: Int) throws -> any ReadableFile {
    let file = try place.item.open()
    guard place.isMember else { return file }
    guard let bytes = try member([place.member], of: file, limit: limit) else {
      throw StoredPicture.Fault("there is no \(place.member) in \(place.item.name)")
    }
    return InMemoryFile(bytes)
  }
}

/// Pictures in files next to that of a record.
extension FeedFiles {
  /// Returns the first file that is there, otherwise the first one; nil if none stays in the source.
  private func picture(files paths: [String], of place: Place) -> StoredPicture? {
    guard let files, place.item.path != nil else { return nil }
    let inside = paths.filter { $0.hasPrefix(place.item.root) }
    guard let path = inside.first(where: { files.kind(of: $0) == .file }) ?? inside.first else {
      return nil
    }
    let identity = (fileIdentity(path, files) ?? []).map { String($0, radix: 16) }
    return StoredPicture(
      name: path, id: [path, identity.joined(separator: " ")].joined(separator: "\0"),
      exists: { files.kind(of: path) == .file }
    ) { limit in
      guard files.kind(of: path) == .file else {
        throw StoredPicture.Fault("there is no file \(path)")
      }
      return try files.contents(of: path, limit: limit)
    }
  }

  /// Returns the member of an archive with one of some names.
  private func picture(members names: [String], of place: Place) -> StoredPicture? {
    guard let first = names.first else { return nil }
    let item = place.item
    return picture(first, in: Place(item: item, member: first)) { limit in
      guard let bytes = try Self.member(names, of: item.open(), limit: limit) else {
        throw StoredPicture.Fault("there is no \(first) in \(item.name)")
      }
      return bytes
    }
  }

  private struct Found: Error { var bytes: [UInt8] }

  /// Reads the member that comes first among some paths, in an archive or in one inside it; nil if no path has a member.
  private static func member(
    _ paths: [String], of file: any ReadableFile, limit: Int,
    _ budget: Archive.Budget? = nil
  ) throws -> [UInt8]? {
    let budget = budget ?? Archive.Budget(ofSize: file.count)
    do {
      try Archive.visit(file, budget) { member, bytes in
        let inner = paths.compactMap { path -> String? in
          path.hasPrefix(member.name + "/") ? String(path.dropFirst(member.name.count + 1)) : nil
        }
        guard paths.contains(member.name) || !inner.isEmpty, !member.isEncrypted else { return }
        let most = inner.isEmpty ? limit : ItemReader.memberLimit
        guard let found = try bytes(most) else {
          throw StoredPicture.Fault("\(member.name) is longer than \(byteText(most))")
        }
        if inner.isEmpty { throw Found(bytes: found) }
        if let bytes = try self.member(inner, of: InMemoryFile(found), limit: limit, budget) {
          throw Found(bytes: bytes)
        }
      }
    } catch let found as Found {
      return found.bytes
    } catch let fault as Archive.Fault {
      throw StoredPicture.Fault(fault.reason)
    }
    return nil
  }
}

/// Returns a path relative to a folder without `.` and `..`; nil if it leads above the first component.
func resolvedPath(_ path: String, in folder: String) -> String? {
  var parts: [Substring] = []
  for part in (folder + path).split(separator: "/") where part != "." {
    if part != ".." {
      parts.append(part)
    } else if parts.popLast() == nil {
      return nil
    }
  }
  return (folder.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}

/// Returns the path of a relative URL: without query and fragment, and with its percent-encoding decoded.
private func decodedPath(_ link: String) -> String? {
  let path = link.prefix { $0 != "?" && $0 != "#" }
  guard path.contains("%") else { return path.endIndex == link.endIndex ? nil : String(path) }
  var bytes: [UInt8] = []
  var rest = path.utf8[...]
  while let byte = rest.popFirst() {
    let digits = rest.prefix(2)
    if byte == UInt8(ascii: "%"), digits.count == 2,
      let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    {
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(validating: bytes, as: UTF8.self)
}

/// The pictures of rows.
extension LoadedFeed {
  /// Finds the picture that a row has a link to.
  ///
  /// - Parameters:
  ///   - link: The value of a field: an address, or a link that is relative to the file of the row.
  ///   - row: The row.
  /// - Returns: Its place; nil if the link leads to no picture.
  package func picture(_ link: String, of row: Int) -> PicturePlace? {
    if isWebLink(link) {
      // An invalid address is an error of the feed, which `lint` reports.
      return (try? WebAddress(link)).map { .web($0) }
    }
    let feed = feed
    return files?.picture(link, of: feed.file(of: row)) { try feed.source(of: row).text }
      .map { .file($0) }
  }
}
