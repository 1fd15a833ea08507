import Catalog
import SessionStore

/// Which rows were found last, so that they need not be found again.
final class RowMemory {
  /// A number that changes with each change to the library by this shell.
  var libraryEdition = 0
  /// A number that changes with each feed that is taken.
  var feedEdition = 0
  /// What the library says of the rows of the feed.
  var kept: (version: Int, own: Int, keys: Set<String>, notes: [String: String])?
  /// Whether there was a note at any time, which may be gone by now.
  var hadNotes = false
  /// The rows that have each mark.
  var marks: (edition: [Int], marks: [String: RowSet])?
  /// The rows that some clauses leave.
  var rows: (edition: [Int], clauses: [Clause], rows: RowSet)?
}
