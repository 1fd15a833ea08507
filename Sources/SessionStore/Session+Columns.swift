import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import Text

/// The columns that lists show.
package struct ListColumns: Equatable, Sendable {
  /// The word for the column with the kinds of links.
  package static let linksWord = "links"

  /// The fields, in the order of their columns.
  package var fields: [Int]
  /// Whether there is a column with the kinds of links that each row has.
  package var showsLinks: Bool
}

/// Which columns a person wants to see of a feed.
extension Session {
  /// Parses fields with commas between them.
  ///
  /// The name of a row is always shown.
  package func columns(_ word: Word, in line: String) throws -> ListColumns {
    var columns = ListColumns(fields: [], showsLinks: false)
    var offset = word.range.lowerBound
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      let range = offset..<offset + part.utf8.count
      offset = range.upperBound + 1
      let names = words(of: line, in: range).words
      guard !names.isEmpty else {
        throw Failure("a field was expected", hint: "e.g. name,time", at: range, in: line)
      }
      for name in names {
        if name.text.lowercased() == ListColumns.linksWord {
          columns.showsLinks = true
          continue
        }
        let field = try field(name, in: line)
        if catalog.schema.fields[field].role != .name, !columns.fields.contains(field) {
          columns.fields.append(field)
        }
      }
    }
    return columns
  }

  /// The setting with the columns of the present feed; nil without a feed.
  package var columnsSetting: String? { feed.map { "columns.\($0.scope ?? $0.name)" } }

  /// The columns that the person chose for the present feed, as far as it has these fields; nil for automatic ones.
  package var chosenColumns: ListColumns? {
    guard let name = columnsSetting else { return nil }
    let text = library.settings[name]
    if text == "auto" || text.isEmpty { return nil }
    let names = text.split(separator: ",").map(String.init)
    let known = names.filter {
      $0 == ListColumns.linksWord || catalog.schema.index(of: $0) != nil
    }
    if known.isEmpty { return nil }
    let line = known.joined(separator: ",")
    let word = Word(text: line, range: 0..<line.utf8.count, isQuoted: false)
    // Every name is known.
    return try? columns(word, in: line)
  }

  /// The fields of columns as they are typed.
  package func text(of columns: ListColumns) -> String {
    let fields = catalog.schema.fields
    let name = catalog.schema.index(of: .name).map { [fields[$0].name] } ?? []
    let links = columns.showsLinks ? [ListColumns.linksWord] : []
    return (name + columns.fields.map { fields[$0].name } + links).joined(separator: ",")
  }
}
