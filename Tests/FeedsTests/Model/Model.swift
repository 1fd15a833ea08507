import Text

@testable import Catalog

/// A catalogue as plain arrays, whose every answer is found by looking at every value.
struct Model {
  let schema: Schema
  let count: Int
  /// For each field the value of each record, in the order of the feed.
  let values: [[Value?]]
  /// The texts of each value as they are compared.
  let letters: [[[[FoldedLetter]]]]

  /// The values of a feed, in the order of the fields of a catalogue.
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

  /// The records in the order of their names.
  var nameOrder: [Int] {
    guard let name else { return Array(0..<count) }
    return sorted(Array(0..<count), by: [(name, false)])
  }

  func records(where test: (Int) -> Bool) -> [Int] { (0..<count).filter(test) }

  /// The records with a text in a field that matches.
  func records(_ field: Int, _ wanted: String, _ extent: Pattern.Extent, wild: Bool = false)
    -> [Int]
  {
    let pieces = pieces(wanted, wild: wild)
    return records { record in letters[field][record].contains { matches(pieces, $0, extent) } }
  }

  /// The distinct values among some records, the most frequent first, then in their order.
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

  /// The records whose value an earlier one has, with the first that has it.
  func repeated(_ field: Int) -> [[Int]] {
    (0..<count).compactMap { record in
      guard let value = values[field][record] else { return nil }
      let first = values[field].firstIndex { $0?.text == value.text } ?? record
      return first < record ? [record, first] : nil
    }
  }
}

/// What a text is sorted by: its folded bytes, a separator, and its bytes.
func key(_ text: String) -> [Int] {
  folded(text).utf8.map { Int($0) } + [-1] + text.utf8.map { Int($0) }
}

/// The texts of a value one by one.
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
  /// Some records by several fields, what is equal in the order of the feed.
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

  /// Numbers that compare as values do; nil for none.
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

/// The letters of a text to look for; nil for what stands for anything.
func pieces(_ text: String, wild: Bool) -> [FoldedLetter?] {
  guard wild else { return foldedLetters(text) }
  let runs = text.split(separator: "*", omittingEmptySubsequences: false)
  return Array(runs.map { foldedLetters(String($0)).map { Optional($0) } }.joined(separator: [nil]))
}

/// Whether a text has the letters in it, found by trying everything.
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
