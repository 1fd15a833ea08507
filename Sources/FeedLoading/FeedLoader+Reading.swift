import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import Text
import World

/// Reading.
extension FeedLoader {
  /// The minimum size, in bytes, of a file whose rows are stored.
  ///
  /// It is lower in the interactive shell, where the user waits and is likely to load the feed again.
  private var snapshotThreshold: Int { settings.isInteractive ? 1 << 16 : 1 << 20 }

  /// Reads a feed, without making it the current one.
  ///
  /// Unless the cached copy may be used, the rows are parsed again, and stored regardless of their number.
  package func read(
    _ request: FeedRequest, from origin: FeedOrigin, _ mode: CacheMode = .standard
  ) throws -> LoadedFeed {
    if isJoined(origin.location) || origin.program != nil {
      return try readJoined(request, from: origin, mode)
    }
    let download = try download(origin, mode, isPage: request.pages > 1)
    if request.pages == 1, try Self.isJoined(download.file, named: origin.fileName) {
      return try readJoined(request, from: origin, mode)
    }
    if request.pages > 1 { return try readPages(of: request, origin, from: download, mode) }
    let file = download.file
    let files = FeedFiles([item(of: origin, file)], in: world.files, reading(of: origin))
    let usesStoredRows = [.standard, .onlyIfCached].contains(mode)
    if usesStoredRows, let stored = try storedFeed(request, origin, file) {
      return stored.in(download.state).from(files)
    }
    var snapshot = try snapshot(of: origin, file)
    if usesStoredRows, file.count < snapshotThreshold { snapshot = nil }
    if let made = snapshot, !hasFolder(of: made) { snapshot = nil }
    var reading = reading(of: origin)
    reading.isStopped = { [world] in world.interruptions.isRaised }
    let (watchedFile, end) = observer.watched(file, "reading \(origin.name)")
    defer { end() }
    return try Self.loadedFeed(
      [watchedFile], request, origin, reading, snapshot: snapshot, at: world.now()
    ).in(download.state).from(files)
  }

  /// Returns the file of a feed as the only item of it.
  private func item(of origin: FeedOrigin, _ file: any ReadableFile) -> SourceItem {
    if case .file(let path) = origin.location {
      var tree = SourceTree(world.files)
      tree.add(path, shown: path, source: origin.name, scope: origin.scope)
      if let item = tree.items.first { return item }
    }
    return SourceItem(
      name: origin.fileName, source: origin.name, scope: origin.scope ?? origin.name,
      identity: file.identity, open: { file })
  }

  /// Returns the stored rows of a feed; nil if there are none of exactly this version.
  package func storedFeed(
    _ request: FeedRequest, _ origin: FeedOrigin, _ file: any ReadableFile
  ) throws -> LoadedFeed? {
    guard let snapshot = try snapshot(of: origin, file),
      let feed = Feed(snapshot, of: file, reading(of: origin)),
      !settings.isStrict || feed.malformedCount == 0
    else { return nil }
    return LoadedFeed(request, origin, feed, at: world.now())
  }

  /// Returns the snapshot for the rows of a feed; nil if they are not stored.
  private func snapshot(
    of origin: FeedOrigin, _ file: any ReadableFile
  ) throws -> FeedSnapshot? {
    guard !settings.isEphemeral, world.files.isOnDisk, settings.storesFeeds else {
      return nil
    }
    let place: String
    switch origin.location {
    case .input: return nil
    case .bundled: place = "\(origin.name)"
    case .file(let path): place = world.files.absolute(path)
    case .web(let address): place = address
    case .joined: return nil
    }
    return ownSnapshotPath(for: place, origin).flatMap {
      FeedSnapshot($0, of: file, reading(of: origin))
    }
  }

  /// Returns the path of the rows of a feed; nil if another user may have stored them, which is reported once.
  func ownSnapshotPath(for place: String, _ origin: FeedOrigin) -> String? {
    let name = FeedSnapshot.fileName(for: place + "\0" + (origin.profile?.name ?? ""))
    let path = "\(world.folders.cache)/feeds/\(name)"
    do throws(FileError) {
      try claim(path)
      return path
    } catch {
      // Rows that another user stored may not be those of the feed.
      if reportedFaults.insert(error.description).inserted {
        observer.note(.claimed(message: error.description))
      }
      return nil
    }
  }

  /// Returns the options to read a feed with.
  package func reading(of origin: FeedOrigin) -> FeedReading {
    var reading = FeedReading(named: origin.profile, among: profiles())
    reading.isStrict = settings.isStrict
    reading.repairsText = settings.repairsText
    reading.acceptsMalformed = settings.acceptsMalformed
    reading.limit = memoryLimit
    if case .web(let address) = origin.location {
      reading.address = WebAddress.withoutUserInfo(address)
    }
    return reading
  }

  /// The disk space that snapshots leave free for data that cannot be recreated, in bytes.
  private static let reservedBytes = 64 << 20

  /// Creates the folder of a snapshot.
  ///
  /// If that fails or disk space is short, feeds are parsed each time.
  func hasFolder(of snapshot: FeedSnapshot) -> Bool {
    do {
      let folder = world.folders.cache + "/feeds"
      try world.files.makeFolder(folder)
      return try world.files.disk(of: folder).freeBytes >= Self.reservedBytes
    } catch {
      return false
    }
  }

  /// Reads the bytes of a feed.
  package static func loadedFeed(
    _ files: [any ReadableFile], _ request: FeedRequest, _ origin: FeedOrigin,
    _ reading: FeedReading, snapshot: FeedSnapshot? = nil, at date: Date
  ) throws -> LoadedFeed {
    do throws(FeedError) {
      let feed = try Feed(files, reading, snapshot: snapshot)
      // Canceling may have happened while the rows were stored.
      if reading.isStopped() { throw .stopped }
      return LoadedFeed(request, origin, feed, at: date)
    } catch {
      switch error {
      case .stopped: throw Failure.interrupted
      case .unreadable(let error): throw Failure(catching: error)
      case .malformed, .notAFeed, .strict:
        let name = request.source == "-" ? "standard input" : shown(source: request.source)
        var failure = Failure("\(name): \(error.message)", status: .notAFeed)
        if case .malformed(_, offset: 0, _, _) = error {
          failure.diagnostic.hint =
            "recipes in text are known by their file names: .md for RecipeMD, .cook for Cooklang"
        }
        throw failure
      }
    }
  }

  /// Downloads or opens the bytes of a feed.
  package func download(
    _ origin: FeedOrigin, _ mode: CacheMode, isPage: Bool = false
  ) throws -> Download {
    if let (first, fetcher) = try fetching(origin, mode) {
      var request = first
      if isPage { request.isCheckedBehind = true }
      return try download(request, of: origin, with: fetcher)
    }
    if case .bundled(let bundled) = origin.location {
      return Download(file: Demo.file(of: bundled))
    }
    return Download(file: try file(of: origin))
  }

  /// Opens the file of a feed, or reads standard input.
  package func file(of origin: FeedOrigin) throws -> any ReadableFile {
    if case .file(let path) = origin.location {
      // Only a regular file is read where it is; a device or a pipe is held in memory.
      let isRegular = world.files.kind(of: path) == .file
      return try world.files.open(path, limit: isRegular ? Self.feedLimit : memoryLimit())
    }
    if settings.isInputTyped {
      throw Failure(
        "standard input is where you type", hint: "larder - -c COMMANDS reads a feed from it")
    }
    let bytes = try inputBytes ?? world.console.readInput(memoryLimit())
    inputBytes = bytes
    return InMemoryFile(bytes)
  }
}

extension FeedOrigin {
  /// The name of the file, by which some formats are recognized.
  package var fileName: String {
    switch location {
    case .file(let text): text.split(separator: "/").last.map(String.init) ?? text
    case .web(let text):
      String(text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "")
    case .bundled, .input, .joined: name
    }
  }
}
