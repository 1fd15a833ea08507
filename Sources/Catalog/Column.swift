import Text

/// All values of one field, row by row.
enum Column: Sendable {
  case texts(TextColumn)
  case keywords(KeywordColumn)
  case lists(ListColumn)
  case numbers(NumberColumn)
  case dates(DateColumn)

  init(_ values: [Value?], kind: Field.Kind) {
    switch kind {
    case .text, .link: self = .texts(TextColumn(values))
    case .keyword: self = .keywords(KeywordColumn(values))
    case .list: self = .lists(ListColumn(values))
    case .number, .minutes: self = .numbers(NumberColumn(values))
    case .date: self = .dates(DateColumn(values))
    }
  }

  /// The rows that have a value.
  var present: RowSet {
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
    case .texts(let column): return .text(column.shown[row])
    case .keywords(let column): return .text(column.words.shown[Int(column.codes[row])])
    case .lists(let column): return .list(column.items(row).map { column.words.shown[Int($0)] })
    case .numbers(let column): return .number(column.values[row])
    case .dates(let column): return .text(column.shown[row])
    }
  }
}

/// Texts as they are shown and as they are compared.
struct TextColumn: Sendable {
  let shown: [String]
  let folded: [String]
  let present: RowSet

  init(_ values: [Value?]) {
    shown = values.map { $0?.text ?? "" }
    folded = shown.map { Text.folded($0) }
    present = RowSet(capacity: values.count) { values[$0] != nil }
  }

  func rows(_ pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    RowSet(capacity: shown.count) {
      present.contains($0) && pattern.matches(shown[$0], folded: folded[$0], extent)
    }
  }
}

/// The distinct texts of a field, numbered in the order of their folded form.
struct Words: Sendable {
  let shown: [String]
  let folded: [String]

  /// Numbers the distinct texts; those that fold alike stay apart.
  init(_ texts: Set<String>) {
    let sorted = texts.map { (Text.folded($0), $0) }.sorted { $0 < $1 }
    folded = sorted.map(\.0)
    shown = sorted.map(\.1)
  }

  var codes: [String: UInt32] {
    Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, UInt32($0)) })
  }

  /// Which words match, by their number.
  func matching(_ pattern: Pattern, _ extent: Pattern.Extent) -> [Bool] {
    shown.indices.map { pattern.matches(shown[$0], folded: folded[$0], extent) }
  }
}

/// One of few values for each row.
struct KeywordColumn: Sendable {
  let words: Words
  /// The number of each row's word; meaningless where the row has none.
  let codes: [UInt32]
  let present: RowSet

  init(_ values: [Value?]) {
    words = Words(Set(values.compactMap { $0?.text }))
    let numbers = words.codes
    codes = values.map { value in value.flatMap { numbers[$0.text] } ?? 0 }
    present = RowSet(capacity: values.count) { values[$0] != nil }
  }

  func rows(_ pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    let hits = words.matching(pattern, extent)
    return RowSet(capacity: codes.count) { present.contains($0) && hits[Int(codes[$0])] }
  }
}

/// Several texts for each row.
struct ListColumn: Sendable {
  let words: Words
  private let starts: [UInt32]
  private let codes: [UInt32]
  let present: RowSet

  init(_ values: [Value?]) {
    var distinct: Set<String> = []
    let lists = values.map { value -> [String] in
      switch value {
      case .list(let items): items
      case .some(let single): [single.text]
      case nil: []
      }
    }
    for list in lists { distinct.formUnion(list) }
    words = Words(distinct)
    let numbers = words.codes
    var starts: [UInt32] = [0]
    var codes: [UInt32] = []
    for list in lists {
      codes += list.compactMap { numbers[$0] }
      starts.append(UInt32(codes.count))
    }
    (self.starts, self.codes) = (starts, codes)
    present = RowSet(capacity: values.count) { !lists[$0].isEmpty }
  }

  func items(_ row: Int) -> ArraySlice<UInt32> { codes[Int(starts[row])..<Int(starts[row + 1])] }

  func rows(_ pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    let hits = words.matching(pattern, extent)
    return RowSet(capacity: starts.count - 1) { items($0).contains { hits[Int($0)] } }
  }
}

/// A number for each row.
struct NumberColumn: Sendable {
  let values: [Double]
  let present: RowSet

  init(_ values: [Value?]) {
    let numbers = values.map { value -> Double? in
      if case .number(let number) = value { number } else { value.flatMap { Double($0.text) } }
    }
    self.values = numbers.map { $0 ?? .nan }
    present = RowSet(capacity: values.count) { numbers[$0] != nil }
  }
}

/// A day for each row, and the text that it was given as.
struct DateColumn: Sendable {
  let days: [Int]
  let shown: [String]
  let present: RowSet

  init(_ values: [Value?]) {
    let periods = values.map { $0.flatMap { Period(dateTime: $0.text) } }
    days = periods.map { $0?.first ?? 0 }
    shown = values.map { $0?.text ?? "" }
    present = RowSet(capacity: values.count) { periods[$0] != nil }
  }
}
