/// A response whose content has come to its end, and which is to be kept.
struct Arrival: Sendable {
  /// The response; its number is found out when it is kept.
  var response: StoredResponse
  var whole: WholeContent
  /// What is kept no longer then.
  var replaced: [StoredResponse]

  /// An arrival whose response gets the digest and the length of its content.
  init(_ response: StoredResponse, _ whole: WholeContent, replacing replaced: [StoredResponse]) {
    self.response = response
    self.response.digest = whole.digest.text
    self.response.count = whole.count
    self.whole = whole
    self.replaced = replaced
  }
}
