import Feeds
import Text

/// A web page with some blocks of JSON-LD.
func page(_ blocks: String...) -> [UInt8] {
  let scripts = blocks.map { "<script type=\"application/ld+json\">\($0)</script>\n" }
  return Array("<html><head>\(scripts.joined())</head><body><p>Pie</p></body></html>".utf8)
}

extension LinkedData {
  /// The names of the recipes, in order.
  var names: [String] {
    records.map { record in
      guard case .some(.string(let name)) = value(of: record)?["name"] else { return "?" }
      return name
    }
  }

  /// The document as a text.
  var text: String { String(decoding: document, as: UTF8.self) }

  /// The kinds of the remarks, in order.
  var kinds: [LinkedData.Remark.Kind] { remarks.map(\.kind) }
}
