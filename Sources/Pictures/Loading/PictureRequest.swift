import HTTPCache
import Terminal
import Text
import World

/// A request for a picture in a frame.
package struct PictureRequest: Sendable {
  /// Identifies a picture, independent of the record that it belongs to.
  package struct Key: Hashable, Sendable {
    /// The id of its place.
    package var place: String
    package var frame: PixelFrame
    /// The credentials: a response to one user must not be shown to another.
    package var credentials: [HTTPField]
  }

  package var place: PicturePlace
  package var frame: PixelFrame
  /// Header fields that only the server of an address may receive.
  package var credentials: [HTTPField]
  /// The priority of the request.
  package var priority = FetchRequest.Priority.visible
  /// Whether the user asked for this picture, so that its server is asked again despite a recent failure.
  package var isAsked = false
  /// Copies that arrived before this time are fetched again, in seconds since 1970.
  package var newerThan = 0.0

  package init(_ place: PicturePlace, in frame: PixelFrame, credentials: [HTTPField] = []) {
    self.place = place
    self.frame = frame
    self.credentials = credentials
  }

  /// A number for the terminal that identifies the picture in its frame.
  package func number(of facts: PictureFacts) -> UInt64 {
    let text = facts.identity == 0 ? place.id : ""
    let numbers = [facts.identity, UInt64(frame.width), UInt64(frame.height)]
    var hash = FNVHash()
    for number in numbers + text.utf8.map({ UInt64($0) }) { hash.add(number) }
    return hash.value
  }

  package var key: Key { Key(place: place.id, frame: frame, credentials: credentials) }

  /// Whether the picture is on the web, or its file is there.
  var exists: Bool {
    if case .file(let picture) = place { picture.exists() } else { true }
  }

  /// The number of seconds for which a stale picture is shown if its server fails: a year.
  private static let fallbackLimit = 365 * 86_400.0

  /// The request for the cache; nil for a picture in a file.
  package var fetch: FetchRequest? { place.address.map(fetch(from:)) }

  /// The request for the cache, for the address of the picture.
  package func fetch(from address: WebAddress) -> FetchRequest {
    var request = FetchRequest(address)
    request.headers = [.acceptingPictures]
    request.credentials += credentials
    request.limits.bytes = DecodingLimits().bytes
    request.purpose = .picture
    request.priority = priority
    request.retries = 2
    request.fallbackLimit = Self.fallbackLimit
    request.trustsFailures = !isAsked
    request.isCheckedBehind = false
    // A login page must not replace a picture.
    request.isCredible = { content, stored in
      // A content that cannot be read back is not stored.
      let start = (try? content.start(16)) ?? []
      guard let format = PictureFormat(start: start) else {
        return OtherContent.isKnownFile(start)
      }
      // Without another copy, a truncated picture is better than none.
      if stored == nil { return true }
      // A content that cannot be read to its end is not stored.
      return format.isWhole((try? content.bytes()) ?? [])
    }
    return request
  }
}
