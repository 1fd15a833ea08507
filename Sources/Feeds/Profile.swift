import Catalog

/// How the JSON of a feed maps to fields: data, not code, so that a person can write one too.
package struct Profile: Equatable, Sendable {
  /// A field, and the keys it is read from.
  package struct Mapping: Equatable, Sendable {
    package var field: Field
    /// The keys that hold the value, the first that is there counts.
    package var keys: [String]
    /// Whether a record without it is malformed.
    package var isRequired: Bool

    package init(_ field: Field, keys: [String], isRequired: Bool = false) {
      self.field = field
      self.keys = keys
      self.isRequired = isRequired
    }
  }

  package var name: String
  /// The key of the top-level object that holds the records; nil where they are found by shape.
  package var container: String?
  package var mappings: [Mapping]

  package init(name: String, container: String?, mappings: [Mapping]) {
    self.name = name
    self.container = container
    self.mappings = mappings
  }

  /// The recipe feed of an exercise that many programs were written for.
  package static var recipes: Profile {
    Profile(
      name: "recipes", container: "recipes",
      mappings: [
        Mapping(Field("id", .text, role: .id, aliases: ["uuid"]), keys: ["uuid"], isRequired: true),
        Mapping(
          Field("name", .text, role: .name, aliases: ["title"]), keys: ["name"], isRequired: true),
        Mapping(Field("cuisine", .keyword, role: .facet), keys: ["cuisine"], isRequired: true),
        Mapping(Field("photo", .link, role: .photo), keys: ["photo_url_large"]),
        Mapping(Field("thumbnail", .link, role: .thumbnail), keys: ["photo_url_small"]),
        Mapping(Field("source", .link, aliases: ["site"]), keys: ["source_url"]),
        Mapping(Field("video", .link, aliases: ["youtube"]), keys: ["youtube_url"]),
      ])
  }

  /// Any array of objects, or objects line by line; every field is inferred.
  package static var records: Profile {
    Profile(name: "records", container: nil, mappings: [])
  }

  /// The profiles that come with Larder, the most special first.
  package static var builtIn: [Profile] { [recipes, records] }
}
