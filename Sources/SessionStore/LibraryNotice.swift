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
