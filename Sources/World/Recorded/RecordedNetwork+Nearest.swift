import Text

extension RecordedNetwork {
  /// Why no exchange is the answer to a request, and which one is nearest to it.
  func reasonForNothing(method: String, _ address: WebAddress) -> String {
    let asked = "\(method) \(address.text)"
    let sameAddress = exchanges.filter { $0.address.text == address.text }
    if !sameAddress.isEmpty {
      let methods = sameAddress.map(\.method).joined(separator: " and ")
      return "has no answer to \(asked), only to \(methods) of that address"
    }
    if let other = exchanges.first(where: { $0.address.isSamePlace(as: address) }) {
      return "has no answer to \(asked), only with another query: \(other.address.text)"
    }
    let texts = exchanges.map(\.address.text)
    if let near = nearest(to: address.text, among: texts) {
      return "has no answer to \(asked); the nearest is \(near)"
    }
    let host = address.origin.host
    let neighbors = exchanges.filter { $0.address.origin.host == host }
    if let first = neighbors.first {
      return
        "has no answer to \(asked), only other addresses of \(host), such as \(first.address.text)"
    }
    let hosts = Set(exchanges.map(\.address.origin.host)).sorted().joined(separator: ", ")
    return "has no answer from \(host), only from \(hosts.isEmpty ? "nobody" : hosts)"
  }
}

extension WebAddress {
  /// Whether two addresses differ by nothing but their queries.
  fileprivate func isSamePlace(as other: WebAddress) -> Bool {
    origin == other.origin
      && target.utf8.prefix { $0 != UInt8(ascii: "?") }
        .elementsEqual(other.target.utf8.prefix { $0 != UInt8(ascii: "?") })
  }
}
