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

  /// The address of the widest picture, by the width in its object or in its name; of the first one among equals.
  ///
  /// A picture without a width is more than a thumbnail and less than a large one.
  var photo: String? {
    var best: (address: String, width: Double)?
    forEachPicture { address, width in
      if let found = best, found.width >= width { return }
      best = (address, width)
    }
    // The bytes stay in the record.
    return best?.address ?? (pictureData == nil ? nil : FilePicture.inRecord.link)
  }

  private func forEachPicture(_ body: (String, Double) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachPicture(body) }
    case .object:
      guard let found = pictureAddress else { return }
      body(found, width > 0 ? width : Self.writtenWidth(of: found) ?? Self.unknownWidth)
    default:
      if let found = address { body(found, Self.writtenWidth(of: found) ?? Self.unknownWidth) }
    }
  }

  /// The width, in pixels, that a picture of unknown width is taken for.
  private static let unknownWidth = 640.0

  /// The width in the name of a picture, such as `pie-225x225.jpg`.
  private static func writtenWidth(of address: String) -> Double? {
    let name = address.split(separator: "/").last?.prefix { $0 != "?" && $0 != "#" } ?? ""
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    let size = stem.split { $0 == "-" || $0 == "_" }.last ?? ""
    let sides = size.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ 2...5 ~= $0.count && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return Double(sides[0])
  }

  /// An `@id` can be any identifier, and counts only if it is the web address of a file with a picture.
  private var pictureAddress: String? {
    if let found = firstLink(["url", "contentUrl", "@value"]) { return found }
    guard let id = self["@id"]?.address, isWebAddress(id) else { return nil }
    let ending = id.prefix { $0 != "?" }.split(separator: ".").last?.lowercased() ?? ""
    return ["avif", "gif", "jpeg", "jpg", "png", "webp"].contains(ending) ? id : nil
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
