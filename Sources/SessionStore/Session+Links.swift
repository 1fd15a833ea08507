import Catalog
import FeedLoading
import Feeds
import Interpreter
import Text

/// The links of rows, and what a person means by them.
extension Session {
  /// The kind of link, if the first word is one, and the rest.
  package func splitKind(_ word: Word?, in line: String) -> (kind: Word?, item: Word?) {
    guard let word, let first = words(of: line, in: word.range).words.first, !first.isQuoted,
      let field = catalog.schema.index(of: first.text), catalog.schema.fields[field].kind == .link
    else { return (nil, word) }
    let rest = trimmed(line, first.range.upperBound..<word.range.upperBound)
    if rest.isEmpty { return (first, nil) }
    return (first, Word(text: slice(line, rest), range: rest, isQuoted: false))
  }

  /// The field of the link that a person wants most of a row; nil if it has none but pictures.
  package func preferredLink(of row: Int) -> Int? {
    let schema = catalog.schema
    let present = schema.links.filter { catalog.value($0, row) != nil }
    let preferred = schema.index(of: library.settings["open-prefers"])
    return preferred.flatMap { present.contains($0) ? $0 : nil }
      ?? present.first { ![.photo, .thumbnail].contains(schema.fields[$0].role) }
  }

  /// The link of a row that is opened where no kind is named; nil if it has none.
  package func openLink(of row: Int) -> String? {
    let field =
      preferredLink(of: row) ?? catalog.schema.links.first { catalog.value($0, row) != nil }
    guard let link = field.flatMap({ link($0, of: row) }),
      isWebLink(link), Demo.pictureName(in: link) == nil
    else { return nil }
    return link
  }

  /// The address that a link of a row means.
  package func link(_ field: Int, of row: Int) -> String? {
    guard let published = catalog.value(field, row)?.text else { return nil }
    return catalog.schema.fields[field].name == "video" ? videoAddress(published) : published
  }
}
