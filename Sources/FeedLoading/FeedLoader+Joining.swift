import Catalog
import Diagnostics
import Dispatch
import Feeds
import Formats
import FoundationEssentials
import HTTPCache
import Synchronization
import Text
import World

/// Feeds of many files: several sources, folders, patterns and archives.
extension FeedLoader {
  /// Whether a path stands for many files, or a file in the format of another program.
  package func isJoined(_ location: FeedOrigin.Location) -> Bool {
    guard case .file(let path) = location else { return location == .joined }
    let kind = world.files.kind(of: path)
    return kind == .folder || kind == nil && isPattern(path)
  }

  /// Whether a file is read as one of many: an archive, or a format of another program.
  package static func isJoined(_ file: any ReadableFile, named name: String) throws -> Bool {
    try Archive.isArchive(file) || isForeign(file, named: name)
  }

  /// Reads all files of a feed, without making it the current one.
  ///
  /// - Throws: ``Failure`` if none can be read; in strict mode, if one cannot.
  func readJoined(
    _ request: FeedRequest, from origin: FeedOrigin, _ mode: CacheMode
  ) throws -> LoadedFeed {
    let sources = try sources(of: origin, mode)
    var reading = reading(of: origin)
    reading.isStopped = { [world] in world.interruptions.isRaised }
    let snapshot = snapshot(of: origin, sources.tree.items, reading)
    if [.standard, .onlyIfCached].contains(mode), let snapshot,
      let feed = storedFeed(snapshot, sources, reading)
    {
      return loaded(feed, request, origin, sources, reading)
    }
    if origin.sharesIds, sources.tree.items.isEmpty {
      // A person's own folder may be empty.
      return try Self.loadedFeed(
        [InMemoryFile(Array("[]".utf8))], request, origin, reading, at: world.now())
    }
    let joiner = try joiner(of: sources, reading, named: origin.name)
    do throws(FeedError) {
      let feed = try joiner.feed(reading, snapshot: snapshot)
      if reading.isStopped() { throw .stopped }
      return loaded(feed, request, origin, sources, reading)
    } catch {
      if case .stopped = error { throw Failure.interrupted }
      // The name of a file begins with that of its source.
      throw Failure(error.message, status: .notAFeed)
    }
  }

  /// Reads each file of a feed by itself, in their order, without storing rows.
  ///
  /// - Parameters:
  ///   - origin: The feed.
  ///   - reading: The options.
  ///   - body: Takes what the user calls the file, and its records, or why it cannot be read.
  /// - Throws: ``Failure`` if there is no such source, or reading was stopped, and errors of `body`.
  package func readFiles(
    of origin: FeedOrigin, _ reading: FeedReading,
    _ body: (_ name: String, Result<Feed, FeedError>) throws -> Void
  ) throws {
    let tree = try sources(of: origin, .standard).tree
    for item in tree.items {
      for file in try filesRead(of: item, reading) { try body(file.name, file.feed) }
    }
    for source in tree.unread { try body(source.name, .failure(.notAFeed(source.reason))) }
  }

  private func filesRead(
    of item: SourceItem, _ reading: FeedReading
  ) throws -> [(name: String, feed: Result<Feed, FeedError>)] {
    // Records of a plain file have their places in it. Why a file cannot be opened is among what is read below.
    if let file = try? item.open(), try !Self.isJoined(file, named: item.name) {
      return [(item.name, Result { () throws(FeedError) in try Feed(file, reading) })]
    }
    do {
      return try item.read(reading).map { read in
        (read.name, Result { () throws(FeedError) in try read.feed(reading) })
      }
    } catch FeedError.stopped {
      throw Failure.interrupted
    }
  }

  private func loaded(
    _ feed: Feed, _ request: FeedRequest, _ origin: FeedOrigin, _ sources: SourceList,
    _ reading: FeedReading
  ) -> LoadedFeed {
    LoadedFeed(request, origin, feed, at: world.now()).in(sources.state)
      .from(FeedFiles(sources.tree.items, in: world.files, reading))
  }

  /// Reads a file in whatever form it is, as the only one of a feed.
  static func anyFeed(
    _ file: any ReadableFile, _ request: FeedRequest, _ origin: FeedOrigin,
    _ reading: FeedReading, at date: Date
  ) throws -> LoadedFeed {
    var item = SourceItem(
      name: origin.fileName, source: origin.name, scope: origin.scope ?? origin.name,
      identity: file.identity, open: { file })
    item.address = reading.address
    let files = FeedFiles([item], in: nil, reading)
    guard try isJoined(file, named: origin.fileName) else {
      return try loadedFeed([file], request, origin, reading, at: date).from(files)
    }
    var joiner = FeedJoiner()
    do {
      joiner.add(try item.read(reading))
      return LoadedFeed(request, origin, try joiner.feed(reading), at: date).from(files)
    } catch FeedError.stopped {
      throw Failure.interrupted
    } catch let error as FeedError {
      throw Failure("\(shown(source: request.source)): \(error.message)", status: .notAFeed)
    }
  }

  private func storedFeed(
    _ snapshot: FeedSnapshot, _ sources: SourceList, _ reading: FeedReading
  ) -> Feed? {
    var reading = reading
    reading.isStopped = { false }
    let items = sources.tree.items
    let unread = sources.tree.unread
    guard
      let feed = Feed(
        joined: snapshot,
        reading: { [reading] in
          var joiner = FeedJoiner()
          for source in unread { joiner.add(unread: source) }
          for item in items {
            guard item.isUnchanged, let read = try? item.read(reading) else { return nil }
            joiner.add(read)
          }
          return joiner
        })
    else { return nil }
    let isRefused = settings.isStrict && (feed.malformedCount > 0 || !feed.unread.isEmpty)
    return isRefused ? nil : feed
  }

  /// Returns the snapshot for the rows; nil if they are not stored.
  private func snapshot(
    of origin: FeedOrigin, _ items: [SourceItem], _ reading: FeedReading
  ) -> FeedSnapshot? {
    guard !settings.isEphemeral, world.files.isOnDisk, settings.storesFeeds,
      items.allSatisfy({ $0.identity != nil }),
      let path = ownSnapshotPath(for: origin.scope ?? origin.name, origin)
    else { return nil }
    let identities = items.map { Array($0.name.utf8) + [0] + ($0.identity ?? []) }
    let snapshot = FeedSnapshot(path, of: identities, reading)
    return hasFolder(of: snapshot) ? snapshot : nil
  }

  /// The number of files that are read between two updates of the progress.
  private static let batchSize = 32

  /// Reads files on two threads; those that have not changed since the last time are taken from there.
  private func joiner(
    of sources: SourceList, _ reading: FeedReading, named name: String
  ) throws -> FeedJoiner {
    let items = sources.tree.items
    let known = recentItems
    var read: [[ReadItem]] = []
    let progress = observer.countingRows("reading \(name)")
    defer { progress.end() }
    while read.count < items.count {
      let batch = Array(items[read.count..<min(items.count, read.count + Self.batchSize)])
      read += try readAll(batch, known, reading)
      if items.count > Self.batchSize { progress.show(read.count, items.count) }
    }
    recentItems = [:]
    var joiner = FeedJoiner()
    for source in sources.tree.unread { joiner.add(unread: source) }
    for (item, files) in zip(items, read) {
      joiner.add(files)
      if let identity = item.identity { recentItems[item.name] = (identity, files) }
    }
    return joiner
  }

  private func readAll(
    _ items: [SourceItem], _ known: [String: (identity: [UInt8], files: [ReadItem])],
    _ reading: FeedReading
  ) throws -> [[ReadItem]] {
    let results = Mutex<[Int: Result<[ReadItem], any Error>]>([:])
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while true {
        let place = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard place < items.count else { return }
        let item = items[place]
        let result = Result<[ReadItem], any Error> {
          if let old = known[item.name], old.identity == item.identity { return old.files }
          return try item.read(reading)
        }
        results.withLock { $0[place] = result }
      }
    }
    do {
      return try results.withLock { results in
        try items.indices.map { try results[$0]?.get() ?? [] }
      }
    } catch {
      throw Failure.interrupted
    }
  }
}

extension ReadItem {
  /// Returns the records as a feed of their own.
  fileprivate func feed(_ reading: FeedReading) throws(FeedError) -> Feed {
    switch contents {
    case .failure(let reason): throw .notAFeed(reason.text)
    case .success(.feed(let feed)): return feed
    case .success:
      var joiner = FeedJoiner()
      joiner.add([self])
      return try joiner.feed(reading)
    }
  }
}

extension FeedJoiner {
  /// Adds the files of an item.
  fileprivate mutating func add(_ files: [ReadItem]) {
    for file in files {
      switch file.contents {
      case .success(let contents):
        add(contents, named: file.name, from: RowSource(file.source, scope: file.scope))
      case .failure(let reason): add(unread: UnreadSource(file.name, reason.text))
      }
    }
  }
}

/// The files of a feed, and how stale those from the web are.
private struct SourceList {
  var tree: SourceTree
  var state = LoadedFeed.Staleness.fresh
}

/// The sources of a feed.
extension FeedLoader {
  private func sources(of origin: FeedOrigin, _ mode: CacheMode) throws -> SourceList {
    var list = SourceList(tree: SourceTree(world.files))
    let parts = origin.parts.isEmpty ? [origin] : origin.parts
    for part in parts {
      let name = parts.count > 1 ? sourceName(of: part, among: parts) : nil
      if let program = part.program, case .web(let address) = part.location {
        try addPages(of: program, at: address, part, mode, to: &list)
        continue
      }
      guard case .file(let path) = part.location else {
        let download = try download(part, mode)
        var address: String?
        if case .web(let text) = part.location { address = WebAddress.withoutUserInfo(text) }
        list.state = list.state.joined(by: download.state)
        list.tree.add(
          SourceItem(
            name: part.name, source: part.name, scope: part.scope ?? part.name,
            identity: download.file.identity, address: address, open: { download.file }))
        continue
      }
      if world.files.kind(of: path) == nil, !isPattern(path) {
        throw FileError(path: harmless(path), reason: .missing)
      }
      list.tree.add(
        path, shown: path, source: part.sharesIds ? part.name : name,
        scope: part.sharesIds ? part.scope : nil)
    }
    return list
  }

  /// Adds all pages of the list of a recipe program.
  private func addPages(
    of program: RecipeService, at address: String, _ part: FeedOrigin, _ mode: CacheMode,
    to list: inout SourceList
  ) throws {
    let progress = observer.countingRows("loading \(part.name)")
    defer { progress.end() }
    for number in 1...Self.pageLimit {
      let page = number == 1 ? address : program.page(number, of: address)
      let download = try downloadPage(page, of: part, mode)
      list.state = list.state.joined(by: download.state)
      list.tree.add(
        SourceItem(
          name: number == 1 ? part.name : "\(part.name) · page \(number)", source: part.name,
          scope: part.scope ?? part.name, identity: download.file.identity,
          address: WebAddress.withoutUserInfo(page), open: { download.file }))
      guard let member = program.nextMember,
        case .string? = documentMembers([member], of: download.file, limit: memoryLimit)[member]
      else { return }
      progress.show(number, nil)
    }
    list.tree.add(
      unread: UnreadSource(part.name, "it has more than \(Self.pageLimit) pages"))
  }

  /// What the field `from` calls one of several sources: a file by its name, after its folder if another one has the same
  /// name; nil for a pattern, whose files have names of their own.
  private func sourceName(of part: FeedOrigin, among parts: [FeedOrigin]) -> String? {
    let path: (FeedOrigin) -> String? = { part in
      if case .file(let path) = part.location, part.scope != part.name { path } else { nil }
    }
    guard let own = path(part) else { return part.name }
    if world.files.kind(of: own) == nil, isPattern(own) { return nil }
    let name = nameWithoutEnding(own)
    guard parts.filter({ path($0).map(nameWithoutEnding) ?? $0.name == name }).count > 1 else {
      return name
    }
    let folder = own.split(separator: "/").dropLast().last.map { "\($0)/" } ?? ""
    return folder + name
  }

  /// Whether a file is in the format of another program, by its beginning, unpacked from gzip.
  private static func isForeign(_ file: any ReadableFile, named name: String) throws -> Bool {
    var start = [UInt8](repeating: 0, count: min(file.count, 1 << 18))
    let count = try file.read(at: 0, into: &start, 0..<start.count)
    start.removeLast(start.count - count)
    if start.starts(with: GzipUnpacker.mark) {
      var chunk = [UInt8](repeating: 0, count: 1 << 20)
      // A damaged file is reported when it is read.
      guard var unpacker = try? GzipUnpacker(),
        let (_, made) = try? unpacker.unpack(start.span.extracting(0..<start.count), into: &chunk)
      else { return false }
      start = Array(chunk[..<made])
    }
    return recordSource(of: SourceFile(name: name, bytes: start)) != nil
  }
}
