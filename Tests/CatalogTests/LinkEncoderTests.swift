import TestSupport
import Testing
import Text

@testable import Catalog

/// Returns random values of a kind, some of which are irregular, padded, or missing.
private func values(_ kind: String, _ count: Int, seed: Int) -> [String?] {
  var numbers = SeededNumbers(seed: seed)
  func digits(_ count: Int) -> String {
    String((0..<count).map { _ in numbers.oneOf(Array("0123456789abcdef")) })
  }
  func value() -> String {
    let uuid = [8, 4, 4, 4, 12].map { digits($0) }.joined(separator: "-")
    switch kind {
    case "uuid": return uuid
    case "uuid in a link": return "https://x.example/é/\(uuid)/large.jpg?\"\\"
    case "part of a link": return "https://x.example/watch?v=" + digits(11)
    case "start of a text": return digits(3) + " minutes of rest"
    case "constant": return "https://x.example/nothing"
    case "upper case": return uuid.uppercased()
    default: return digits(numbers.below(40))
    }
  }
  return (0..<count).map { _ in
    switch numbers.below(24) {
    case 0: nil
    case 1: ""
    case 2: " " + value().dropFirst()
    case 3: value().dropLast() + " "
    case 4: value().uppercased()
    case 5: value().replacing("-", with: "_")
    case 6: value() + "é"
    case 7: String(value().dropLast()) + "é"
    default: value()
    }
  }
}

private let kinds = [
  "uuid", "uuid in a link", "part of a link", "start of a text", "constant", "upper case", "any",
]

/// Returns a catalog of one field whose encoder received the values in batches, the last ones in a sibling.
private func catalog(_ values: [String?], role: Field.Role?, sizes: [Int]) -> Catalog {
  let field = Field("value", role == .id ? .text : .link, role: role)
  var encoders = [FieldEncoder(field)]
  var rest = values[...]
  for (number, size) in (sizes + [values.count]).enumerated() {
    if number == 3 { encoders.append(encoders[0].sibling()) }
    encoders[encoders.count - 1].append(Array(rest.prefix(size)))
    rest = rest.dropFirst(size)
    encoders[encoders.count - 1].chooseEncoding(by: 2000)
  }
  var all = encoders[0]
  if encoders.count > 1 { all.append(encoders[1]) }
  return CatalogContents(
    encoders: [all], count: values.count, recordStarts: Array(repeating: 0, count: values.count)
  ).catalog()
}

extension FieldEncoder {
  /// Appends texts as a batch of records.
  fileprivate mutating func append(_ values: [String?]) {
    var text: [UInt8] = []
    var batch = RecordBatch(slots: 1)
    for value in values {
      if let value {
        let json = JSONValue.string(value).text().dropFirst().dropLast()
        batch.values[batch.count] = ScannedValue(
          offset: UInt32(text.count), length: UInt32(json.utf8.count),
          shape: json.contains("\\") ? .escapedText : .text)
        text += Array(json.utf8)
      }
      batch.count += 1
    }
    text += [UInt8](repeating: 0, count: 64)
    append(batch, [0], in: unsafe text.span.bytes)
  }
}

@Test(arguments: kinds, 0..<4)
func `link values survive encoding`(kind: String, seed: Int) {
  let values = values(kind, 400, seed: seed)
  let sizes = [[100, 40, 1, 130], [15, 200, 0, 7], [1, 1, 1, 1], [0, 50, 200, 100]][seed]
  let expected = values.map { value in
    value.map { trimmingSpace($0) }.flatMap { $0.isEmpty ? nil : Value.text($0) }
  }
  for role in [Field.Role.id, nil] {
    let catalog = catalog(values, role: role, sizes: sizes)
    #expect((0..<400).map { catalog.value(0, $0) } == expected)
  }
}

@Test(arguments: kinds)
func `a link is found by its text in any case`(kind: String) {
  let values = values(kind, 300, seed: 9)
  let catalog = catalog(values, role: .id, sizes: [100, 50, 50])
  for wanted in values.compactMap({ $0 }).suffix(40) {
    let expected = values.indices.filter {
      values[$0].map { trimmingSpace($0).lowercased() == wanted.lowercased() && !$0.isEmpty }
        ?? false
    }
    #expect(catalog.rows(0, equalTo: [wanted]).sorted() == expected, "\(wanted)")
    #expect(catalog.rows(0, equalTo: [wanted.uppercased(), "none"]).sorted() == expected)
  }
}

@Test(arguments: ["REC-0000001x", "Rec-É-00001x", "K\u{212A}-000000001x"])
func `an uppercase id is found in either case`(first: String) {
  let values: [String] = (0..<40).map { number in
    first.dropLast() + String(UnicodeScalar(UInt8(0x41 + number % 26)))
  }
  let catalog = catalog(values, role: .id, sizes: [20, 10])
  for value in values {
    let expected = values.indices.filter { values[$0] == value }
    for wanted in [value, value.lowercased()] {
      #expect(catalog.rows(0, equalTo: [wanted]).sorted() == expected, "\(wanted)")
    }
  }
}
