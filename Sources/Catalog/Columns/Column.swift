import Text

/// The values of a field.
///
/// Each kind of column is a class, so that a copy retains one reference instead of those of all its sections.
enum Column: Sendable {
  case texts(TextColumn)
  case keywords(KeywordColumn)
  case lists(ListColumn)
  case numbers(NumberColumn)
  case dates(DateColumn)

  /// Creates a column from the sections of a field.
  init(_ field: Field, _ sections: FieldSections, _ order: RowOrder) {
    switch field.kind {
    case .text, .link: self = .texts(TextColumn(sections, order, isName: field.role == .name))
    case .keyword: self = .keywords(KeywordColumn(sections))
    case .list: self = .lists(ListColumn(sections))
    case .number, .minutes: self = .numbers(NumberColumn(sections))
    case .date: self = .dates(DateColumn(sections, order))
    }
  }

  /// One bit for each row, which is set if the row has a value.
  var present: StoredBits {
    switch self {
    case .texts(let column): column.present
    case .keywords(let column): column.present
    case .lists(let column): column.present
    case .numbers(let column): column.present
    case .dates(let column): column.present
    }
  }

  func value(_ row: Int) -> Value? {
    guard present.contains(row) else { return nil }
    switch self {
    case .texts(let column): return .text(column.text(row))
    case .keywords(let column): return column.word(row).map { .text(column.words.shown.text($0)) }
    case .lists(let column): return .list(column.items(row).map { column.words.shown.text($0) })
    case .numbers(let column): return .number(column.number(row))
    case .dates(let column): return .text(column.shown(row))
    }
  }
}

/// A dictionary-encoded column with one value per row.
final class KeywordColumn: Sendable {
  let present: StoredBits
  let words: WordDictionary
  /// The number of rows with each word.
  let counts: NumberArray<UInt32>
  /// The number of each row's word plus one; 0 for no word.
  let codes: NarrowNumberArray

  init(_ sections: FieldSections) {
    present = StoredBits(sections.numbers(.present))
    words = WordDictionary(sections)
    counts = sections.numbers(.counts)
    codes = sections.narrow(.codes)
  }

  /// Returns the number of a row's word.
  func word(_ row: Int) -> Int? {
    let code = codes[row]
    return code > 0 && code <= words.count ? code - 1 : nil
  }

  func rows(_ pattern: Pattern, _ extent: Pattern.Extent, count: Int) -> RowSet {
    codes.rows(where: words.matching(pattern, extent), count: count)
  }
}

/// A dictionary-encoded column with several values per row.
final class ListColumn: Sendable {
  let present: StoredBits
  let words: WordDictionary
  let counts: NumberArray<UInt32>
  private let codes: NarrowNumberArray
  private let starts: StoredOffsets

  init(_ sections: FieldSections) {
    present = StoredBits(sections.numbers(.present))
    words = WordDictionary(sections)
    counts = sections.numbers(.counts)
    codes = sections.narrow(.codes)
    starts = StoredOffsets(sections, .codeStarts, blocks: .codeBlocks)
  }

  /// Returns the range of a row's codes.
  private func place(_ row: Int) -> Range<Int> {
    let (start, end) = (starts[row], starts[row + 1])
    return start <= end && end <= codes.count ? start..<end : 0..<0
  }

  /// Returns the numbers of a row's words.
  func items(_ row: Int) -> [Int] {
    place(row).compactMap { place in
      let code = codes[place]
      return code > 0 && code <= words.count ? code - 1 : nil
    }
  }

  func rows(_ pattern: Pattern, _ extent: Pattern.Extent, count: Int) -> RowSet {
    rows(where: words.matching(pattern, extent), count: count)
  }

  /// Returns the rows with one of the wanted codes.
  func rows(where wanted: [Bool], count: Int) -> RowSet {
    let hits = codes.rows(where: wanted, count: codes.count)
    var rows = RowSet(capacity: count)
    let last = starts.count - 1
    starts.withAll { start in
      var row = 0
      hits.forEach { place in
        while row < last, start(row + 1) <= place { row += 1 }
        if row < count { rows.insert(row) }
      }
    }
    return rows
  }
}

/// A column with a number per row.
final class NumberColumn: Sendable {
  let present: StoredBits
  private let bits: NumberArray<UInt64>

  init(_ sections: FieldSections) {
    present = StoredBits(sections.numbers(.present))
    bits = sections.numbers(.numbers)
  }

  func number(_ row: Int) -> Double { Double(bitPattern: bits[row]) }

  func rows(count: Int, where test: (Double) -> Bool) -> RowSet {
    bits.withSpan { bits in
      let set = RowSet(capacity: min(count, bits.count)) { test(Double(bitPattern: bits[$0])) }
      return set.widened(to: count).intersection(present.rows(count))
    }
  }
}

/// A column with a day per row, and the text it was parsed from.
final class DateColumn: Sendable {
  let present: StoredBits
  private let days: NumberArray<Int32>
  private let texts: StoredTexts
  private let order: RowOrder

  init(_ sections: FieldSections, _ order: RowOrder) {
    present = StoredBits(sections.numbers(.present))
    days = sections.numbers(.days)
    texts = sections.shown
    self.order = order
  }

  /// Returns the day, counted from 1970-01-01.
  func day(_ row: Int) -> Int { Int(days[row]) }

  func shown(_ row: Int) -> String { texts.text(order.record(row)) }

  func rows(count: Int, where test: (Int) -> Bool) -> RowSet {
    days.withSpan { days in
      let set = RowSet(capacity: min(count, days.count)) { test(Int(days[$0])) }
      return set.widened(to: count).intersection(present.rows(count))
    }
  }
}
