import Text

extension JSONValue {
  /// The first address in a value: a text, or an address member of an object.
  var link: String? {
    switch self {
    case .array(let items): items.lazy.compactMap(\.link).first
    case .object: firstLink(["url", "contentUrl", "@id", "embedUrl", "@value"])
    default: address
    }
  }

  /// The address of the picture with the greatest declared width; of the first picture if none declares one.
  var photo: String? {
    var best: (address: String, width: Double)?
    forEachPicture { address, width in
      if let found = best, found.width >= width { return }
      best = (address, width)
    }
    return best?.address
  }

  private func forEachPicture(_ body: (String, Double) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachPicture(body) }
    case .object: if let found = pictureAddress { body(found, width) }
    default: if let found = address { body(found, 0) }
    }
  }

  /// An `@id` can be any identifier, and counts only if it is a web address.
  private var pictureAddress: String? {
    if let found = firstLink(["url", "contentUrl", "@value"]) { return found }
    return self["@id"]?.address.flatMap { isWebAddress($0) ? $0 : nil }
  }

  private func firstLink(_ names: [String]) -> String? {
    names.lazy.compactMap { self[$0]?.link }.first
  }

  private var width: Double {
    guard let width = self["width"] else { return 0 }
    guard case .string(let text) = width, text.hasSuffix("px") else {
      return width.plainNumber ?? 0
    }
    return JSONValue.string(String(text.dropLast(2))).plainNumber ?? 0
  }

  /// A text that may be an address, other than a `data:` URL.
  private var address: String? {
    guard case .string(let text) = self else { return nil }
    let address = trimmingSpace(decodingReferences(text))
    guard !address.isEmpty, !begins(address, with: "data:") else { return nil }
    return address.unicodeScalars.contains { isHarmful($0) || $0 == "<" } ? nil : address
  }
}

private func isWebAddress(_ text: String) -> Bool {
  begins(text, with: "http://") || begins(text, with: "https://")
}

private func begins(_ text: String, with start: StaticString) -> Bool {
  let letters = Array(start.description.utf8)
  return text.utf8.prefix(letters.count).elementsEqual(letters) { $0 == $1 || $0 | 0x20 == $1 }
}
