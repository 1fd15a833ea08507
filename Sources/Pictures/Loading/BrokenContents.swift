import HTTPCache
import Synchronization
import World

/// Contents that cannot be shown as pictures, although they are stored.
///
/// Errors in the content itself are stored next to it for other processes, for this version of the decoder.
final class BrokenContents: Sendable {
  private struct Known {
    var digests: Set<String> = []
    var addresses: Set<WebAddress> = []
  }

  private let known = Mutex(Known())
  private let store: CacheStore?

  /// - Parameter store: The store of the contents; nil to record errors in memory only.
  init(store: CacheStore?) { self.store = store }

  /// Records that a content cannot be shown.
  ///
  /// - Parameters:
  ///   - digest: Its digest; nil if it is not stored.
  ///   - error: The error; nil if it is not certain.
  func note(_ digest: String?, _ error: DecodingError? = nil) {
    guard let digest else { return }
    let isNew = known.withLock { $0.digests.insert(digest).inserted }
    if isNew, error?.liesInContent == true { store?.insertThumbnail([1], for: Self.key(digest)) }
  }

  /// Forgets the error of a content that could be shown after all.
  func forget(_ digest: String) {
    guard contains(digest) else { return }
    known.withLock { _ = $0.digests.remove(digest) }
    store?.removeThumbnail(Self.key(digest))
  }

  /// Forgets the errors of addresses, as when the cache is cleared.
  func forgetAddresses() { known.withLock { $0.addresses = [] } }

  /// Records whether the content of an address cannot be shown, and is not stored either.
  func note(_ address: WebAddress, isBroken: Bool) {
    known.withLock { known in
      if isBroken { known.addresses.insert(address) } else { known.addresses.remove(address) }
    }
  }

  func contains(_ digest: String) -> Bool {
    if known.withLock({ $0.digests.contains(digest) }) { return true }
    guard store?.thumbnail(Self.key(digest)) != nil else { return false }
    note(digest)
    return true
  }

  func contains(_ address: WebAddress) -> Bool { known.withLock { $0.addresses.contains(address) } }

  private static func key(_ digest: String) -> ThumbnailKey {
    ThumbnailKey(digest: digest, form: "broken v\(PictureDecoder.version)")
  }
}

extension DecodingError {
  /// Whether the next process would get the same error.
  fileprivate var liesInContent: Bool {
    switch self {
    case .malformed(_, reason: "no memory"): false
    case .notPicture, .tooManyPixels, .sideTooLong, .tooManyPasses, .tooManyPieces, .malformed,
      .cutOff:
      true
    case .tooManyBytes, .tookTooLong, .unavailable: false
    }
  }
}
