import Diagnostics
import FeedLoading
import FoundationEssentials

/// A record that a person liked or wrote about, as it is remembered without its feed.
package struct Keepsake: Codable, Equatable, Sendable {
  /// The stored text of its ``RecordKey``.
  package var key: String
  /// What its feed is known by.
  package var feed: String
  package var name: String
  /// Its links by kind, such as `video`.
  package var links: [String: String]
  package var isFavorite: Bool
  /// When it was first liked or written about.
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

/// Something that a person wrote about a record.
package struct Note: Codable, Equatable, Sendable {
  /// A number that no other note of this library ever had.
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

/// Everything that a person owns, as one plain value.
package struct LibraryContents: Codable, Equatable, Sendable {
  /// The version of this form.
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

  package init() {}
}

/// Why the library could not be read or changed.
package struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: String
  /// Whether another program uses it just now, and it may do in a moment.
  package var isBusy = false
  /// Whether a person did not wait for that.
  package var isStopped = false

  package var description: String { "\(path): \(reason)" }
}

extension LibraryError: FailureConvertible {
  package var failure: Failure { isStopped ? .interrupted : Failure(description, status: .disk) }
}

/// A text for people that SQLite gives back whole.
func withoutZeros(_ text: String) -> String {
  guard text.unicodeScalars.contains("\0") else { return text }
  return String(
    String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
}

/// What happened to the library that the person should know.
package enum LibraryNotice: Equatable, Sendable {
  /// Nothing can be written next to the library, so it was opened to be read only.
  ///
  /// - Parameters:
  ///   - reason: Why, in SQLite's words.
  ///   - isOutdated: Whether another shell has made changes that are not seen.
  case readOnly(reason: String, isOutdated: Bool)
  /// Some rows have values that their tables do not allow; they stay in the file.
  case unreadable(path: String, rows: [LibraryTable: Int])
  /// The file was damaged and renamed; a new library has the rows that could be read.
  ///
  /// - Parameters:
  ///   - path: The new name of the damaged file.
  ///   - reason: What is damaged, in SQLite's words.
  ///   - saved: How many rows of it are in the new library.
  ///   - unreadable: How many rows were found in each table and cannot be read.
  case setAside(path: String, reason: String, saved: Int, unreadable: [LibraryTable: Int])
  /// Favorites and notes cannot be read, so that rows are shown without their marks.
  case unread(reason: String)
  /// The file was there and had no bytes; a new library begins in it.
  case empty(path: String)
}
