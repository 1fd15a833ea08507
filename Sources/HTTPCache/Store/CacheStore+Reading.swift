import Synchronization
import World

/// What is kept under a key.
extension CacheStore {
  /// All responses that are kept under a key, the one that arrived last first.
  package func responses(for key: CacheKey) -> [StoredResponse] {
    settle(key.address)
    var found: [StoredResponse] = []
    if let (sound, damaged) = onDisk({ tier throws(TierError) in try tier.responses(for: key) }) {
      let hidden = state.withLock { $0.hidden }
      found = hidden.isEmpty ? sound : sound.filter { !hidden.contains($0.id) }
      if !damaged.isEmpty { drop(damaged.map { StoredResponse(unreadable: $0, of: key) }) }
    }
    if let (sound, _) = inMemory({ tier throws(TierError) in try tier.responses(for: key) }) {
      found += sound
    }
    if found.count > 1 { found.sort { ($0.responseTime, $0.id) > ($1.responseTime, $1.id) } }
    return found
  }

  /// The content of a response, whole and right; nil if it is damaged or gone.
  ///
  /// Content that is damaged is dropped with its entry, and counted.
  package func content(of response: StoredResponse) -> CachedContent? {
    guard let body = response.body else { return nil }
    let finding = whereKept(response) { tier throws(TierError) in
      let finding = try tier.content(body, limit: limits.bytesInMemory)
      if case .damaged = finding, !tier.isInPlace { throw .moved }
      return finding
    }
    switch finding {
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

  /// Does something where a response is kept.
  private func whereKept<Value>(
    _ response: StoredResponse, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    response.isInMemory ? inMemory(work) : onDisk(work)
  }

  func noteUse(of response: StoredResponse) {
    let time = now()
    let isMuch = state.withLock { state in
      state.uses.note(response.id, at: time)
      return state.uses.pending.count >= 64
    }
    if isMuch { writeDown() }
  }

  /// Drops responses that are damaged; those that somebody else has removed meanwhile were not.
  private func drop(_ responses: [StoredResponse]) {
    for response in responses where remove([response]) {
      state.withLock { $0.events[response.key.host, default: EventCounts()].damaged += 1 }
    }
  }
}

extension StoredResponse {
  /// Whether it is kept in memory.
  var isInMemory: Bool { id >= CacheTier.firstInMemory }

  /// A row of which nothing can be read but its number.
  fileprivate init(unreadable id: Int64, of key: CacheKey) {
    self.init(key: key, status: 0, headers: [], requestTime: 0, responseTime: 0)
    self.id = id
  }
}
