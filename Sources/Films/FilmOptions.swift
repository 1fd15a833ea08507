import Recordings

/// The appearance of a film or a still in pixels.
package struct FilmOptions: Sendable {
  package var theme: PictureTheme
  /// How many pixels a pixel of the standard size becomes on each side.
  package var scale: Int
  /// The size of the letters of the terminal at scale 1, in pixels.
  package var letter: Int
  /// The path of a font file; nil for the built-in font.
  package var font: String?
  /// Whether the film repeats.
  package var isLooping: Bool
  /// Whether key presses other than single characters are shown.
  package var showsKeys: Bool
  /// The quality of a WebP, from 0 to 100; nil for one without loss.
  package var quality: Int?

  package init(
    theme: PictureTheme = .dark, scale: Int = 1, letter: Int = 15, font: String? = nil,
    isLooping: Bool = true, showsKeys: Bool = false, quality: Int? = nil
  ) {
    self.theme = theme
    self.scale = scale
    self.letter = letter
    self.font = font
    self.isLooping = isLooping
    self.showsKeys = showsKeys
    self.quality = quality
  }
}
