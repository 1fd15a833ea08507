import HTTPCache
import Terminal
import Text
import World

/// A picture that is wanted, and the frame it is to fit.
package struct PictureRequest: Sendable {
  /// What a picture is known by: never by the record that it belongs to.
  package struct Key: Hashable, Sendable {
    package var address: String
    package var frame: PixelFrame
    /// Who asks: what a server shows to one is not for another.
    package var credentials: [HTTPField]
  }

  package var address: WebAddress
  package var frame: PixelFrame
  /// The fields that only the server of the address is sent.
  package var credentials: [HTTPField]
  /// How soon it is wanted.
  package var priority = FetchRequest.Priority.visible
  /// Copies that arrived before are fetched anew, whatever they say: in seconds since 1970.
  package var newerThan = 0.0

  package init(_ address: WebAddress, in frame: PixelFrame, credentials: [HTTPField] = []) {
    self.address = address
    self.frame = frame
    self.credentials = credentials
  }

  /// A number that no other picture in another frame has, for the terminal to tell them apart.
  package func number(of facts: PictureFacts) -> UInt64 {
    let text = facts.identity == 0 ? address.text : ""
    let numbers = [facts.identity, UInt64(frame.width), UInt64(frame.height)]
    var hash = FNVHash()
    for number in numbers + text.utf8.map({ UInt64($0) }) { hash.add(number) }
    return hash.value
  }

  package var key: Key { Key(address: address.text, frame: frame, credentials: credentials) }

  /// For how many seconds after it went stale a picture is shown if its server fails: a year.
  private static let patience = 365 * 86_400.0

  /// What the cache is asked.
  package var fetch: FetchRequest {
    var request = FetchRequest(address)
    request.headers = [.acceptingPictures]
    request.credentials += credentials
    request.limits.bytes = DecodingLimits().bytes
    request.purpose = .picture
    request.priority = priority
    request.retries = 2
    request.patience = Self.patience
    request.trustsFailures = true
    request.isCheckedBehind = false
    // Somebody's "sign in first" is no reason to give a picture up.
    request.isCredible = { content, kept in
      // What cannot be read back is not kept either.
      let start = (try? content.start(16)) ?? []
      guard let format = PictureFormat(start: start) else {
        return OtherContent.isKnownFile(start)
      }
      // Without another copy, half of a picture is better than none.
      if kept == nil { return true }
      // Nor is what cannot be read back to its end.
      return format.isWhole((try? content.bytes()) ?? [])
    }
    return request
  }
}
