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
