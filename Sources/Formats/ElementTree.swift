import CMarkup
import Text

/// The elements of an XML or HTML document.
struct ElementTree {
  /// An element.
  struct Element {
    /// The name; of HTML, in lowercase.
    var name: String
    fileprivate(set) var attributes: [(name: String, value: String)] = []
    fileprivate(set) var children: [Child] = []
  }

  /// A child of an element.
  enum Child {
    /// The index of an element.
    case element(Int)
    case text(String)
  }

  /// The elements in the order of the document; the first one stands for the document.
  private(set) var elements = [Element(name: "")]

  /// The maximum CPU time, in seconds.
  private static let timeLimit = 10.0

  /// Reads a document.
  ///
  /// - Throws: ``FormatFault`` if libxml2 is missing, or the document takes too much time or memory.
  init(_ document: [UInt8], isXML: Bool) throws(FormatFault) {
    let bytes = document.map { $0 == 0 ? 0x20 : $0 }
    var parts = unsafe cmarkup_parts()
    defer { unsafe cmarkup_free(&parts) }
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cmarkup_read_all(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
        bytes.count * 4 + 1 << 16, Self.timeLimit, isXML, &parts)
    }
    switch result {
    case cmarkup_missing: throw FormatFault("it cannot be read without libxml2")
    case cmarkup_full: throw FormatFault("it has too many elements")
    case cmarkup_late: throw FormatFault("it takes too long to read")
    default: break
    }
    unsafe read(UnsafeBufferPointer(start: parts.bytes, count: parts.count))
  }

  /// Builds the tree from the parts of the document, the first of which is the document itself.
  private mutating func read(_ parts: UnsafeBufferPointer<UInt8>) {
    var (open, attribute, place) = ([0], "", 5)
    while place + 5 <= parts.count {
      let kind = unsafe UInt32(parts[place])
      let count = (0..<4).reduce(0) { unsafe $0 | Int(parts[place + 1 + $1]) << (8 * $1) }
      let text = unsafe String(decoding: parts[(place + 5)..<(place + 5 + count)], as: UTF8.self)
      place += 5 + count
      let innermost = open[open.count - 1]
      switch kind {
      case cmarkup_start.rawValue:
        elements[innermost].children.append(.element(elements.count))
        open.append(elements.count)
        elements.append(Element(name: text))
      case cmarkup_attribute_name.rawValue: attribute = text
      case cmarkup_attribute_value.rawValue:
        elements[innermost].attributes.append((attribute, text))
      case cmarkup_end.rawValue: if open.count > 1 { open.removeLast() }
      default: elements[innermost].children.append(.text(text))
      }
    }
  }

  /// The document.
  var root: Node { Node(tree: self, index: 0) }
}

/// An element, to look for others in it.
struct Node {
  fileprivate let tree: ElementTree
  fileprivate let index: Int

  private var element: ElementTree.Element { tree.elements[index] }

  var name: String { element.name }

  /// The value of an attribute, without white space around it; nil if there is none, or it is empty.
  subscript(attribute: String) -> String? {
    let value = element.attributes.first { $0.name == attribute }.map { trimmingSpace($0.value) }
    return value?.isEmpty ?? true ? nil : value
  }

  /// The elements directly in it.
  var children: [Node] {
    element.children.compactMap { child in
      if case .element(let number) = child { Node(tree: tree, index: number) } else { nil }
    }
  }

  /// The elements directly in it with one of some names.
  func children(_ names: String...) -> [Node] { children.filter { names.contains($0.name) } }

  func child(_ name: String) -> Node? { children.first { $0.name == name } }

  /// All elements in it, at any depth, in the order of the document.
  var descendants: [Node] {
    var found: [Node] = []
    var open = Array(children.reversed())
    while let next = open.popLast() {
      found.append(next)
      open += next.children.reversed()
    }
    return found
  }

  /// The elements at any depth with a name.
  func all(_ name: String) -> [Node] { descendants.filter { $0.name == name } }

  func first(_ name: String) -> Node? { descendants.first { $0.name == name } }

  /// Whether a word is one of those in an attribute, such as a class.
  func has(_ word: String, in attribute: String) -> Bool {
    self[attribute]?.split(whereSeparator: \.isWhitespace).contains { $0 == word } ?? false
  }

  /// The first element at any depth with a word in an attribute.
  func first(_ attribute: String, _ word: String) -> Node? {
    descendants.first { $0.has(word, in: attribute) }
  }

  func all(_ attribute: String, _ word: String) -> [Node] {
    descendants.filter { $0.has(word, in: attribute) }
  }

  /// The text in it as it is.
  var wholeText: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    for child in element.children {
      switch child {
      case .text(let words): text += words
      case .element(let number): Node(tree: tree, index: number).append(to: &text)
      }
    }
  }

  /// The text in it in one line; nil if there is none.
  var text: String? {
    let words = wholeText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
