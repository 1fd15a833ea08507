import Text

/// The recipes that a web page or a file has in schema.org's words, as JSON-LD.
package struct LinkedData: Sendable {
  /// One record.
  package struct Place: Equatable, Sendable {
    /// Where it stands in the document, in bytes.
    package var range: Range<Int>
    /// Its JSONPath; in a page behind the number of its block, as in `script[2]$['@graph'][0]`.
    package var path: String
  }

  /// The document, with blanks for all that JSON does not allow: every offset holds.
  package private(set) var document: [UInt8]
  /// In the order of the document.
  package private(set) var records: [Place] = []
  /// In the order of the document.
  package private(set) var remarks: [Remark] = []
  /// Where the objects stand that have an `@id`, for those that only refer to them.
  package private(set) var nodes: [String: Range<Int>] = [:]

  /// Reads the blocks of a web page; nil if it has none.
  ///
  /// - Complexity: O(*n*) in bytes.
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

  /// Reads a JSON document; nil if it has no recipe, or is no JSON even when it is read leniently.
  ///
  /// - Complexity: O(*n*) in bytes.
  package init?(json bytes: [UInt8]) {
    guard mentions(Array("Recipe".utf8), bytes) else { return nil }
    document = bytes
    var found = FoundData()
    let fault = read(0..<bytes.count, prefix: "", into: &found)
    guard fault == nil, !found.records.isEmpty else { return nil }
    keep(found)
  }

  /// Reads one block, and mends it in the document.
  ///
  /// - Returns: What is wrong with it beyond mending.
  private mutating func read(
    _ block: Range<Int>, prefix: String, into found: inout FoundData
  ) -> JSONFault? {
    var scan = BlockScan(document, block, prefix: prefix)
    // The scan owns the bytes as long as it lasts, so that they are not copied when one is changed.
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
    records = found.records.map(\.place)
    remarks = found.remarks.sorted { $0.offset < $1.offset }
    nodes = found.nodes.mapValues(\.range)
  }
}

extension LinkedData {
  /// Something in linked data that was read leniently, or could not be read.
  package struct Remark: Equatable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Control characters in a text.
      case rawControl
      /// A comma with nothing behind it.
      case trailingComma
      /// Comment or CDATA marks, or a semicolon, around the data.
      case wrapper
      /// Backslashes before apostrophes.
      case unknownEscape
      /// Bytes in a text that are not UTF-8.
      case notUTF8
      /// The same recipe as another one of the page.
      case repeated
      /// A whole block, and why.
      case unreadable(String)
    }

    /// How many bytes stand before the first place of this kind in its block.
    package var offset: Int
    package var kind: Kind

    package init(offset: Int, kind: Kind) { (self.offset, self.kind) = (offset, kind) }

    /// Whether something is not shown because of it.
    package var isError: Bool {
      if case .unreadable = kind { true } else { false }
    }

    /// What is wrong, in a clause.
    package var reason: String {
      switch kind {
      case .rawControl: "a text has raw control characters, which are read as blanks"
      case .trailingComma: "a comma has nothing behind it"
      case .wrapper: "the data stand in a comment or have something behind them"
      case .unknownEscape: "a text has a backslash before an apostrophe, which JSON does not know"
      case .notUTF8: "a text has bytes that are not UTF-8, which are read as `?`"
      case .repeated: "the page has this recipe more than once"
      case .unreadable(let reason): "the linked data cannot be read: \(reason)"
      }
    }
  }
}

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
