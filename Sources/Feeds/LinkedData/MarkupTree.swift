import CMarkup
import Text

/// The elements of a web page, as far as they matter for microdata and RDFa.
struct MarkupTree {
  /// An element that is an item, a property, or has an id.
  struct Element {
    /// The name, in lowercase.
    var name: String
    var attributes = Attributes()
    var children: [Child] = []
  }

  /// The few attributes of an element, of duplicates the first one.
  struct Attributes {
    private var pairs: [(name: String, value: String)] = []

    mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }

    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
  }

  /// A child of an element.
  enum Child {
    /// The index of an element.
    case element(Int)
    case text(String)
  }

  /// Why the page was not read as a whole.
  enum Fault: Error {
    case isMissing
    case isTooLarge
  }

  /// The elements in the order of the page; the first one stands for the page.
  private(set) var elements = [Element(name: "")]
  /// The elements with an id, of duplicates the first one.
  private(set) var ids: [String: Int] = [:]
  /// Whether the page took too long, so that its end is missing.
  private(set) var isCut = false

  /// The maximum CPU time, in seconds.
  private static let timeLimit = 5.0

  /// Creates the tree of an empty page.
  init() {}

  /// Reads a page.
  ///
  /// - Parameter page: HTML in UTF-8.
  /// - Throws: ``Fault`` if libxml2 is missing, or the page has too many parts.
  init(_ page: [UInt8]) throws(Fault) {
    let bytes = withoutHugeTags(page)
    var parts = unsafe cmarkup_parts()
    defer { unsafe cmarkup_free(&parts) }
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cmarkup_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
        bytes.count * 2 + 1 << 16, Self.timeLimit, &parts)
    }
    switch result {
    case cmarkup_missing: throw .isMissing
    case cmarkup_full: throw .isTooLarge
    case cmarkup_late: isCut = true
    default: break
    }
    unsafe read(UnsafeBufferPointer(start: parts.bytes, count: parts.count))
  }

  /// Builds the tree from the parts of the page, the first of which is the page itself.
  private mutating func read(_ parts: UnsafeBufferPointer<UInt8>) {
    var (open, attribute, place) = ([0], "", 5)
    while place + 5 <= parts.count {
      let kind = unsafe UInt32(parts[place])
      let count = (0..<4).reduce(0) { unsafe $0 | Int(parts[place + 1 + $1]) << (8 * $1) }
      let bytes = unsafe parts[(place + 5)..<(place + 5 + count)]
      place += 5 + count
      let innermost = open[open.count - 1]
      switch kind {
      case cmarkup_start.rawValue:
        let name = unsafe String(decoding: bytes, as: UTF8.self)
        elements[innermost].children.append(.element(elements.count))
        open.append(elements.count)
        elements.append(Element(name: name.lowercased()))
      case cmarkup_attribute_name.rawValue:
        attribute = unsafe String(decoding: bytes, as: UTF8.self).lowercased()
      case cmarkup_attribute_value.rawValue:
        let value = unsafe String(decoding: bytes, as: UTF8.self)
        elements[innermost].attributes.add(attribute, value)
        if attribute == "id", ids[value] == nil { ids[value] = innermost }
      case cmarkup_end.rawValue:
        if open.count > 1 { open.removeLast() }
      default:
        elements[innermost].children.append(.text(unsafe String(decoding: bytes, as: UTF8.self)))
      }
    }
  }
}

/// Text.
extension MarkupTree {
  /// Returns the text of an element: its blocks are lines, and other white space is single spaces.
  func text(of element: Int) -> String {
    var text = ""
    append(element, to: &text)
    return text.split(separator: "\n").map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func append(_ element: Int, to text: inout String) {
    for child in elements[element].children {
      switch child {
      case .element(let inner): append(inner, to: &text)
      case .text(let words): text += words
      }
    }
  }
}

/// Replaces tags by spaces that a parser would take very long to read, and bytes that would end its input.
///
/// A parser compares each attribute of a tag with all others.
private func withoutHugeTags(_ page: [UInt8]) -> [UInt8] {
  var bytes = Array(String(decoding: page, as: UTF8.self).utf8)
  let (longest, mostWords) = (1 << 16, 4096)
  var place = 0
  while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
    place = start + 1
    guard place < bytes.count, 0x61...0x7A ~= bytes[place] | 0x20 else { continue }
    var (wordCount, isInWord, end) = (0, false, place)
    var (quote, last): (UInt8?, UInt8) = (nil, 0)
    while end < bytes.count, end - start <= longest {
      let byte = bytes[end]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: ">") {
        break
      } else if quote == nil, last == UInt8(ascii: "="), byte == 0x22 || byte == 0x27 {
        quote = byte
      }
      let isSpace = byte <= 0x20
      if !isSpace, !isInWord { wordCount += 1 }
      isInWord = !isSpace
      if !isSpace { last = byte }
      end += 1
    }
    if end - start > longest || wordCount > mostWords {
      for offset in start..<min(end + 1, bytes.count) { bytes[offset] = 0x20 }
      place = min(end + 1, bytes.count)
    } else if end == bytes.count {
      bytes[start] = 0x20
    } else {
      place = end
    }
  }
  for offset in bytes.indices where bytes[offset] == 0 { bytes[offset] = 0x20 }
  return bytes
}
