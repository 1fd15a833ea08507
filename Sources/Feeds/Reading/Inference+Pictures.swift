import Catalog

/// Detection of picture links without a mapping.
extension Inference {
  /// The names of links to photos and thumbnails, best first.
  private static let pictureNames: [(role: Field.Role, names: [String])] = [
    (
      .photo, ["photo", "image", "picture", "img", "photo-large", "image-large", "poster", "cover"]
    ),
    (.thumbnail, ["thumbnail", "thumb", "photo-small", "image-small", "icon"]),
  ]

  /// The keys of people and organizations, whose pictures are portraits and logos.
  private static let persons: Set = ["author", "brand", "creator", "owner", "publisher", "user"]

  /// The file extensions of pictures.
  private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif"]

  /// Assigns picture roles to links, by their names or else by the file extensions of their addresses.
  func findPictures(among fields: inout [(field: Field, column: UnmappedColumns.Column)]) {
    let known = Set(mapped.compactMap(\.role))
    for (role, names) in Self.pictureNames where !known.contains(role) {
      let links = fields.indices.filter {
        fields[$0].field.kind == .link && fields[$0].field.role == nil
          && !Self.isOfPerson(fields[$0].column)
      }
      let (own, inner) = (
        links.filter { !fields[$0].field.isInner }, links.filter { fields[$0].field.isInner }
      )
      let exact = names.compactMap { name in links.first { fields[$0].field.name == name } }.first
      // A nested picture belongs to the object around it, and is a last resort.
      let ending = names.compactMap { name in
        inner.first { fields[$0].field.name.hasSuffix("-" + name) }
      }.first
      let place =
        role == .photo
        ? exact ?? own.first { Self.isPicture(fields[$0].column) } ?? ending
          ?? inner.first { Self.isPicture(fields[$0].column) }
        : exact ?? ending
      if let place { fields[place].field.role = role }
    }
  }

  /// Whether a column is nested in a person or organization.
  private static func isOfPerson(_ column: UnmappedColumns.Column) -> Bool {
    column.isInner
      && column.key.lowercased().split(separator: ".").contains { persons.contains(String($0)) }
  }

  /// Whether the first address has the file extension of a picture.
  private static func isPicture(_ column: UnmappedColumns.Column) -> Bool {
    let first = column.values.indices.lazy.map { column.trimmedText($0) ?? "" }.first {
      !$0.isEmpty
    }
    guard let path = first?.prefix(while: { $0 != "?" && $0 != "#" }).lowercased() else {
      return false
    }
    return endings.contains { path.hasSuffix($0) }
  }
}
