import Catalog
import Feeds
import TestSupport
import Text

/// A random feed with a field of every kind: its JSON and the resulting values.
struct RandomFeed {
  static let fields = [
    Field("id", .text, role: .id), Field("name", .text, role: .name), Field("source", .link),
    Field("method", .text), Field("cuisine", .keyword, role: .facet), Field("tags", .list),
    Field("rating", .number), Field("time", .minutes), Field("added", .date),
  ]

  /// A profile with all keys, so that no field is inferred.
  static let profile = Profile(
    name: "model", container: nil,
    mappings: zip(fields, keys).map { Profile.Mapping($0, keys: [$1]) })

  private static let keys = [
    "id", "name", "source_url", "method", "cuisine", "tags", "rating", "time", "added",
  ]

  private(set) var numbers: SeededNumbers
  /// The value of each record for each field.
  private(set) var values: [[Value?]] = Array(repeating: [], count: fields.count)
  /// The JSON object of each record.
  private(set) var records: [String] = []

  init(seed: Int, count: Int) {
    numbers = SeededNumbers(seed: seed)
    for _ in 0..<count { addRecord() }
  }

  var count: Int { records.count }
  var json: [UInt8] { Array("[\(records.joined(separator: ","))]".utf8) }
  var lines: [UInt8] { Array(records.joined(separator: "\n").utf8) }

  private mutating func addRecord() {
    let record = [
      id(), name(), source(), method(), cuisine(), tags(), rating(), time(), added(),
    ]
    var members: [String] = []
    for (number, value) in record.enumerated() {
      values[number].append(value)
      if let value {
        members.append("\"\(Self.keys[number])\":\(text(of: value))")
      } else if numbers.happens(oneIn: 3) {
        members.append("\"\(Self.keys[number])\":\(numbers.oneOf(["null", "{}"]))")
      }
    }
    if numbers.happens(oneIn: 4) { members.shuffle(using: &numbers) }
    records.append("{\(members.joined(separator: ","))}")
  }

  private mutating func text(of value: Value) -> String {
    switch value {
    case .text(let text): return quoted(text)
    case .number(let number): return shown(number)
    case .list(let items): return "[" + items.map { quoted($0) }.joined(separator: ", ") + "]"
    }
  }

  /// Returns a text as JSON, sometimes with all characters escaped.
  private mutating func quoted(_ text: String) -> String {
    if numbers.happens(oneIn: 9) {
      let units = text.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "\"\(units.joined())\""
    }
    return JSONValue.string(text).text()
  }
}

/// Random values.
extension RandomFeed {
  private static let words = [
    "Crème", "brûlée", "creme", "PIE", "pie", "Pie", "Apple", "apple's", "e\u{301}clair", "Straße",
    "パイ", "親子丼", "🥧", "\"quoted\"", "a\\b", "Pizza", "pizzas", "of", "the", "Ｗｉｄｅ", "*", "ﬁg",
  ]

  private mutating func phrase(_ counts: ClosedRange<Int>) -> String {
    numbers.some(counts, of: Self.words).joined(separator: numbers.oneOf([" ", " ", "-"]))
  }

  private mutating func hexadecimal(_ count: Int) -> String {
    String((0..<count).map { _ in numbers.oneOf(Array("0123456789abcdef")) })
  }

  private mutating func id() -> Value? {
    if let earlier = values[0].last ?? nil, numbers.happens(oneIn: 30) { return earlier }
    let id = [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    switch numbers.below(20) {
    case 0: return nil
    case 1: return .text(id.uppercased())
    case 2: return .text("other " + hexadecimal(3))
    default: return .text(id)
    }
  }

  private mutating func name() -> Value? {
    switch numbers.below(20) {
    case 0: return nil
    case 1: return .text(String(repeating: "long ", count: 15) + phrase(1...2))
    case 2, 3: return .text(numbers.oneOf(Self.words))
    default: return .text(phrase(1...4))
    }
  }

  private mutating func source() -> Value? {
    switch numbers.below(16) {
    case 0: nil
    case 1: .text("http://other.example/" + hexadecimal(Int.random(in: 0...9, using: &numbers)))
    case 2: .text("https://Site.example/" + hexadecimal(6))
    default: .text("https://site.example/" + hexadecimal(6))
    }
  }

  private mutating func method() -> Value? {
    if numbers.happens(oneIn: 8) { return nil }
    return .text(phrase(1...3) + ": " + hexadecimal(8) + " " + phrase(0...9) + ".")
  }

  private mutating func cuisine() -> Value? {
    numbers.happens(oneIn: 8)
      ? nil
      : .text(
        numbers.oneOf([
          "Thai", "Thai", "Thai", "thai", "French", "Français", "francais", "Middle Eastern", "日本",
        ]))
  }

  private mutating func tags() -> Value? {
    let tags = numbers.some(
      0...4, of: ["quick", "Quick", "sweet", "süß", "for two", "for", "a, b", "パイ"])
    return tags.isEmpty ? nil : .list(tags)
  }

  private mutating func rating() -> Value? {
    numbers.happens(oneIn: 6) ? nil : .number(Double(numbers.below(41) - 20) / 4)
  }

  private mutating func time() -> Value? {
    numbers.happens(oneIn: 6) ? nil : .number(Double(numbers.below(12) * 5))
  }

  private mutating func added() -> Value? {
    if numbers.happens(oneIn: 6) { return nil }
    let day =
      "\(numbers.oneOf(["1969", "2023", "2024"]))-0\(numbers.below(9) + 1)-\(numbers.below(19) + 10)"
    return .text(numbers.happens(oneIn: 4) ? day + "T10:00:00Z" : day)
  }
}
