import Catalog
import World

/// Profiles in TOML.
extension Profile {
  /// Parses a profile.
  ///
  /// - Throws: ``ProfileFault`` at the first error.
  package init(toml: String) throws(ProfileFault) {
    let top = try ProfileTable(toml: toml)
    try top.allowOnly([
      "name", "summary", "records", "others", "properties", "repeats", "recognize", "field",
      "service", "feed",
    ])
    guard let name = try top.string("name") else {
      throw top.fault("a profile needs a name", at: nil, hint: "name = \"books\"")
    }
    guard isFeedName(name) else {
      throw top.fault(
        "`\(name)` cannot name a profile", at: "name", hint: "use letters, digits, - _ and .")
    }
    self.init(name: name, container: try top.string("records"), mappings: [])
    summary = try top.string("summary") ?? ""
    infersOthers = try top.bool("others") ?? true
    properties = try top.string("properties")
    dropsRepeats = try top.choice("repeats", of: Repeats.self) == .drop
    if let signature = try top.inner("recognize") {
      try signature.allowOnly(["document", "record"])
      self.signature = Signature(
        document: try signature.strings("document") ?? [],
        record: try signature.strings("record") ?? [])
    }
    for field in try top.tables("field") {
      mappings.append(try Mapping(field, earlier: mappings.map(\.field)))
    }
    if mappings.isEmpty {
      throw top.fault("a profile needs a [[field]]", at: nil, hint: "see feeds example")
    }
    service = try Service(top)
  }

  private enum Repeats: String, CaseIterable { case keep, drop }
}

/// Whether a text is a valid name of a feed or profile.
package func isFeedName(_ text: String) -> Bool {
  text.first?.isLetter == true && text.utf8.count <= 100
    && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
}

extension Service {
  /// Parses the service of a profile and its feeds; nil if it has none.
  fileprivate init?(_ top: ProfileTable) throws(ProfileFault) {
    let feeds = try top.tables("feed")
    guard let table = try top.inner("service") else {
      guard let feed = feeds.first else { return nil }
      throw feed.fault("a [[feed]] needs a [service] with its base", at: nil)
    }
    try table.allowOnly(["base", "search", "languages", "next", "total", "key", "pages"])
    self.init(base: try table.string("base") ?? "")
    if !base.isEmpty {
      do throws(HTTPFailure) {
        _ = try WebAddress(base)
      } catch {
        throw table.fault("`base` is not an http or https address", at: "base")
      }
    }
    search = try table.string("search")
    if let search, !search.contains("{text}") {
      throw table.fault("`search` needs {text} where the words go", at: "search")
    }
    languages = try table.strings("languages") ?? []
    next = try table.string("next")
    total = try table.string("total")
    if let table = try table.inner("key") { key = try Key(table) }
    if let table = try table.inner("pages") { pages = try Pages(table) }
    if base.isEmpty, let feed = feeds.first {
      throw feed.fault("a [[feed]] needs a base in [service]", at: nil)
    }
    for table in feeds { self.feeds.append(try Feed(table)) }
  }
}

extension Service.Feed {
  fileprivate init(_ table: ProfileTable) throws(ProfileFault) {
    try table.allowOnly(["name", "path", "summary"])
    guard let name = try table.string("name"), isFeedName(name) else {
      throw table.fault("a feed needs a name of letters, digits, - _ and .", at: "name")
    }
    self.init(
      name: name, path: try table.string("path") ?? "", summary: try table.string("summary") ?? "")
  }
}

extension Service.Key {
  fileprivate init(_ table: ProfileTable) throws(ProfileFault) {
    try table.allowOnly(["parameter", "variable", "source"])
    guard let parameter = try table.string("parameter"), let variable = try table.string("variable")
    else { throw table.fault("a key needs a parameter and a variable", at: nil) }
    (self.parameter, self.variable) = (parameter, variable)
    source = try table.string("source") ?? ""
  }
}

extension Service.Pages {
  fileprivate init(_ table: ProfileTable) throws(ProfileFault) {
    try table.allowOnly(["parameter", "size-parameter", "size", "limit"])
    guard let parameter = try table.string("parameter"),
      let sizeParameter = try table.string("size-parameter"), let size = try table.count("size")
    else { throw table.fault("pages need a parameter, a size-parameter and a size", at: nil) }
    (self.parameter, self.sizeParameter, self.size) = (parameter, sizeParameter, size)
    limit = try table.count("limit") ?? Int.max
  }
}
