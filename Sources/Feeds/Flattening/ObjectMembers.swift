import Catalog
import Text

/// The members of the objects of a column, by key.
struct ObjectMembers {
  typealias Column = UnmappedColumns.Column

  /// The maximum number of spellings that are stored.
  ///
  /// With escapes, a key can have very many.
  private static let spellingLimit = 1024

  /// A column for each key, in the order in which the keys occurred.
  ///
  /// The key of a type wrapper, such as `$date`, is replaced by the empty string.
  private(set) var columns: [Column] = []
  /// The first key beyond the limit, and a row with it.
  private(set) var firstOmitted: (key: String, row: UInt32)?
  private var objectCount = 0
  /// The spellings of keys, in the order in which they occurred.
  private var spellings: [MemberSpelling] = []
  private var numbers: [ArraySlice<UInt8>: Int] = [:]
  /// The index of each key's column.
  private var places: [String: Int] = [:]

  /// Extracts the members of a column's objects.
  ///
  /// - Parameters:
  ///   - column: The column. Other values are ignored.
  ///   - limit: The maximum number of keys, except those that name or identify objects.
  init(of column: Column, limit: Int) {
    var reader = JSONReader(column.text)
    for (place, value) in column.values.enumerated() where value.shape == .object {
      objectCount += 1
      reader.position = value.range.lowerBound
      // Most objects have the same keys in the same order.
      var next = 0
      // The bytes were parsed before and are valid JSON.
      try? reader.readObject(named: { (reader, key) throws(JSONFault) in
        let start = reader.position
        try reader.skipValue()
        let (bytes, row) = (column.text[key], column.rows[place])
        if next >= spellings.count || spellings[next].bytes != bytes {
          next = numbers[bytes] ?? spellings.count
        }
        let known = next < spellings.count ? spellings[next] : nil
        next += 1
        guard let spelling = known ?? learned(bytes, row, limit) else { return }
        columns[spelling.member].take(start..<reader.position, of: column, spelling, row)
      })
    }
  }

  /// Whether more than half of at least two objects share a key, so that keys are not data.
  var haveCommonKey: Bool {
    objectCount > 1 && columns.contains { $0.rows.count * 2 > objectCount }
  }

  /// Adds a spelling of a key; returns nil if the key is beyond the limit.
  private mutating func learned(
    _ bytes: ArraySlice<UInt8>, _ row: UInt32, _ limit: Int
  ) -> MemberSpelling? {
    let name = keyName(bytes)
    let key = MemberSpelling.types.contains(name) ? "" : name
    if places[key] == nil {
      if columns.count >= limit, !Inference.isEssential(key) {
        if firstOmitted == nil { firstOmitted = (key, row) }
        return nil
      }
      places[key] = columns.count
      columns.append(Column(key: key))
    }
    let spelling = MemberSpelling(bytes, name, member: places[key] ?? 0)
    if spellings.count < Self.spellingLimit {
      numbers[bytes] = spellings.count
      spellings.append(spelling)
    }
    return spelling
  }
}

extension UnmappedColumns.Column {
  /// Adds the value of a member of another column's objects.
  fileprivate mutating func take(
    _ range: Range<Int>, of outer: UnmappedColumns.Column, _ spelling: MemberSpelling, _ row: UInt32
  ) {
    if spelling.isNumericType, let digits = outer.quotedNumber(range) {
      add(digits, of: outer.text, row: row)
    } else if spelling.isRendered, let clean = outer.withoutMarkup(range) {
      unsafe add(clean.value, of: row, in: clean.text.span.bytes)
    } else {
      add(range, of: outer.text, row: row)
    }
  }

  /// Returns the contents of a text that is a number; nil for other values.
  private func quotedNumber(_ range: Range<Int>) -> Range<Int>? {
    guard text[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let inside = range.lowerBound + 1..<range.upperBound - 1
    var reader = JSONReader(Array(text[inside]))
    guard case .number? = try? reader.readValue(), reader.position == inside.count else {
      return nil
    }
    return inside
  }

  /// Returns the text of HTML; nil if the value is not a text.
  private func withoutMarkup(_ range: Range<Int>) -> (value: ScannedValue, text: [UInt8])? {
    var reader = JSONReader(text, at: range.lowerBound)
    guard case .string(let markup)? = try? reader.readValue() else { return nil }
    var bytes: [UInt8] = []
    let value = Value.text(cleanText(markup, keepingLines: true)).scanned(into: &bytes)
    return (value, bytes)
  }
}

/// A key as spelled in objects, and the index of its column.
private struct MemberSpelling {
  /// The keys of type wrappers in the JSON of several databases.
  static let types = numericTypes.union([
    "$date", "$oid", "$timestamp", "arrayValue", "booleanValue", "mapValue", "referenceValue",
    "stringValue", "timestampValue",
  ])
  /// The keys of type wrappers around numbers in texts.
  private static let numericTypes: Set = [
    "$numberDecimal", "$numberDouble", "$numberInt", "$numberLong", "doubleValue", "integerValue",
  ]

  let bytes: ArraySlice<UInt8>
  let member: Int
  let isNumericType: Bool
  let isRendered: Bool

  /// Creates a spelling from a key without its quotes, and its decoded name.
  init(_ bytes: ArraySlice<UInt8>, _ name: String, member: Int) {
    (self.bytes, self.member) = (bytes, member)
    isNumericType = Self.numericTypes.contains(name)
    isRendered = name == "rendered"
  }
}
