import CMarkdown
import Text

/// The blocks and inlines of a CommonMark document, with their places in its lines.
struct MarkdownTree {
  enum Kind: UInt32 {
    case other, document, heading, paragraph, thematicBreak, list, item, text, softBreak, emphasis,
      strong, link, code, image
  }

  struct Node {
    var kind: Kind
    /// The lines, counted from 0.
    var lines: Range<Int>
    /// The columns of the first and behind the last byte, counted from 0, in the first and the last line.
    var start: Int
    var end: Int
    var level: Int
    /// The literal of a text, or the address of a link or an image.
    var text: String
    var children: [Node] = []

    /// The words in it, without marks.
    var plainText: String {
      switch kind {
      case .text, .code: text
      case .softBreak: " "
      default: children.map(\.plainText).joined()
      }
    }
  }

  /// The address of the first image; nil if there is none.
  var firstImage: String? {
    var open = Array(blocks.reversed())
    while let node = open.popLast() {
      if node.kind == .image { return node.text }
      open += node.children.reversed()
    }
    return nil
  }

  /// The blocks of the document.
  private(set) var blocks: [Node] = []

  private static let limit = 2_000_000

  /// Reads a document.
  ///
  /// - Throws: ``FormatFault`` if libcmark is missing, or the document has too many nodes.
  init(_ text: String) throws(FormatFault) {
    let bytes = Array(text.utf8)
    var nodes = unsafe cmarkdown_nodes()
    defer { unsafe cmarkdown_free(&nodes) }
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cmarkdown_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Self.limit, &nodes)
    }
    switch result {
    case cmarkdown_missing: throw FormatFault("Markdown cannot be read without libcmark")
    case cmarkdown_full: throw FormatFault("it has too many parts")
    default: break
    }
    var place = 0
    let found = unsafe Self.children(of: nodes, at: &place, depth: 0)
    blocks = found.first?.children ?? []
  }

  private static func children(
    of nodes: cmarkdown_nodes, at place: inout Int, depth: UInt32
  ) -> [Node] {
    var children: [Node] = []
    while unsafe place < nodes.count {
      let node = unsafe nodes.nodes[place]
      guard node.depth == depth else { break }
      place += 1
      let text = unsafe UnsafeRawBufferPointer(
        start: nodes.texts.map { unsafe $0 + Int(node.text) }, count: Int(node.text_count))
      let first = max(0, Int(node.start_line) - 1)
      var own = Node(
        kind: Kind(rawValue: node.kind) ?? .other, lines: first..<max(first, Int(node.end_line)),
        start: max(0, Int(node.start_column) - 1), end: Int(node.end_column),
        level: Int(node.level), text: unsafe String(decoding: text, as: UTF8.self))
      own.children = unsafe self.children(of: nodes, at: &place, depth: depth + 1)
      children.append(own)
    }
    return children
  }
}
