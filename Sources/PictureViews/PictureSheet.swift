import Pictures
import Terminal
import Text

/// The output of a command from the top down: lines, and pictures in bands.
struct PictureSheet {
  /// A place for a picture, or for a line about it.
  struct Spot {
    /// nil where there is no picture.
    var request: PictureRequest?
    /// The row that the picture is of, and its name.
    var row: Int
    var name: String
    var column: Int
    var columns: Int
    /// Whether a line about the picture stands here, not the picture.
    var isCaption = false
    /// Whether it stands in the middle of its columns; else at their left.
    var isCentered = false
  }

  enum Section {
    case lines([StyledText])
    case band([Spot], rows: Int)
  }

  var sections: [Section]

  /// Every picture, each once.
  var requests: [PictureRequest] { pictures.map(\.request) }

  /// Every picture with the row that it is of.
  var pictures: [(request: PictureRequest, row: Int)] {
    sections.flatMap { (section) -> [(PictureRequest, Int)] in
      guard case .band(let spots, _) = section else { return [] }
      return spots.filter { !$0.isCaption }
        .compactMap { spot in spot.request.map { ($0, spot.row) } }
    }
  }

  /// How many rows each section takes on a screen so wide.
  func heights(columns: Int) -> [Int] {
    sections.map { section in
      switch section {
      case .band(_, let rows): rows
      case .lines(let lines):
        lines.reduce(0) { sum, line in sum + max(1, (line.width + columns - 1) / columns) }
      }
    }
  }

  /// The same with all pictures behind the lines.
  var withPicturesLast: PictureSheet {
    var lines: [Section] = []
    var bands: [Section] = []
    for section in sections {
      if case .lines = section { lines.append(section) } else { bands.append(section) }
    }
    return PictureSheet(sections: lines + bands)
  }
}
