/// A value as JSON has it; the members of an object keep their order.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value as JSON text (RFC 8259), controls and bidirectional marks escaped.
  ///
  /// - Parameter isPretty: Whether nested values stand on lines of their own.
  /// - Returns: JSON without a line feed at the end.
  package func text(isPretty: Bool = false) -> String {
    var out = ""
    write(to: &out, indent: isPretty ? 0 : nil)
    return out
  }

  private func write(to out: inout String, indent: Int?) {
    switch self {
    case .null: out += "null"
    case .bool(let flag): out += flag ? "true" : "false"
    case .number(let number): out += Self.text(of: number)
    case .string(let text): out += Self.quoted(text)
    case .array(let items):
      Self.write(items, "[", "]", to: &out, indent) { item, out, indent in
        item.write(to: &out, indent: indent)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &out, indent) { member, out, indent in
        out += Self.quoted(member.name) + (indent == nil ? ":" : ": ")
        member.value.write(to: &out, indent: indent)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: String, _ close: String, to out: inout String, _ indent: Int?,
    _ body: (Item, inout String, Int?) -> Void
  ) {
    out += open
    for (number, item) in items.enumerated() {
      if number > 0 { out += "," }
      if let indent { out += "\n" + String(repeating: " ", count: indent + 2) }
      body(item, &out, indent.map { $0 + 2 })
    }
    if let indent, !items.isEmpty { out += "\n" + String(repeating: " ", count: indent) }
    out += close
  }

  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return number == number.rounded() && abs(number) < 1e15
      ? String(Int(number)) : String(number)
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case _ where isHarmful(scalar):
        for unit in String(scalar).utf16 { out += "\\u" + hexadecimal(unit) }
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
