import Diagnostics
import SessionStore
import Text

/// The notices of the library in words.
extension Diagnostic {
  init(_ notice: LibraryNotice) {
    switch notice {
    case .readOnly(let reason, let isOutdated):
      self.init(
        "the library can only be read here (\(reason)); "
          + "changes to favorites and notes will not be saved"
          + (isOutdated ? ", and the latest changes are not seen" : ""), severity: .warning)
    case .unreadable(let path, let rows):
      self.init(
        "\(counted(rows.values.reduce(0, +), "row")) of the library cannot be read: \(words(for: rows))",
        hint: "they stay in \(path); all other rows are used; "
          + "to save those, run larder library export FILE",
        severity: .warning)
    case .setAside(let path, let reason, let saved, let unreadable):
      self.init(
        "the library was damaged (\(reason)); it is saved as \(path), and a new one begins"
          + (saved == 0 ? "" : " with the \(counted(saved, "row")) that could be read")
          + (unreadable.isEmpty ? "" : ", without \(words(for: unreadable))"),
        severity: .warning)
    case .unread(let reason):
      self.init(reason, hint: "going on without favorites and notes", severity: .warning)
    case .empty(let path):
      self.init(
        "the library \(path) was empty (0 bytes): earlier favorites, notes and settings may be lost",
        hint: "a new library begins there; larder library import FILE adds what you exported",
        severity: .warning)
    }
  }
}

/// Numbers of rows by table in words, as in `1 favorite, 2 notes`.
func words(for rows: [LibraryTable: Int]) -> String {
  LibraryTable.allCases.compactMap { table in
    rows[table].map { "\($0) \(words(for: table, isOne: $0 == 1))" }
  }.joined(separator: ", ")
}

private func words(for table: LibraryTable, isOne: Bool) -> String {
  switch table {
  case .keepsake: isOne ? "favorite" : "favorites"
  case .note: isOne ? "note" : "notes"
  case .setting: isOne ? "setting" : "settings"
  case .alias: isOne ? "alias" : "aliases"
  case .feed: isOne ? "named feed" : "named feeds"
  case .visit: isOne ? "visit to a feed" : "visits to feeds"
  }
}
