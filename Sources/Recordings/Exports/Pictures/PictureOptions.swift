/// How a picture of a session looks.
package struct PictureOptions: Equatable, Sendable {
  package var theme: PictureTheme
  /// Whether it begins anew when it is over.
  package var isLooping: Bool
  /// Whether the keys that are pressed are shown, but for those that leave letters.
  package var showsKeys: Bool

  package init(theme: PictureTheme = .dark, isLooping: Bool = true, showsKeys: Bool = false) {
    self.theme = theme
    self.isLooping = isLooping
    self.showsKeys = showsKeys
  }
}

/// The measures of a picture, in pixels.
enum PictureMeasures {
  /// A cell; letters of 15 pixels are 9 wide in most fonts with letters of one width.
  static let (cellWidth, cellHeight, letter) = (9, 19, 15)
  /// How far below the upper edge of a row its letters stand.
  static let baseline = 14
  /// The strip with the title, the room at the sides, and that below the terminal.
  static let (bar, side, bottom) = (38, 18, 14)
  static let gap = 10
  /// One line of what is narrated.
  static let caption = 22
}
