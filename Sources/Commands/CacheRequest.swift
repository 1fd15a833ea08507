import FeedLoading
import Feeds
import HTTPCache
import Pictures
import PictureViews
import SessionStore
import World

extension CommandContext {
  /// The request that the context itself would send: for a picture if one is kept, else for a feed, with the header or the
  /// key of a named one if it is that.
  func cacheRequest(for address: WebAddress, _ text: String) throws -> FetchRequest {
    let picture = pictures.pictureRequest(address).fetch
    if fetcher.copies(for: picture).contains(where: { $0.purpose == .picture }) { return picture }
    let origin = FeedOrigin(place: .web(text), name: address.text, scope: nil, profile: nil)
    let plain = try loader.fetchRequest(text, of: origin, .asKept)
    if let own = ownRequest(for: address, text) { return own }
    if !fetcher.copies(for: plain).isEmpty { return plain }
    for feed in try directory.namedFeeds() {
      // A named feed whose source is no address is not meant.
      guard let source = try? WebAddress(source(of: feed)) else { continue }
      let isMeant =
        if case .service = feed.origin { source.origin == address.origin } else {
          source.text == address.text
        }
      // What the command explains is the cache; a key that is not there is said when it is needed.
      if isMeant, let origin = try? directory.origin(of: FeedRequest(source: feed.name)),
        let own = try? loader.fetchRequest(text, of: origin, .asKept)
      {
        return own
      }
    }
    return plain
  }

  /// The request for the feed that is loaded, if that is at the address.
  private func ownRequest(for address: WebAddress, _ text: String) -> FetchRequest? {
    // What the command explains is the cache: what is wrong with a feed is said where it is loaded.
    guard let loaded = session.feed, let origin = try? directory.origin(of: loaded.request),
      case .web(let source) = origin.place, (try? WebAddress(source))?.text == address.text
    else { return nil }
    // Without its secret the request is explained as one for any address.
    return try? loader.fetchRequest(text, of: origin, .asKept)
  }
}
