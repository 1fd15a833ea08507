import Text

extension JSONValue {
  /// A number, also one in quotes, or the value of a rating or a quantity; of a list the first.
  var plainNumber: Double? {
    switch self {
    case .number(let number): number
    case .string(let text): writtenNumber(trimmingSpace(plainText(text, keepingLines: false)))
    case .array(let items): items.lazy.compactMap(\.plainNumber).first
    case .object:
      ["ratingValue", "value", "@value"].lazy.compactMap { self[$0]?.plainNumber }.first
    case .null, .bool: nil
    }
  }
}

/// A number in digits; commas before three of them belong to the thousands, any other is a decimal one.
private func writtenNumber(_ text: String) -> Double? {
  var digits = Array(text.utf8)
  guard digits.allSatisfy({ 0x30...0x39 ~= $0 || "+-.,".utf8.contains($0) }) else { return nil }
  if let comma = digits.lastIndex(of: 0x2C), !hasThousands(digits) {
    guard digits.firstIndex(of: 0x2C) == comma, digits[comma...].firstIndex(of: 0x2E) == nil
    else { return nil }
    // `1.234,5` and `4,5`
    digits = digits[..<comma].filter { $0 != 0x2E } + [0x2E] + digits[(comma + 1)...]
  } else {
    digits.removeAll { $0 == 0x2C }
  }
  let number = Double(String(decoding: digits, as: UTF8.self))
  return number.flatMap { $0.isFinite ? $0 : nil }
}

/// Whether every comma has three digits behind it, as in `1,234,567.5`.
private func hasThousands(_ digits: [UInt8]) -> Bool {
  let whole = digits.prefix { $0 != 0x2E }
  guard !digits[whole.endIndex...].contains(0x2C) else { return false }
  let groups = whole.split(separator: 0x2C, omittingEmptySubsequences: false)
  return 1...3 ~= groups[0].count { $0 >= 0x30 }
    && groups.dropFirst().allSatisfy { $0.count { $0 >= 0x30 } == 3 && $0.count == 3 }
}
