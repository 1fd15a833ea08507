/// The contents of a section.
enum SectionKind: UInt16, Sendable, CaseIterable {
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
  case origins, originStarts, originBlocks, originCodes
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
struct Section: Equatable, Sendable {
  /// The key of a section in the section table.
  struct Key: Hashable, Sendable {
    /// The field; ``catalogue`` for sections of the whole catalog.
    var field: UInt32
    var kind: SectionKind

    static let catalogue = UInt32.max
  }

  var range: Range<Int>
  var width: Int
}

/// The section table.
typealias SectionTable = [Section.Key: Section]

/// The sections of one field.
struct FieldSections {
  let storage: CatalogStorage
  let table: SectionTable
  let field: UInt32

  /// Returns the location of a section; an empty one if there is none.
  private func section(_ kind: SectionKind) -> Section {
    table[Section.Key(field: field, kind: kind)] ?? Section(range: 0..<0, width: 1)
  }

  func has(_ kind: SectionKind) -> Bool {
    table[Section.Key(field: field, kind: kind)] != nil
  }

  func numbers<Element>(_ kind: SectionKind) -> NumberArray<Element> {
    NumberArray(storage, section(kind).range)
  }

  func narrow(_ kind: SectionKind) -> NarrowNumberArray {
    let section = section(kind)
    return NarrowNumberArray(storage, section.range, width: section.width)
  }

  /// The original texts.
  var shown: StoredTexts {
    StoredTexts(
      storage, bytes: section(.shown).range,
      starts: StoredOffsets(self, .shownStarts, blocks: .shownBlocks))
  }

  /// The origins of addresses.
  var origins: StoredTexts {
    StoredTexts(
      storage, bytes: section(.origins).range,
      starts: StoredOffsets(self, .originStarts, blocks: .originBlocks))
  }

  /// The folded texts.
  var folded: StoredTexts {
    StoredTexts(
      storage, bytes: section(.folded).range,
      starts: StoredOffsets(self, .foldedStarts, blocks: .foldedBlocks))
  }

  func bytes(_ kind: SectionKind) -> [UInt8] {
    storage.withBytes(section(kind).range) { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
  }
}
