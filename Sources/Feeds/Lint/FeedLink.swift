import Catalog

/// A distinct address in the link fields of a feed.
package struct FeedLink: Equatable, Sendable {
  package var address: String
  /// The field of its first occurrence.
  package var field: String
  package var role: Field.Role?
  /// The first row with the address, in the order of the document.
  package var row: Int
  /// The number of occurrences.
  package var count: Int

  /// Whether the address is that of a picture.
  package var isPicture: Bool { role == .photo || role == .thumbnail }

  package init(_ address: String, field: String, role: Field.Role?, row: Int, count: Int = 1) {
    self.address = address
    self.field = field
    self.role = role
    self.row = row
    self.count = count
  }
}

/// A photo and its thumbnail.
package struct PicturePair: Hashable, Sendable {
  package var photo: String
  package var thumbnail: String
  /// The first row with both.
  package var row: Int

  package init(photo: String, thumbnail: String, row: Int) {
    self.photo = photo
    self.thumbnail = thumbnail
    self.row = row
  }
}

extension Feed {
  /// The distinct http and https addresses in the link fields, in the order of the document.
  package var distinctLinks: [FeedLink] {
    var links: [FeedLink] = []
    var places: [String: Int] = [:]
    for row in rowsInFeed {
      for field in catalog.schema.links {
        guard let address = catalog.value(field, row)?.text, isWebLink(address) else { continue }
        if let place = places[address] {
          links[place].count += 1
          continue
        }
        places[address] = links.count
        let about = catalog.schema.fields[field]
        links.append(FeedLink(address, field: about.name, role: about.role, row: row))
      }
    }
    return links
  }

  /// The distinct pairs of a photo and its thumbnail.
  package var picturePairs: [PicturePair] {
    guard let photos = catalog.schema.index(of: .photo),
      let thumbnails = catalog.schema.index(of: .thumbnail)
    else { return [] }
    var seen: Set<[String]> = []
    return rowsInFeed.compactMap { row in
      guard let photo = catalog.value(photos, row)?.text,
        let thumbnail = catalog.value(thumbnails, row)?.text,
        seen.insert([photo, thumbnail]).inserted
      else { return nil }
      return PicturePair(photo: photo, thumbnail: thumbnail, row: row)
    }
  }

  /// The rows, in the order of the document.
  private var rowsInFeed: [Int] {
    (0..<catalog.count).sorted { catalog.record(of: $0) < catalog.record(of: $1) }
  }
}
