import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Output
import SessionStore

/// What the person likes and noted, as rows of the present feed, and the rows that a view leaves.
extension Shell {
  /// The keys of all favorites and the notes by key, read again when the library has changed.
  func remembered() -> (favorites: Set<String>, notes: [String: String]) {
    // Rows are shown without their marks where the library cannot be read, which was said.
    guard library.exists, !library.isDoneWithout else { return ([], [:]) }
    let version = library.version
    if let cached = rowMemory.kept, cached.version == version,
      cached.own == rowMemory.libraryEdition
    {
      return (cached.keys, cached.notes)
    }
    do {
      let keys = try library.favoriteKeys()
      var notes: [String: String] = [:]
      for note in try library.notes() { notes[note.key, default: ""] += note.text + "\n" }
      if !notes.isEmpty { rowMemory.hadNotes = true }
      rowMemory.kept = (version, rowMemory.libraryEdition, keys, notes)
      return (keys, notes)
    } catch {
      library.isDoneWithout = true
      output.say(
        Diagnostic(
          error.description, hint: "going on without favorites and notes", severity: .warning))
      return ([], [:])
    }
  }

  /// The rows that carry each mark that `is:` asks for.
  func marks() -> [String: RowSet] {
    let (favorites, notes) = remembered()
    if let known = rowMemory.marks, known.edition == markEdition { return known.marks }
    let marks = computedMarks(favorites, notes)
    rowMemory.marks = (markEdition, marks)
    return marks
  }

  /// What the marks depend on: the feed, and the state of the library.
  private var markEdition: [Int] {
    [rowMemory.feedEdition, rowMemory.libraryEdition, rowMemory.kept?.version ?? -1]
  }

  private func computedMarks(
    _ favorites: Set<String>, _ notes: [String: String]
  ) -> [String: RowSet] {
    guard let loaded, !(favorites.isEmpty && notes.isEmpty) else {
      let none = RowSet(capacity: catalog.count)
      return ["favorite": none, "noted": none]
    }
    var favorite = RowSet(capacity: catalog.count)
    var noted = RowSet(capacity: catalog.count)
    for (key, rows) in loaded.rows(of: favorites.union(notes.keys)) {
      for row in rows {
        if favorites.contains(key) { favorite.insert(row) }
        if notes[key] != nil { noted.insert(row) }
      }
    }
    return ["favorite": favorite, "noted": noted]
  }

  /// Whether there are notes, or were when the view was made.
  var mayHaveNotes: Bool { !remembered().notes.isEmpty || rowMemory.hadNotes }

  func notesByRow() -> [Int: String] {
    let notes = remembered().notes
    guard let loaded, !notes.isEmpty else { return [:] }
    var byRow: [Int: String] = [:]
    for (key, rows) in loaded.rows(of: notes.keys) { for row in rows { byRow[row] = notes[key] } }
    return byRow
  }

  /// The rows of a view of the present feed.
  func rows(of view: View) -> RowList {
    catalog.rows(
      of: view, among: rows(keptBy: view), notes: view.search == nil ? [:] : notesByRow())
  }

  /// The rows for which the clauses of a view hold; those of the last view are not looked for again.
  private func rows(keptBy view: View) -> RowSet {
    if view.clauses.isEmpty { return catalog.all }
    let marks = marks()
    if let known = rowMemory.rows, known.edition == markEdition, known.clauses == view.clauses {
      return known.rows
    }
    let rows = catalog.rows(keptBy: view, marks: marks)
    rowMemory.rows = (markEdition, view.clauses, rows)
    return rows
  }
}
