import Catalog
import Text
import World

/// Findings about what a text hides from its readers, or shows to too many.
extension Feed {
  /// Adds links with a password, which is published with the feed.
  func addPasswords(to candidates: inout CappedList<UnlocatedFinding>) {
    for field in catalog.schema.links {
      let name = catalog.schema.fields[field].name
      catalog.present(field).forEach { row in
        guard let link = catalog.value(field, row)?.text, link.utf8.contains(UInt8(ascii: "@")),
          let user = (try? WebAddress(trimmingSpace(link)))?.userInfo, user.contains(":")
        else { return }
        candidates.add(
          UnlocatedFinding(
            .passwordInLink, "`\(name)` has a password, which is published with the feed", row: row,
            in: catalog, .text(link)))
      }
    }
  }

  /// Adds names with characters that a terminal would obey, or that reorder the text around them.
  func addHiddenCharacters(to candidates: inout CappedList<UnlocatedFinding>) {
    guard let field = catalog.schema.index(of: .name) else { return }
    let label = catalog.schema.fields[field].name
    for row in 0..<catalog.count {
      let name = catalog.name(row)
      guard let scalar = name.unicodeScalars.first(where: isHarmful) else { continue }
      let code = zeroPadded(scalar.value, to: 4, radix: 16, uppercase: true)
      candidates.add(
        UnlocatedFinding(
          .hiddenCharacter, "`\(label)` has the invisible character U+\(code)", row: row,
          in: catalog, .text(name)))
    }
  }
}
