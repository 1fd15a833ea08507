import HTTPCache
import Synchronization
import World

/// What turned out to be no pictures that can be shown, so that what is kept is not taken for one.
///
/// What lies in a content itself is written beside it for other programs, as long as they decode as this one does.
final class BrokenContents: Sendable {
  private struct Known {
    var digests: Set<String> = []
    var addresses: Set<WebAddress> = []
  }

  private let known = Mutex(Known())
  private let store: CacheStore?

  /// - Parameter store: Where the contents are kept; nil if nothing is to be written there.
  init(store: CacheStore?) { self.store = store }

  /// Notes that a content is no picture that can be shown.
  ///
  /// - Parameters:
  ///   - digest: Its digest; nil if it is not kept.
  ///   - error: What is wrong with it; nil if that is not known for certain.
  func note(_ digest: String?, _ error: DecodingError? = nil) {
    guard let digest else { return }
    let isNew = known.withLock { $0.digests.insert(digest).inserted }
    if isNew, error?.liesInContent == true { store?.insertThumbnail([1], for: Self.key(digest)) }
  }

  /// Takes back what was noted of a content that could be shown after all.
  func forget(_ digest: String) {
    guard contains(digest) else { return }
    known.withLock { _ = $0.digests.remove(digest) }
    store?.removeThumbnail(Self.key(digest))
  }

  /// Forgets what is known of addresses, as when the cache is cleared.
  func forgetAddresses() { known.withLock { $0.addresses = [] } }

  /// Notes whether what is at an address could not even be kept.
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
  /// Whether the next program would come to the same end.
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
