import Text

/// A format of JSON: objects that are recipes, alone, in a list, or in a list of the document.
protocol JSONFormat: RecordSource {
  /// The keys of lists of records in the document.
  static var containers: [String] { get }
  static func recognizes(_ document: JSONProbe) -> Bool
  /// Translates a recipe.
  static func recipe(_ object: inout ForeignObject) -> RecipeBuilder
}

extension JSONFormat {
  static var containers: [String] { [] }

  package static func recognizes(_ file: SourceFile) -> Bool {
    file.json.map { recognizes($0) } ?? false
  }

  package static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    var records: [ForeignRecord] = []
    for (value, line) in try elements(of: file.bytes, in: containers) {
      var object = ForeignObject(value, at: file.address)
      let builder = recipe(&object)
      records.append(builder.record(line: line, unused: object.unused))
    }
    return ForeignRecords(records)
  }
}

/// Returns the objects of a document with the lines where they begin: itself, its elements, or those of a list in it.
///
/// - Throws: ``FormatFault`` at the first byte that is not JSON.
func elements(
  of bytes: [UInt8], in containers: [String]
) throws(FormatFault) -> [(value: JSONValue, line: Int)] {
  var lines = LineCounter(bytes)
  var elements: [(JSONValue, Int)] = []
  var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  let readList: (inout JSONReader) throws(JSONFault) -> Void = { reader throws(JSONFault) in
    try reader.readArray { (reader, _) throws(JSONFault) in
      reader.skipSpace()
      let line = lines.line(at: reader.position)
      elements.append((try reader.readTree(), line))
    }
  }
  do throws(JSONFault) {
    reader.skipSpace()
    if reader.next == UInt8(ascii: "[") {
      try readList(&reader)
    } else if containers.isEmpty {
      let line = lines.line(at: reader.position)
      elements.append((try reader.readTree(), line))
    } else {
      var isFound = false
      let start = reader
      try reader.readObject { (reader, key, _) throws(JSONFault) in
        reader.skipSpace()
        let isList = containers.contains(key) && reader.next == UInt8(ascii: "[")
        if isList { try readList(&reader) } else { try reader.skipValue() }
        isFound = isFound || isList
      }
      if !isFound {
        reader = start
        elements.append((try reader.readTree(), lines.line(at: start.position)))
      }
    }
  } catch {
    throw FormatFault("this is not JSON: \(error.reason)", line: lines.line(at: error.offset))
  }
  return elements
}

/// Counts lines of a text up to offsets that ascend.
struct LineCounter {
  private let bytes: [UInt8]
  private var (place, count) = (0, 1)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the line of an offset, counted from 1.
  mutating func line(at offset: Int) -> Int {
    if offset < place { (place, count) = (0, 1) }
    for byte in bytes[place..<min(max(offset, place), bytes.count)] where byte == 0x0A {
      count += 1
    }
    place = min(max(offset, place), bytes.count)
    return count
  }
}
