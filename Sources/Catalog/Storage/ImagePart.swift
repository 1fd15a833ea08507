/// What a section of an image holds.
enum ImagePart: UInt16, Sendable, CaseIterable {
  /// The fields, as ``SchemaCoding`` writes them; the same number for the whole catalogue.
  case schema = 1
  /// What the reader of the feed keeps beside the catalogue.
  case attachment
  /// Which record of the feed each row is.
  case order
  /// Where each record begins in the document, in the order of the feed.
  case recordStarts, recordBlocks
  /// One bit for each row: whether it has a value.
  case present
  /// Texts as they are shown, and where each begins.
  case shown
  case shownStarts, shownBlocks
  /// Texts as they are compared, and where each begins.
  case folded
  case foldedStarts, foldedBlocks
  /// What is common to most texts, and what is left of each.
  case pattern
  case slots
  /// The records whose text does not fit the pattern, in ascending order.
  case exceptions
  /// The servers that addresses begin with, and which one each record's begins with, counted from 1.
  case servers, serverStarts, serverBlocks, serverCodes
  /// The number of each row's word, counted from 1; 0 for none.
  case codes
  /// Where the codes of each row begin.
  case codeStarts, codeBlocks
  /// How many rows have each word.
  case counts
  case numbers
  case days
}

/// Where a section stands, and how wide its numbers are.
struct ImageSection: Equatable, Sendable {
  /// What a section is found by.
  struct Key: Hashable, Sendable {
    /// The field it belongs to; ``catalogue`` if to none.
    var field: UInt32
    var part: ImagePart

    static let catalogue = UInt32.max
  }

  var range: Range<Int>
  var width: Int
}

/// The sections of an image.
typealias ImageDirectory = [ImageSection.Key: ImageSection]

/// The sections of one field.
struct FieldSections {
  let image: Image
  let directory: ImageDirectory
  let field: UInt32

  /// Where a part stands; an empty place if there is none.
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

  /// The texts as they are shown.
  var shown: Arena {
    Arena(
      image, bytes: section(.shown).range,
      starts: Starts(self, .shownStarts, blocks: .shownBlocks))
  }

  /// The servers that addresses begin with.
  var servers: Arena {
    Arena(
      image, bytes: section(.servers).range,
      starts: Starts(self, .serverStarts, blocks: .serverBlocks))
  }

  /// The texts as they are compared.
  var folded: Arena {
    Arena(
      image, bytes: section(.folded).range,
      starts: Starts(self, .foldedStarts, blocks: .foldedBlocks))
  }

  func bytes(_ part: ImagePart) -> [UInt8] {
    image.withBytes(section(part).range) { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
  }
}
