import Synchronization
import World

/// Reading responses.
extension CacheStore {
  /// All responses under a key, newest first.
  package func responses(for key: CacheKey) -> [StoredResponse] {
    writeQueued(key.address)
    var found: [StoredResponse] = []
    let onDisk = tiers.onDisk { tier throws(TierError) in try tier.index.responses(for: key) }
    if let (sound, damaged) = onDisk {
      let ignored = ignored.withLock { $0 }
      found = ignored.isEmpty ? sound : sound.filter { !ignored.contains($0.id) }
      if !damaged.isEmpty { drop(damaged.map { StoredResponse(unreadable: $0, of: key) }) }
    }
    let inMemory = tiers.inMemory { tier throws(TierError) in try tier.index.responses(for: key) }
    if let (sound, _) = inMemory { found += sound }
    if found.count > 1 { found.sort { ($0.responseTime, $0.id) > ($1.responseTime, $1.id) } }
    return found
  }

  /// The verified content of a response; nil if it is damaged or missing.
  ///
  /// A response with damaged content is removed, and counted as damaged.
  package func content(of response: StoredResponse) -> CachedContent? {
    guard let body = response.body else { return nil }
    let read = { (tier: CacheTier) throws(TierError) -> BodyFiles.ReadResult in
      let result = try tier.bodies.content(body, limit: self.limits.bytesInMemory)
      if case .damaged = result, !tier.index.isInPlace { throw .moved }
      return result
    }
    switch response.isInMemory ? tiers.inMemory(read) : tiers.onDisk(read) {
    case .sound(let content):
      noteUse(of: response)
      return content
    case .damaged:
      drop([response])
      return nil
    case nil:
      return nil
    }
  }

  /// Notes that a response was used, for eviction.
  func noteUse(of response: StoredResponse) {
    if activity.noteUse(of: response.id, at: now()) { recordActivity() }
  }

  /// Removes damaged responses, and counts those that no other process has removed in the meantime.
  private func drop(_ responses: [StoredResponse]) {
    for response in responses where remove([response]) {
      activity.countDamage(host: response.key.host)
    }
  }
}

/// Storing and changing responses.
extension CacheStore {
  /// Begins to collect the content of a response.
  ///
  /// - Parameter isStorable: Whether the content may be stored; other content never touches the disk.
  /// - Returns: An intake without content.
  package func intake(isStorable: Bool) -> ContentIntake {
    guard isStorable, folder != nil else {
      return ContentIntake(isStorable: isStorable, limit: limits.bytesInMemory, files: files)
    }
    return ContentIntake(isStorable: true, limit: limits.bytesInMemory, files: files) { [self] in
      tiers.changeDisk(creating: true) { tier throws(TierError) in
        try TierError.reporting { try files.beginFile(in: tier.bodies.temporary) }
      }
    }
  }

  /// Stores a response with its content, and removes the responses that it replaces.
  ///
  /// - Parameters:
  ///   - response: The response; its number, digest and size are set here.
  ///   - intake: The complete content.
  ///   - replaced: The responses to remove.
  /// - Returns: The content, whether or not it could be stored.
  package func keep(
    _ response: StoredResponse, _ intake: ContentIntake, replacing replaced: [StoredResponse]
  ) -> CachedContent {
    let content = intake.complete()
    // A response whose content is lost replaces nothing.
    guard content.isReadable else { return content.content }
    defer { intake.abandon() }
    if intake.isStorable {
      let new = NewResponse(response, content, replacing: replaced)
      if fitsOnDisk(new) && insertOnDisk([new]) || insertInMemory([new]) { return content.content }
    }
    remove(replaced)
    return content.content
  }

  /// Replaces the head of a stored response: fields, times, and whether it is invalidated.
  package func update(_ response: StoredResponse) {
    guard let digest = ContentDigest(response.digest) else { return }
    if response.isInMemory {
      _ = tiers.inMemory { tier throws(TierError) in try tier.index.update(response, digest) }
      return
    }
    let isDone = tiers.changeDisk { tier throws(TierError) in
      try tier.index.update(response, digest)
    }
    // If the disk cannot be changed, a copy in memory replaces the response.
    if isDone == nil, let content = content(of: response) {
      let content = CompleteContent(content: content, digest: digest)
      _ = insertInMemory([NewResponse(response, content, replacing: [response])])
    }
  }

  /// Marks all responses of an address, in all partitions, as invalidated.
  package func invalidate(address: String) {
    writeQueued(address)
    _ = tiers.inMemory { tier throws(TierError) in try tier.index.invalidate(address) }
    let isDone: Void? = tiers.changeDisk { tier throws(TierError) in
      try tier.index.invalidate(address)
    }
    if isDone == nil,
      let ids = tiers.onDisk({ tier throws(TierError) in try tier.index.responseIDs(of: address) })
    {
      ignored.withLock { $0.formUnion(ids) }
    }
  }

  /// Removes a response.
  package func remove(_ response: StoredResponse) { remove([response]) }

  /// Removes responses.
  ///
  /// - Returns: Whether any of them was present.
  @discardableResult
  func remove(_ responses: [StoredResponse]) -> Bool {
    let (inMemory, onDisk) = responses.byTier
    var isChanged = false
    if !inMemory.isEmpty {
      isChanged = tiers.inMemory { tier throws(TierError) in try tier.remove(inMemory) } ?? false
    }
    if onDisk.isEmpty { return isChanged }
    if let isFound = tiers.changeDisk({ tier throws(TierError) in try tier.remove(onDisk) }) {
      return isChanged || isFound
    }
    ignored.withLock { $0.formUnion(onDisk.map(\.id)) }
    return true
  }

  /// Whether there is a disk, and a response is within its limit.
  func fitsOnDisk(_ new: NewResponse) -> Bool {
    folder != nil && CacheTier.weight(of: new.response) <= limits.bytes
  }

  /// Stores responses on disk, all or none.
  ///
  /// - Returns: Whether they are stored.
  func insertOnDisk(_ responses: [NewResponse]) -> Bool {
    let count = responses.reduce(0) { $0 + $1.content.count }
    let (replacedInMemory, _) = responses.flatMap(\.replaced).byTier
    let time = now()
    let isStored: Void? = tiers.changeDisk(creating: true) { tier throws(TierError) in
      try makeRoom(for: count, in: tier)
      try tier.insert(responses, at: time, packing: limits.packedBytes)
    }
    if isStored == nil { return false }
    if !replacedInMemory.isEmpty { remove(replacedInMemory) }
    _ = tiers.changeDisk { tier throws(TierError) in
      try tidy(tier, after: count, in: responses.count)
    }
    sweepAbandoned()
    return true
  }

  /// Whether a response is within the limit of the memory.
  func fitsInMemory(_ new: NewResponse) -> Bool {
    CacheTier.weight(of: new.response) <= limits.memoryBytes
  }

  /// Stores responses in memory, all or none, and removes those that they replace on disk.
  ///
  /// - Returns: Whether they are stored.
  func insertInMemory(_ responses: [NewResponse]) -> Bool {
    guard responses.allSatisfy(fitsInMemory) else { return false }
    let (_, replacedOnDisk) = responses.flatMap(\.replaced).byTier
    let count = responses.reduce(0) { $0 + $1.content.count }
    let time = now()
    let isStored: Void? = tiers.changeMemory { tier throws(TierError) in
      try tier.insert(responses, at: time)
      try tidy(tier, after: count, in: responses.count)
    }
    if !replacedOnDisk.isEmpty { remove(replacedOnDisk) }
    return isStored != nil
  }
}

extension StoredResponse {
  /// Whether it is stored in memory.
  var isInMemory: Bool { id >= CacheIndex.firstInMemory }

  /// A row of which only the number can be read.
  fileprivate init(unreadable id: Int64, of key: CacheKey) {
    self.init(key: key, status: 0, headers: [], requestTime: 0, responseTime: 0)
    self.id = id
  }
}

extension [StoredResponse] {
  fileprivate var byTier: (inMemory: [StoredResponse], onDisk: [StoredResponse]) {
    isEmpty ? ([], []) : (filter(\.isInMemory), filter { !$0.isInMemory })
  }
}

/// The key of a thumbnail.
package struct ThumbnailKey: Hashable, Sendable {
  /// The SHA-256 digest of the full content, 64 hexadecimal digits.
  package var digest: String
  /// The size, and whatever else distinguishes thumbnails of the same content.
  package var form: String

  package init(digest: String, form: String) {
    self.digest = digest
    self.form = form
  }
}

/// Thumbnails: small forms of stored content, so that they need not be made again.
extension CacheStore {
  /// The maximum size of a thumbnail, in bytes.
  package static let thumbnailLimit = 256 << 10

  /// A stored thumbnail; nil if there is none on disk, or it is damaged.
  package func thumbnail(_ key: ThumbnailKey) -> [UInt8]? {
    guard let digest = ContentDigest(key.digest) else { return nil }
    return tiers.onDisk { tier throws(TierError) in try tier.index.thumbnail(digest, key.form) }
      ?? nil
  }

  /// Stores a thumbnail for as long as its full content is on disk.
  ///
  /// There are up to four for the same content; another one replaces the oldest.
  package func insertThumbnail(_ bytes: [UInt8], for key: ThumbnailKey) {
    guard bytes.count <= Self.thumbnailLimit, let digest = ContentDigest(key.digest) else { return }
    writeQueued()
    // A thumbnail that is not stored is made again.
    _ = tiers.changeDisk { tier throws(TierError) in
      try tier.index.insertThumbnail(bytes, digest, key.form)
      try tidy(tier, after: bytes.count, in: 1)
    }
  }

  /// Removes a thumbnail.
  package func removeThumbnail(_ key: ThumbnailKey) {
    guard let digest = ContentDigest(key.digest) else { return }
    // If the disk cannot be changed, the thumbnail stays.
    _ = tiers.changeDisk { tier throws(TierError) in
      try tier.index.removeThumbnail(digest, key.form)
    }
  }
}
