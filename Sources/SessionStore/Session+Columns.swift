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

/// The columns of lists, as the user wants them.
extension Session {
  /// Parses names of fields with commas between them.
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

  /// The name of the setting for the columns of the current feed; nil without a feed.
  package var columnsSetting: String? { feed.map { "columns.\($0.scope ?? $0.name)" } }

  /// The columns that the user chose for the current feed, without fields that it does not have; nil for automatic
  /// ones.
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
    // All names are known.
    return try? columns(word, in: line)
  }

  /// The columns as the user would type them.
  package func text(of columns: ListColumns) -> String {
    let fields = catalog.schema.fields
    let name = catalog.schema.index(of: .name).map { [fields[$0].name] } ?? []
    let links = columns.showsLinks ? [ListColumns.linksWord] : []
    return (name + columns.fields.map { fields[$0].name } + links).joined(separator: ",")
  }
}
