/// Options for SVG pictures of a session.
package struct PictureOptions: Equatable, Sendable {
  package var theme: PictureTheme
  /// The theme for viewers who prefer dark pictures; nil to show all of them the same.
  package var darkTheme: PictureTheme?
  /// Whether the animation repeats.
  package var isLooping: Bool
  /// Whether key presses other than single characters are displayed.
  package var showsKeys: Bool

  package init(
    theme: PictureTheme = .dark, darkTheme: PictureTheme? = nil, isLooping: Bool = true,
    showsKeys: Bool = false
  ) {
    self.theme = theme
    self.darkTheme = darkTheme
    self.isLooping = isLooping
    self.showsKeys = showsKeys
  }
}
