import Text

@testable import Catalog

/// A reference implementation of a catalog, with plain arrays and linear search.
struct Model {
  let schema: Schema
  let count: Int
  /// The value of each record, in the order of the feed, for each field.
  let values: [[Value?]]
  /// The folded texts of each value.
  let letters: [[[[FoldedLetter]]]]

  /// Creates a model of a feed with the fields of a catalog.
  init(_ feed: RandomFeed, as schema: Schema) {
    self.schema = schema
    count = feed.count
    values = schema.fields.map { field in
      let number = RandomFeed.fields.firstIndex { $0.name == field.name }
      return number.map { feed.values[$0] } ?? Array(repeating: nil, count: feed.count)
    }
    letters = values.map { $0.map { texts(of: $0).map { foldedLetters($0) } } }
  }

  var name: Int? { schema.index(of: .name) }

  /// The records, sorted by name.
  var nameOrder: [Int] {
    guard let name else { return Array(0..<count) }
    return sorted(Array(0..<count), by: [(name, false)])
  }

  func records(where test: (Int) -> Bool) -> [Int] { (0..<count).filter(test) }

  /// Returns the records with a matching text in a field.
  func records(_ field: Int, _ wanted: String, _ extent: Pattern.Extent, wild: Bool = false)
    -> [Int]
  {
    let pieces = pieces(wanted, wild: wild)
    return records { record in letters[field][record].contains { matches(pieces, $0, extent) } }
  }

  /// Returns the distinct values of some records, sorted by count and then by value.
  func counts(_ field: Int, _ records: [Int]) -> [ValueCount] {
    var counts: [String: Int] = [:]
    for record in records {
      guard let value = values[field][record] else { continue }
      let isList = schema.fields[field].kind == .list
      for text in isList ? Set(texts(of: value)) : [value.text] { counts[text, default: 0] += 1 }
    }
    let areNumbers = [.number, .minutes].contains(schema.fields[field].kind)
    return counts.map { ValueCount($0.key, count: $0.value) }.sorted { one, other in
      if one.count != other.count { return one.count > other.count }
      if areNumbers { return (Double(one.value) ?? 0) < (Double(other.value) ?? 0) }
      return key(one.value).lexicographicallyPrecedes(key(other.value))
    }
  }

  /// Returns the records with the value of an earlier one, each with the first record of that value.
  func repeated(_ field: Int) -> [[Int]] {
    (0..<count).compactMap { record in
      guard let value = values[field][record] else { return nil }
      let first = values[field].firstIndex { $0?.text == value.text } ?? record
      return first < record ? [record, first] : nil
    }
  }
}

/// Returns the sort key of a text: its folded bytes, a separator, and its bytes.
func key(_ text: String) -> [Int] {
  folded(text).utf8.map { Int($0) } + [-1] + text.utf8.map { Int($0) }
}

/// Returns the individual texts of a value.
func texts(of value: Value?) -> [String] {
  switch value {
  case .text(let text): [text]
  case .list(let items): items
  case .number(let number): [shown(number)]
  case nil: []
  }
}

// MARK: Order

extension Model {
  /// Returns records sorted by several fields, and then in the order of the feed.
  func sorted(_ records: [Int], by keys: [(field: Int, descending: Bool)]) -> [Int] {
    let ranks = keys.map { key in (0..<count).map { rank(key.field, $0) } }
    return records.sorted { one, other in
      for (key, ranks) in zip(keys, ranks) {
        let (mine, theirs) = (ranks[one], ranks[other])
        if mine == theirs { continue }
        guard let mine else { return false }
        guard let theirs else { return true }
        return key.descending
          ? theirs.lexicographicallyPrecedes(mine) : mine.lexicographicallyPrecedes(theirs)
      }
      return one < other
    }
  }

  /// Returns numbers that compare as the value does; nil for no value.
  private func rank(_ field: Int, _ record: Int) -> [Double]? {
    guard let value = values[field][record] else { return nil }
    switch value {
    case .number(let number): return [number]
    case .list(let items): return items.flatMap { key($0).map { Double($0) } + [-2] }
    case .text(let text) where schema.fields[field].kind == .date:
      return [Double(Period(dateTime: text)?.first ?? 0)] + text.utf8.map { Double($0) }
    case .text(let text): return key(text).map { Double($0) }
    }
  }
}

// MARK: Matching

/// Returns the letters of a pattern; nil for a wildcard.
func pieces(_ text: String, wild: Bool) -> [FoldedLetter?] {
  guard wild else { return foldedLetters(text) }
  let runs = text.split(separator: "*", omittingEmptySubsequences: false)
  return Array(runs.map { foldedLetters(String($0)).map { Optional($0) } }.joined(separator: [nil]))
}

/// Whether a text matches a pattern, by exhaustive search.
func matches(_ pieces: [FoldedLetter?], _ text: [FoldedLetter], _ extent: Pattern.Extent) -> Bool {
  let starts = extent == .anywhere ? Array(0...text.count) : [0]
  return starts.contains { fits(pieces[...], text[$0...], toEnd: extent == .whole) }
}

private func fits(
  _ pieces: ArraySlice<FoldedLetter?>, _ text: ArraySlice<FoldedLetter>, toEnd: Bool
) -> Bool {
  guard let piece = pieces.first else { return !toEnd || text.isEmpty }
  let rest = pieces.dropFirst()
  guard let piece else {
    return (0...text.count).contains { fits(rest, text.dropFirst($0), toEnd: toEnd) }
  }
  guard let letter = text.first, letter.scalar == piece.scalar,
    piece.accent == 0 || piece.accent == letter.accent
  else { return false }
  return fits(rest, text.dropFirst(), toEnd: toEnd)
}
