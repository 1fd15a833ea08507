import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Output
import SessionStore
import Terminal
import Text

/// What a person means by ITEM where it may only be remembered: a favorite that the feed dropped, or that of another.
enum MeantItem {
  case row(Int)
  case kept(Keepsake)
}

extension Shell {
  /// The row that a word means, else the remembered record that it does.
  func meant(_ word: Word?, in line: String) throws -> MeantItem {
    if word == nil, case .kept(let kept) = session.lastShown {
      // It may have been changed since.
      return .kept(try library.keepsakes().first { $0.key == kept.key } ?? kept)
    }
    do {
      return .row(try row(word, in: line))
    } catch {
      guard let word, let kept = try kept(word) else { throw error }
      return .kept(kept)
    }
  }

  /// The record that the library remembers by the name or the id that a word is, one of this feed first; nil if rows
  /// are like it, or none is remembered.
  ///
  /// - Throws: ``Failure`` if several are.
  func kept(_ word: Word) throws -> Keepsake? {
    let wanted = unquoted(word)
    let start = wanted.hasPrefix("#") ? String(wanted.dropFirst()) : ""
    let isLikeRows =
      !catalog.rows(nameMatching: Pattern(wanted), .anywhere).isEmpty
      || !start.isEmpty && !rows(handle: wanted).isEmpty
    if isLikeRows || Int(wanted) != nil { return nil }
    let remembered = try library.keepsakes()
    let found = remembered.filter { item in
      folded(item.name) == folded(wanted)
        || !start.isEmpty && item.isCalled(by: start)
    }
    let own = found.filter { $0.feed == session.feed.map { $0.scope ?? $0.name } }
    let meant = own.isEmpty ? found : own
    guard meant.count > 1 else { return meant.first }
    let handles = KeptHandles(of: remembered.map(\.key))
    let choices = meant.prefix(5).map { item in
      "\(handles.shown(ofKey: item.key)) of \(shown(source: item.feed))"
    }
    throw Failure(
      "`\(wanted)` could be \(meant.count) of what is remembered",
      hint: choices.joined(separator: ", ") + (meant.count > 5 ? ", …" : ""), code: .noSuchRow)
  }

  /// The row of each remembered record; of several with one id the one that has its name.
  func rows(of kept: some Sequence<Keepsake>) -> [String: Int] {
    guard let loaded = session.feed else { return [:] }
    let found = loaded.rows(of: kept.map(\.key))
    return kept.reduce(into: [:]) { rows, item in
      let numbers = found[item.key] ?? []
      rows[item.key] = numbers.first { loaded.catalog.name($0) == item.name } ?? numbers.last
    }
  }

  /// What the library remembers, or would, of what a person means.
  func keepsake(of item: MeantItem) throws -> Keepsake {
    switch item {
    case .row(let row): try keepsake(of: row)
    case .kept(let kept): kept
    }
  }

  /// Shows what is remembered of a record whose feed is not here, or has dropped it.
  func show(_ kept: Keepsake) throws {
    session.noteShown(.kept(kept))
    let notes = try library.notes(about: kept.key).map(\.text)
    let links = kept.links.sorted { $0.key < $1.key }
    guard output.format == .table else {
      return output.print(
        [],
        [
          "name": .string(kept.name), "feed": .string(kept.feed),
          "favorite": .bool(kept.isFavorite),
          "links": .object(links.map { .init($0.key, .string($0.value)) }),
          "notes": .array(notes.map { .string($0) }),
        ])
    }
    output.print([StyledText(harmless(kept.name), .strong)])
    output.print([
      StyledText("not among the rows; what is remembered of \(harmless(kept.feed)):", .faint)
    ])
    for (kind, link) in links {
      output.print([StyledText("  \(kind)  ", .faint) + StyledText(harmless(link), .accent)])
    }
    for note in notes {
      output.print([StyledText("  note  ", .faint) + StyledText(harmless(note))])
    }
  }
}

extension Keepsake {
  /// Whether its own id begins with a text, or what it is called by does.
  fileprivate func isCalled(by start: String) -> Bool {
    let id = idText(ofKey: key, scope: feed).flatMap { isUUID($0) ? nil : $0.lowercased() }
    if let id, id.hasPrefix(start.lowercased()) { return true }
    let digits = digits(of: start)
    return !digits.isEmpty && (id == nil || digits.count >= Handles.fewestDigits)
      && RecordKey(stored: key).handle.hasPrefix(digits)
  }
}
