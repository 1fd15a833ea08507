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
  /// Offsets are unchanged; records that have no place of their own in the document are appended to it.
  package private(set) var document: [UInt8]
  /// The records, in the order of the document.
  package private(set) var records: [RecordLocation] = []
  /// The address, the picture and the title that a web page declares: `canonical`, `og:url`, `og:image`, `og:title`.
  package private(set) var members: [JSONValue.Member] = []
  /// The remarks, in the order of the document.
  package private(set) var remarks: [Remark] = []
  /// Further descriptions of records by their offsets, best first: other copies, and the markup of the page.
  ///
  /// They have the fields that a record lacks.
  private(set) var extras: [Int: [JSONValue]] = [:]
  /// The byte range of each object with an `@id`, which references resolve to.
  package private(set) var nodes: [String: Range<Int>] = [:]

  /// Reads the JSON-LD blocks and the markup of a web page; nil if it has neither JSON-LD nor a recipe.
  ///
  /// JSON-LD wins: markup has the fields that it lacks, and the recipes if it has none.
  ///
  /// - Complexity: O(*n*) in the number of bytes. Only pages that mention microdata or RDFa are parsed as HTML.
  package init?(page bytes: [UInt8]) {
    var scan = PageScan(bytes)
    let facts = scan.facts()
    let blocks = facts.blocks
    members = facts.members
    let markup = MarkupRecipes.mayOccur(in: bytes) ? MarkupRecipes(bytes) : nil
    if blocks.isEmpty, markup?.recipes.isEmpty ?? true { return nil }
    document = bytes
    var found = FoundData()
    for (number, block) in blocks.enumerated() {
      if let fault = read(block, prefix: "script[\(number)]", into: &found) {
        found.remarks.append(Remark(offset: fault.offset, kind: .unreadable(fault.reason)))
      }
    }
    found.dropRepeated()
    keep(found)
    if let markup { take(markup) }
  }

  /// Adds the recipes of the markup, or the fields that those of JSON-LD lack.
  private mutating func take(_ markup: MarkupRecipes) {
    if let fault = markup.fault { remarks.append(Remark(offset: document.count, kind: fault)) }
    let named = markup.recipes.map { ($0["name"].map { folded(words(of: $0)) } ?? "", $0) }
    if records.isEmpty {
      // A recipe that is described twice has the fields of both.
      let groups = Dictionary(grouping: named) { $0.0 }
      for name in named.map(\.0).uniqued() {
        guard let copies = groups[name]?.map(\.1), let first = copies.first else { continue }
        let range = append(first.bytes())
        records.append(RecordLocation(range: range, path: "markup[\(records.count)]"))
        extras[range.lowerBound] = Array(copies.dropFirst())
      }
      return
    }
    for record in records {
      let name = value(at: record.range)?["name"].map { folded(words(of: $0)) }
      let isOnly = records.count == 1 && Set(named.map(\.0)).count == 1
      extras[record.range.lowerBound, default: []] +=
        named.filter { isOnly || $0.0 == name }.map(\.1)
    }
  }

  /// Reads a JSON document; nil if it contains no recipe, or is not JSON even when read leniently.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init?(json bytes: [UInt8]) {
    guard mentions(Array("ecipe".utf8), bytes) else { return nil }
    document = bytes
    var found = FoundData()
    let fault = read(0..<bytes.count, prefix: nil, into: &found)
    guard fault == nil, !found.records.isEmpty else { return nil }
    keep(found)
  }

  /// Reads a block, and repairs it in the document.
  ///
  /// - Parameters:
  ///   - block: The byte range of the block.
  ///   - prefix: What precedes its paths; nil if the block is the whole document.
  ///   - found: Takes the recipes.
  /// - Returns: The syntax error that could not be repaired, if any.
  private mutating func read(
    _ block: Range<Int>, prefix: String?, into found: inout FoundData
  ) -> JSONFault? {
    var scan = BlockScan(document, block, prefix: prefix ?? "")
    // The scan is the only owner of the bytes while it runs, so that a repair does not copy them.
    document = []
    defer { document = scan.bytes }
    do {
      if prefix == nil { try scan.run() } else { try scan.runScript() }
      found.add(scan)
      return nil
    } catch {
      return error
    }
  }

  /// Appends a record to the document, on a line of its own, and returns its range.
  private mutating func append(_ record: [UInt8]) -> Range<Int> {
    let start = document.count + 1
    document += [0x0A] + record + [0x0A]
    return start..<start + record.count
  }

  private mutating func keep(_ found: FoundData) {
    var found = found
    for place in found.records.indices.dropFirst() {
      let range = found.records[place].location.range
      // Between two records there must be room for a comma.
      if range.lowerBound == found.records[place - 1].location.range.upperBound {
        found.records[place].location.range = append(Array(document[range]))
      }
    }
    found.records.sort { $0.location.range.lowerBound < $1.location.range.lowerBound }
    records = found.records.map(\.location)
    remarks = found.remarks.sorted { $0.offset < $1.offset }
    nodes = found.nodes.mapValues(\.range)
    for record in found.records where !record.copies.isEmpty {
      let copies = record.copies.compactMap { value(at: $0) }
      extras[record.location.range.lowerBound] = copies
    }
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
      /// Microdata cannot be read, because libxml2 is missing.
      case noMarkupReader
      /// The markup of the page is too large or takes too long, and was read in part.
      case markupCut
      /// Something else follows the data of a script.
      case leftover
      /// A text contains bytes that are not UTF-8.
      case notUTF8
      /// The document is not UTF-8, and is read in a charset that it does not declare.
      case assumedCharset(String)
      /// The document has bytes that mean nothing in its charset.
      case notInCharset(String)
      /// The page contains the same recipe more than once.
      case repeated
      /// A value is not used, at the given place in its file.
      case unused(String)
      /// The record is a summary, as lists of servers have them.
      case summary
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
      case .noMarkupReader: "the page has microdata, which cannot be read without libxml2"
      case .markupCut: "the markup of the page is too large, and was read in part"
      case .leftover: "something else follows the data of the script"
      case .notUTF8: "a text has bytes that are not UTF-8, which are read as `?`"
      case .assumedCharset(let charset):
        "the document declares no charset; it is not UTF-8, and is read as \(charset)"
      case .notInCharset(let charset):
        "some bytes mean nothing in the charset of the document, \(charset), and are read as `\u{FFFD}`"
      case .unused(let place): "`\(place)` is not used"
      case .summary: "it has neither ingredients nor steps; these are not in the file"
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

extension [String] {
  /// The distinct texts, in their order.
  func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
