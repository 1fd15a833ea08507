import Synchronization

/// The digests of contents that turned out to be no pictures, so that what is kept of them is not taken for one.
///
/// Only as long as the program runs: the next one may know more forms.
final class BrokenContents: Sendable {
  private let digests = Mutex<Set<String>>([])

  func note(_ digest: String?) {
    guard let digest else { return }
    digests.withLock { _ = $0.insert(digest) }
  }

  func contains(_ digest: String) -> Bool { digests.withLock { $0.contains(digest) } }
}
