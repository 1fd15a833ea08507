import Text

/// The recipes in a web page or JSON file that are described in schema.org's vocabulary, as JSON-LD.
package struct LinkedData: Sendable {
  /// The location of a record.
  package struct RecordLocation: Equatable, Sendable {
    /// The byte range in the document.
    package var range: Range<Int>
    /// The JSONPath; in a web page after the number of the block, as in `script[2]$['@graph'][0]`.
    package var path: String
  }

  /// The document, with spaces in place of everything that JSON does not allow.
  ///
  /// Offsets are unchanged.
  package private(set) var document: [UInt8]
  /// The records, in the order of the document.
  package private(set) var records: [RecordLocation] = []
  /// The remarks, in the order of the document.
  package private(set) var remarks: [Remark] = []
  /// The byte range of each object with an `@id`, which references resolve to.
  package private(set) var nodes: [String: Range<Int>] = [:]

  /// Reads the JSON-LD blocks of a web page; nil if it has none.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init?(page bytes: [UInt8]) {
    var finder = ScriptFinder(bytes)
    let blocks = finder.linkedDataBlocks()
    guard !blocks.isEmpty else { return nil }
    document = bytes
    var found = FoundData()
    for (number, block) in blocks.enumerated() {
      if let fault = read(block, prefix: "script[\(number)]", into: &found) {
        found.remarks.append(Remark(offset: fault.offset, kind: .unreadable(fault.reason)))
      }
    }
    found.dropRepeated()
    keep(found)
  }

  /// Reads a JSON document; nil if it contains no recipe, or is not JSON even when read leniently.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init?(json bytes: [UInt8]) {
    guard mentions(Array("Recipe".utf8), bytes) else { return nil }
    document = bytes
    var found = FoundData()
    let fault = read(0..<bytes.count, prefix: "", into: &found)
    guard fault == nil, !found.records.isEmpty else { return nil }
    keep(found)
  }

  /// Reads a block, and repairs it in the document.
  ///
  /// - Returns: The syntax error that could not be repaired, if any.
  private mutating func read(
    _ block: Range<Int>, prefix: String, into found: inout FoundData
  ) -> JSONFault? {
    var scan = BlockScan(document, block, prefix: prefix)
    // The scan is the only owner of the bytes while it runs, so that a repair does not copy them.
    document = []
    defer { document = scan.bytes }
    do {
      try scan.run()
      found.add(scan)
      return nil
    } catch {
      return error
    }
  }

  private mutating func keep(_ found: FoundData) {
    records = found.records.map(\.location)
    remarks = found.remarks.sorted { $0.offset < $1.offset }
    nodes = found.nodes.mapValues(\.range)
  }
}

extension LinkedData {
  /// A note about JSON-LD that was read leniently, or could not be read.
  package struct Remark: Equatable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A text contains control characters.
      case rawControl
      /// A comma follows the last element or member.
      case trailingComma
      /// Comment or CDATA marks, or a semicolon, surround the data.
      case wrapper
      /// A backslash precedes an apostrophe.
      case unknownEscape
      /// A text contains bytes that are not UTF-8.
      case notUTF8
      /// The page contains the same recipe more than once.
      case repeated
      /// A block could not be read, for the given reason.
      case unreadable(String)
    }

    /// The offset, in bytes, of the first occurrence in its block.
    package var offset: Int
    package var kind: Kind

    package init(offset: Int, kind: Kind) { (self.offset, self.kind) = (offset, kind) }

    /// Whether data is lost.
    package var isError: Bool {
      if case .unreadable = kind { true } else { false }
    }

    /// A description, as a clause.
    package var reason: String {
      switch kind {
      case .rawControl: "a text has raw control characters, which are read as blanks"
      case .trailingComma: "a comma has nothing behind it"
      case .wrapper: "the data is in a comment, or other text follows it"
      case .unknownEscape: "a text has a backslash before an apostrophe, which JSON does not know"
      case .notUTF8: "a text has bytes that are not UTF-8, which are read as `?`"
      case .repeated: "the page has this recipe more than once"
      case .unreadable(let reason): "the linked data cannot be read: \(reason)"
      }
    }
  }
}

extension LinkedData {
  /// Returns a record in which references are replaced by the objects they point to.
  ///
  /// - Parameter location: One of ``records``.
  /// - Returns: The record; nil if the location is not in this document.
  package func value(of location: RecordLocation) -> JSONValue? {
    value(at: location.range).map { resolving($0, length: location.range.count) }
  }

  /// Replaces references in a value by the objects they point to.
  ///
  /// - Parameters:
  ///   - value: A record or a part of one.
  ///   - length: The length of the value in the document, in bytes. Objects that are much longer are not inserted.
  /// - Returns: The value, its references resolved one level deep.
  func resolving(_ value: JSONValue, length: Int) -> JSONValue {
    // The budget keeps the result linear in the size of the document when many short records refer to a long object.
    var budget = length * 4 + 4096
    return nodes.isEmpty ? value : resolved(value, &budget)
  }

  private func value(at range: Range<Int>) -> JSONValue? {
    guard document.indices.contains(range.lowerBound) else { return nil }
    var reader = JSONReader(document, at: range.lowerBound)
    // A location of another document has no value here; this document's own were parsed before and are valid.
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

  /// Returns the object that a reference points to; nil if the value is not a plain reference.
  private func node(of value: JSONValue, _ budget: inout Int) -> JSONValue? {
    guard case .object(let members) = value, case .string(let id)? = value["@id"],
      members.allSatisfy({ $0.name == "@id" || $0.name == "@type" }),
      let range = nodes[id], range.count <= budget
    else { return nil }
    budget -= range.count
    return self.value(at: range)
  }
}
