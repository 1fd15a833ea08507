import Pictures
import Terminal
import Text

/// The output of a command: lines and bands of pictures, from top to bottom.
struct PictureSheet {
  /// A place for a picture or its caption.
  struct Spot {
    /// The request; nil if the row has no picture.
    var request: PictureRequest?
    /// The row of the picture, and its name.
    var row: Int
    var name: String
    var column: Int
    var columns: Int
    /// Whether the place is for the caption.
    var isCaption = false
    /// Whether the picture is centered in its columns, rather than left-aligned.
    var isCentered = false
  }

  enum Section {
    case lines([StyledText])
    case band([Spot], rows: Int)
  }

  var sections: [Section]

  /// The requests of all pictures.
  var requests: [PictureRequest] { pictures.map(\.request) }

  /// All pictures with their rows.
  var pictures: [(request: PictureRequest, row: Int)] {
    sections.flatMap { (section) -> [(PictureRequest, Int)] in
      guard case .band(let spots, _) = section else { return [] }
      return spots.filter { !$0.isCaption }
        .compactMap { spot in spot.request.map { ($0, spot.row) } }
    }
  }

  /// The height of each section in rows, on a screen with that many columns.
  func heights(columns: Int) -> [Int] {
    sections.map { section in
      switch section {
      case .band(_, let rows): rows
      case .lines(let lines):
        lines.reduce(0) { sum, line in sum + max(1, (line.width + columns - 1) / columns) }
      }
    }
  }

  /// The sheet with all pictures after the lines.
  var withPicturesLast: PictureSheet {
    var lines: [Section] = []
    var bands: [Section] = []
    for section in sections {
      if case .lines = section { lines.append(section) } else { bands.append(section) }
    }
    return PictureSheet(sections: lines + bands)
  }
}
