import Catalog

/// Which links are pictures, where no mapping says it.
extension Inference {
  /// The names of links to pictures, and to small forms of them, the best first.
  private static let pictureNames: [(role: Field.Role, names: [String])] = [
    (
      .photo, ["photo", "image", "picture", "img", "photo-large", "image-large", "poster", "cover"]
    ),
    (.thumbnail, ["thumbnail", "thumb", "photo-small", "image-small", "icon"]),
  ]

  /// Keys of who made or keeps a record, whose pictures are portraits and signs.
  private static let persons: Set = ["author", "brand", "creator", "owner", "publisher", "user"]

  /// How the addresses of pictures end.
  private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif"]

  /// Says of links that they are pictures: by their names, else by how their addresses end.
  func findPictures(among fields: inout [(field: Field, column: LooseColumns.Column)]) {
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
      // What stands inside of something else is a picture of that first of all.
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

  /// Whether what a column is of stands inside of who made or keeps the record.
  private static func isOfPerson(_ column: LooseColumns.Column) -> Bool {
    column.isInner
      && column.key.lowercased().split(separator: ".").contains { persons.contains(String($0)) }
  }

  /// Whether the first address that there is ends as that of a picture.
  private static func isPicture(_ column: LooseColumns.Column) -> Bool {
    let first = column.values.indices.lazy.map { column.trimmedText($0) ?? "" }.first {
      !$0.isEmpty
    }
    guard let path = first?.prefix(while: { $0 != "?" && $0 != "#" }).lowercased() else {
      return false
    }
    return endings.contains { path.hasSuffix($0) }
  }
}
