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
