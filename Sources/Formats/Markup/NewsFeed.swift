import Text

/// The entries of RSS 2.0, RSS 1.0 (RDF) and Atom, as records of their titles, links and texts.
enum NewsFeed: RecordSource {
  static let name = "RSS or Atom"

  static func recognizes(_ file: SourceFile) -> Bool {
    guard file.isMarkup else { return false }
    let root = rootName(String(decoding: file.bytes.prefix(1 << 12), as: UTF8.self))
    return root == "rss" || root == "feed" || root == "rdf:RDF"
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let tree = try ElementTree(Array(file.text.utf8), isXML: true)
    let entries = tree.root.descendants.filter { $0.name == "item" || $0.name == "entry" }
    return ForeignRecords(
      entries.map { entry in
        var found = ForeignRecord(record(entry))
        // The recipe is on the page of the entry.
        found.details = link(of: entry).flatMap { isAddress($0) ? $0 : nil }
        return found
      }, profile: "records")
  }

  private static func record(_ entry: Node) -> JSONValue {
    var members: [JSONValue.Member] = []
    func set(_ name: String, _ text: String?) {
      guard let text, !text.isEmpty, !members.contains(where: { $0.name == name }) else { return }
      members.append(.init(name, .string(text)))
    }
    let text: (String) -> String? = { name in
      entry.child(name).map { trimmingSpace(plainText($0.wholeText, keepingLines: true)) }
    }
    set("title", text("title").map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") })
    set("link", link(of: entry))
    set("id", entry.child("guid")?.text ?? entry.child("id")?.text)
    for name in ["pubDate", "published", "updated", "dc:date"] {
      set("published", entry.child(name)?.text)
    }
    set("author", entry.child("author")?.child("name")?.text ?? entry.child("dc:creator")?.text)
    for name in ["content:encoded", "content", "description", "summary"] {
      set("description", text(name))
    }
    set("photo", picture(of: entry))
    let tags = entry.children("category").compactMap { $0.text ?? $0["term"] }
    if !tags.isEmpty { members.append(.init("tags", .array(tags.map { .string($0) }))) }
    return .object(members)
  }

  /// The address of the page of an entry.
  private static func link(of entry: Node) -> String? {
    let links = entry.children("link")
    let page = links.first { $0["href"] != nil && ($0["rel"] ?? "alternate") == "alternate" }
    if let page { return page["href"] }
    if let text = links.lazy.compactMap(\.text).first { return text }
    let guid = entry.child("guid")
    return guid?["isPermaLink"] == "false" ? nil : guid?.text.flatMap { isAddress($0) ? $0 : nil }
  }

  private static func picture(of entry: Node) -> String? {
    let isPicture: (Node) -> Bool = { node in
      node["type"]?.hasPrefix("image/")
        ?? (node["medium"] == "image" || node.name == "media:thumbnail")
    }
    return entry.descendants.first {
      ["enclosure", "media:content", "media:thumbnail"].contains($0.name) && isPicture($0)
    }?["url"]
  }
}
