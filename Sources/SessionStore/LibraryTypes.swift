import Diagnostics
import FeedLoading
import FoundationEssentials

/// A record that is a favorite or has notes, as it is stored without its feed.
package struct Keepsake: Codable, Equatable, Sendable {
  /// The stored text of its ``RecordKey``.
  package var key: String
  /// The identifier of its feed.
  package var feed: String
  package var name: String
  /// Its links by kind, such as `video`.
  package var links: [String: String]
  package var isFavorite: Bool
  /// The time of its first favorite or note.
  package var since: Date

  package init(
    key: String, feed: String, name: String, links: [String: String], isFavorite: Bool,
    since: Date
  ) {
    self.key = key
    self.feed = feed
    self.name = name
    self.links = links
    self.isFavorite = isFavorite
    self.since = since
  }
}

/// A note about a record.
package struct Note: Codable, Equatable, Sendable {
  /// A number that no other note of this library has or had.
  package var id: Int64
  /// The stored text of the record's ``RecordKey``.
  package var key: String
  package var text: String
  package var date: Date

  package init(id: Int64, key: String, text: String, date: Date) {
    self.id = id
    self.key = key
    self.text = text
    self.date = date
  }
}

/// The contents of a library as a value, for export and import.
package struct LibraryContents: Codable, Equatable, Sendable {
  /// The version of the export format.
  package var version = 1
  package var keepsakes: [Keepsake] = []
  package var notes: [Note] = []
  package var settings: [String: String] = [:]
  package var aliases: [String: String] = [:]
  package var feeds: [NamedFeed] = []
  /// Shopping list, pantry and plan; nil in a file of an older Larder.
  ///
  /// Timers belong to a machine and are left out.
  package var kitchen: [KitchenEntry]?
  /// Tags, ratings and days of cooking; nil in a file of an older Larder.
  package var ownValues: [OwnValue]?

  package init() {}
}

/// Why the library could not be read or changed.
package struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: String
  /// Whether another program has locked it, so that it may work in a moment.
  package var isBusy = false
  /// Whether the user interrupted the wait.
  package var isStopped = false

  package var description: String { "\(path): \(reason)" }
}

extension LibraryError: FailureConvertible {
  package var failure: Failure { isStopped ? .interrupted : Failure(description, status: .disk) }
}

/// A text without U+0000, which SQLite would cut off there.
func withoutZeros(_ text: String) -> String {
  guard text.unicodeScalars.contains("\0") else { return text }
  return String(
    String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
}

/// An event of the library that the user should know of.
package enum LibraryNotice: Equatable, Sendable {
  /// The library is read-only, because nothing can be written next to it.
  ///
  /// - Parameters:
  ///   - reason: The reason, in SQLite's words.
  ///   - isOutdated: Whether the changes of another shell cannot be seen.
  case readOnly(reason: String, isOutdated: Bool)
  /// Some rows have values that their tables do not allow; they stay in the file.
  case unreadable(path: String, rows: [LibraryTable: Int])
  /// The file was damaged and renamed; a new library has the rows that could be read.
  ///
  /// - Parameters:
  ///   - path: The new path of the damaged file.
  ///   - reason: The damage, in SQLite's words.
  ///   - saved: The number of its rows in the new library.
  ///   - unreadable: The number of rows in each table that cannot be decoded.
  case setAside(path: String, reason: String, saved: Int, unreadable: [LibraryTable: Int])
  /// Favorites and notes cannot be read; rows are shown without their marks.
  case unread(reason: String)
  /// The file had no bytes; a new library was started in it.
  case empty(path: String)
  /// Permissions of other users were removed.
  case claimed(message: String)
}
