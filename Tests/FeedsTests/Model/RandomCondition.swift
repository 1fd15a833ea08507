import Catalog
import TestSupport
import Text

/// A random condition on one field as typed, and the records for which it holds.
struct RandomCondition {
  var text: String
  var records: [Int]

  init(_ model: Model, _ numbers: inout SeededNumbers) {
    let field = numbers.below(model.schema.fields.count)
    let name = model.schema.fields[field].name
    let isPresent = { (record: Int) in model.values[field][record] != nil }
    switch numbers.below(10) {
    case 0: self.init(text: "has:\(name)", records: model.records(where: isPresent))
    case 1: self.init(text: "no:\(name)", records: model.records { !isPresent($0) })
    default:
      switch model.schema.fields[field].kind {
      case .number, .minutes: self = .quantity(model, field, &numbers) { "\(shown($0))" }
      case .date: self = .date(model, field, &numbers)
      default: self = .comparison(model, field, &numbers)
      }
    }
  }

  private init(text: String, records: [Int]) { (self.text, self.records) = (text, records) }

  /// Creates a comparison by `=`, `!=`, `~` or `!~` with a part of a value.
  private static func comparison(
    _ model: Model, _ field: Int, _ numbers: inout SeededNumbers
  ) -> RandomCondition {
    let name = model.schema.fields[field].name
    let wanted = somePart(of: model, field, &numbers)
    let isExact = numbers.happens(oneIn: 2)
    let isWild = isExact && numbers.happens(oneIn: 2)
    var typed = "\"\(wanted)\""
    if isWild {
      typed = wanted.filter { $0.isLetter || $0 == "*" }
      typed = numbers.oneOf(["*\(typed)", "\(typed)*", "*\(typed)*", typed.prefix(2) + "*" + typed])
    }
    let found = model.records(
      field, isWild ? typed : wanted, isExact ? .whole : .anywhere, wild: isWild)
    let sign = isExact ? "=" : "~"
    if numbers.happens(oneIn: 3) {
      let others = Set(found)
      return Self(text: "\(name)!\(sign)\(typed)", records: model.records { !others.contains($0) })
    }
    return Self(text: "\(name)\(sign)\(typed)", records: found)
  }

  /// Returns a value of a field or a part of it, sometimes in uppercase or without accents.
  static func somePart(
    of model: Model, _ field: Int, _ numbers: inout SeededNumbers
  ) -> String {
    let all = model.values[field].flatMap { texts(of: $0) }
    if all.isEmpty { return "none" }
    var scalars = Array(numbers.oneOf(all).unicodeScalars)
    if numbers.happens(oneIn: 2) {
      let start = numbers.happens(oneIn: 2) ? 0 : numbers.below(scalars.count)
      scalars = Array(scalars[start...].prefix(numbers.below(12)))
    }
    var text = String(String.UnicodeScalarView(scalars.filter { $0 != "\"" && $0 != "\\" }))
    if numbers.happens(oneIn: 4) { text = text.uppercased() }
    if numbers.happens(oneIn: 4) { text = folded(text) }
    return text
  }

  private static func quantity(
    _ model: Model, _ field: Int, _ numbers: inout SeededNumbers, _ typed: (Double) -> String
  ) -> RandomCondition {
    let name = model.schema.fields[field].name
    let all = model.values[field].compactMap { value -> Double? in
      if case .number(let number) = value { number } else { nil }
    }
    let some = [numbers.oneOf(all + [3]), numbers.oneOf(all + [0])].sorted()
    func records(_ test: (Double) -> Bool) -> [Int] {
      model.records {
        if case .number(let number) = model.values[field][$0] { test(number) } else { false }
      }
    }
    let (low, high) = (some[0], some[1])
    let (first, last) = (typed(low), typed(high))
    switch numbers.below(8) {
    case 0: return Self(text: "\(name)<\(first)", records: records { $0 < low })
    case 1: return Self(text: "\(name)<=\(first)", records: records { $0 <= low })
    case 2: return Self(text: "\(name)>\(first)", records: records { $0 > low })
    case 3: return Self(text: "\(name)>=\(first)", records: records { $0 >= low })
    case 4:
      return Self(text: "\(name)=\(first),\(last)", records: records { $0 == low || $0 == high })
    case 5:
      let same = Set(records { $0 == low })
      return Self(text: "\(name)!=\(first)", records: model.records { !same.contains($0) })
    case 6: return Self(text: "\(name)=\(first)..", records: records { $0 >= low })
    default:
      return Self(text: "\(name)=\(first)..\(last)", records: records { low...high ~= $0 })
    }
  }

  private static func date(
    _ model: Model, _ field: Int, _ numbers: inout SeededNumbers
  ) -> RandomCondition {
    let name = model.schema.fields[field].name
    let typed = numbers.oneOf(["2024", "2023-05", "1969", "2024-03-11", "2023-09-28", "1969-12"])
    let first = typed + "-01-01".dropFirst(typed.count - 4)
    let last = typed + (typed.count == 10 ? "" : typed.count == 7 ? "-31" : "-12-31")
    func records(_ test: (String) -> Bool) -> [Int] {
      model.records { model.values[field][$0].map { test(String($0.text.prefix(10))) } ?? false }
    }
    switch numbers.below(6) {
    case 0: return Self(text: "\(name)<\(typed)", records: records { $0 < first })
    case 1: return Self(text: "\(name)<=\(typed)", records: records { $0 <= last })
    case 2: return Self(text: "\(name)>\(typed)", records: records { $0 > last })
    case 3: return Self(text: "\(name)>=\(typed)", records: records { $0 >= first })
    case 4: return Self(text: "\(name)=..\(typed)", records: records { $0 <= last })
    default: return Self(text: "\(name)=\(typed)", records: records { first <= $0 && $0 <= last })
    }
  }
}
