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

  /// How the addresses of pictures end.
  private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif"]

  /// Says of links that they are pictures: by their names, else by how their addresses end.
  func findPictures(among fields: inout [(field: Field, column: LooseColumns.Column)]) {
    let known = Set(mapped.compactMap(\.role))
    for (role, names) in Self.pictureNames where !known.contains(role) {
      let links = fields.indices.filter {
        fields[$0].field.kind == .link && fields[$0].field.role == nil
      }
      let named =
        names.compactMap { name in links.first { fields[$0].field.name == name } }.first
        ?? names.compactMap { name in
          links.first { fields[$0].field.isInner && fields[$0].field.name.hasSuffix("-" + name) }
        }.first
      let ending =
        role == .photo ? links.first { Self.isPicture(fields[$0].column) } : nil
      if let place = named ?? ending { fields[place].field.role = role }
    }
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
