/// The contents of a section.
enum ImagePart: UInt16, Sendable, CaseIterable {
  /// The fields, as ``Schema/encoded``.
  case schema = 1
  /// Data that the reader of the feed stores with the catalog.
  case attachment
  /// The record of each row.
  case order
  /// The offset of each record in the document, in the order of the feed.
  case recordStarts, recordBlocks
  /// One bit for each row, which is set if the row has a value.
  case present
  /// The original texts and their offsets.
  case shown
  case shownStarts, shownBlocks
  /// The folded texts and their offsets.
  case folded
  case foldedStarts, foldedBlocks
  /// The common parts of most texts, and the variable part of each.
  case pattern
  case slots
  /// The records whose text does not match the pattern, ascending.
  case exceptions
  /// The origins of addresses, and the number of each record's origin plus one; 0 for no origin.
  case servers, serverStarts, serverBlocks, serverCodes
  /// The number of each row's word plus one; 0 for no word.
  case codes
  /// The index of each row's first code.
  case codeStarts, codeBlocks
  /// The number of rows with each word.
  case counts
  case numbers
  case days
}

/// The location of a section, and the size of its elements.
struct ImageSection: Equatable, Sendable {
  /// The key of a section in the section table.
  struct Key: Hashable, Sendable {
    /// The field; ``catalogue`` for sections of the whole catalog.
    var field: UInt32
    var part: ImagePart

    static let catalogue = UInt32.max
  }

  var range: Range<Int>
  var width: Int
}

/// The section table.
typealias ImageDirectory = [ImageSection.Key: ImageSection]

/// The sections of one field.
struct FieldSections {
  let image: Image
  let directory: ImageDirectory
  let field: UInt32

  /// Returns the location of a section; an empty one if there is none.
  private func section(_ part: ImagePart) -> ImageSection {
    directory[ImageSection.Key(field: field, part: part)] ?? ImageSection(range: 0..<0, width: 1)
  }

  func has(_ part: ImagePart) -> Bool {
    directory[ImageSection.Key(field: field, part: part)] != nil
  }

  func numbers<Element>(_ part: ImagePart) -> Numbers<Element> {
    Numbers(image, section(part).range)
  }

  func narrow(_ part: ImagePart) -> NarrowNumbers {
    let section = section(part)
    return NarrowNumbers(image, section.range, width: section.width)
  }

  /// The original texts.
  var shown: Arena {
    Arena(
      image, bytes: section(.shown).range,
      starts: Starts(self, .shownStarts, blocks: .shownBlocks))
  }

  /// The origins of addresses.
  var servers: Arena {
    Arena(
      image, bytes: section(.servers).range,
      starts: Starts(self, .serverStarts, blocks: .serverBlocks))
  }

  /// The folded texts.
  var folded: Arena {
    Arena(
      image, bytes: section(.folded).range,
      starts: Starts(self, .foldedStarts, blocks: .foldedBlocks))
  }

  func bytes(_ part: ImagePart) -> [UInt8] {
    image.withBytes(section(part).range) { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
  }
}
