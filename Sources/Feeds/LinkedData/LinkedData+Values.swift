import Text

extension LinkedData {
  /// A record as a value; what it only refers to stands in the place of the reference.
  ///
  /// - Parameter place: One of ``records``.
  /// - Returns: nil only for a place that is none of them.
  package func value(of place: Place) -> JSONValue? {
    value(at: place.range).map { resolving($0, length: place.range.count) }
  }

  /// A value of the document with what it only refers to in the place of the references.
  ///
  /// - Parameters:
  ///   - value: A record or a part of one.
  ///   - length: How many bytes it has in the document; long objects are not put into short values.
  /// - Returns: The value, its references resolved one level deep.
  func resolving(_ value: JSONValue, length: Int) -> JSONValue {
    // Short records that all refer to one long object may not cost more than the document is long.
    var budget = length * 4 + 4096
    return nodes.isEmpty ? value : resolved(value, &budget)
  }

  private func value(at range: Range<Int>) -> JSONValue? {
    guard document.indices.contains(range.lowerBound) else { return nil }
    var reader = JSONReader(document, at: range.lowerBound)
    // A place that is none of this document's has no value; those of its own have been read once.
    guard let value = try? reader.readTree(), reader.position == range.upperBound else {
      return nil
    }
    return value
  }

  private func resolved(_ value: JSONValue, _ budget: inout Int) -> JSONValue {
    switch value {
    case .array(let items): return .array(items.map { resolved($0, &budget) })
    case .object(let members):
      if let node = node(of: value, &budget) { return node }
      return .object(
        members.map { JSONValue.Member($0.name, resolved($0.value, &budget)) })
    default: return value
    }
  }

  /// The object that a reference stands for; nil for what is more than a reference.
  private func node(of value: JSONValue, _ budget: inout Int) -> JSONValue? {
    guard case .object(let members) = value, case .string(let id)? = value["@id"],
      members.allSatisfy({ $0.name == "@id" || $0.name == "@type" }),
      let range = nodes[id], range.count <= budget
    else { return nil }
    budget -= range.count
    return self.value(at: range)
  }
}
