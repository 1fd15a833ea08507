import Catalog
import Text

/// What the objects of a column hold, key by key.
struct ObjectMembers {
  typealias Column = LooseColumns.Column

  /// The most spellings of keys that are remembered; with escapes in it a key has very many.
  private static let spellingLimit = 1024

  /// A column for each key, in the order in which the keys came up.
  ///
  /// One whose key only says what type a value has is called "".
  private(set) var columns: [Column] = []
  /// The first key that is one too many, and a row that has it.
  private(set) var passedOver: (key: String, row: UInt32)?
  private var objectCount = 0
  /// The spellings of keys, in the order in which they came up.
  private var spellings: [MemberSpelling] = []
  private var numbers: [ArraySlice<UInt8>: Int] = [:]
  /// The place of the column of each key.
  private var places: [String: Int] = [:]

  /// Takes the members out of the objects of a column.
  ///
  /// - Parameters:
  ///   - column: The column; what else it holds is passed over.
  ///   - limit: The most keys, beside those that name or identify.
  init(of column: Column, limit: Int) {
    var reader = JSONReader(column.text)
    for (place, value) in column.values.enumerated() where value.shape == .object {
      objectCount += 1
      reader.position = value.range.lowerBound
      // Most objects have their keys in the same order.
      var next = 0
      // It was read once before, so nothing can be wrong with it.
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

  /// Whether more than half of several objects have a key in common, so that keys are no values.
  var haveCommonKey: Bool {
    objectCount > 1 && columns.contains { $0.rows.count * 2 > objectCount }
  }

  /// A new spelling of a key; nil if the key is one too many.
  private mutating func learned(
    _ bytes: ArraySlice<UInt8>, _ row: UInt32, _ limit: Int
  ) -> MemberSpelling? {
    let name = keyName(bytes)
    let key = MemberSpelling.types.contains(name) ? "" : name
    if places[key] == nil {
      if columns.count >= limit, !Inference.isEssential(key) {
        if passedOver == nil { passedOver = (key, row) }
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

extension LooseColumns.Column {
  /// Takes a value of a member out of the objects of another column.
  fileprivate mutating func take(
    _ range: Range<Int>, of outer: LooseColumns.Column, _ spelling: MemberSpelling, _ row: UInt32
  ) {
    if spelling.isNumericType, let digits = outer.quotedNumber(range) {
      add(digits, of: outer.text, row: row)
    } else if spelling.isRendered, let clean = outer.withoutMarkup(range) {
      unsafe add(clean.value, of: row, in: clean.text.span.bytes)
    } else {
      add(range, of: outer.text, row: row)
    }
  }

  /// The number that a JSON text is; nil if it is none.
  private func quotedNumber(_ range: Range<Int>) -> Range<Int>? {
    guard text[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let inside = range.lowerBound + 1..<range.upperBound - 1
    var reader = JSONReader(Array(text[inside]))
    guard case .number? = try? reader.readValue(), reader.position == inside.count else {
      return nil
    }
    return inside
  }

  /// A JSON text less its markup, which what is called rendered always has; nil if it is no text.
  private func withoutMarkup(_ range: Range<Int>) -> (value: ScannedValue, text: [UInt8])? {
    var reader = JSONReader(text, at: range.lowerBound)
    guard case .string(let markup)? = try? reader.readValue() else { return nil }
    var bytes: [UInt8] = []
    let value = Value.text(cleanText(markup, keepingLines: true)).scanned(into: &bytes)
    return (value, bytes)
  }
}

/// A key as objects write it, and the member that it is of.
private struct MemberSpelling {
  /// Keys that say nothing but what type a value has, in several databases' JSON.
  static let types = numericTypes.union([
    "$date", "$oid", "$timestamp", "arrayValue", "booleanValue", "mapValue", "referenceValue",
    "stringValue", "timestampValue",
  ])
  /// Those of them whose texts are numbers.
  private static let numericTypes: Set = [
    "$numberDecimal", "$numberDouble", "$numberInt", "$numberLong", "doubleValue", "integerValue",
  ]

  let bytes: ArraySlice<UInt8>
  let member: Int
  let isNumericType: Bool
  let isRendered: Bool

  /// A key between its quotes, as it is meant, and the place of its member.
  init(_ bytes: ArraySlice<UInt8>, _ name: String, member: Int) {
    (self.bytes, self.member) = (bytes, member)
    isNumericType = Self.numericTypes.contains(name)
    isRendered = name == "rendered"
  }
}
