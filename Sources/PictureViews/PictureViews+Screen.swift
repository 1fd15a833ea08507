import Output
import SessionStore
import Terminal
import World

/// How the terminal can show pictures.
extension PictureViews {
  /// For how long the terminal is waited for, in milliseconds.
  private static let answerPatience = 250

  /// How pictures are shown; nil where a line of text stands in for them.
  func pictureScreen() -> PictureScreen? {
    if let screen { return screen.value }
    let found = pictureDisplay().map {
      PictureScreen(
        painter: PicturePainter($0),
        isLive: world.console.output.isTerminal && !options.isStaged)
    }
    screen = Known(value: found)
    return found
  }

  private func pictureDisplay() -> PictureDisplay? {
    let setting = PictureSetting(rawValue: library.settings["pictures"]) ?? .auto
    guard setting != .off, output.format.isStyled else { return nil }
    let isColored = output.isColored
    guard world.console.output.isTerminal else {
      return isColored ? setting.display(over: PictureDisplay(mode: .blocks)) : nil
    }
    var display = setting.display(over: terminalDisplay())
    if !isColored { display?.depth = .none }
    return display
  }

  /// What the terminal can show; it is asked once, when the first picture is wanted.
  private func terminalDisplay() -> PictureDisplay? {
    if let known = display { return known.value }
    let size = world.console.size()
    let cell = size.cellWidth.flatMap { width in
      size.cellHeight.map { PixelSize(width: width, height: $0) }
    }
    let support = PictureSupport(environment: world.environment, cell: cell)
    let display: PictureDisplay?
    switch support.hint(isTerminal: true) {
    case .off: display = nil
    case .known(let known): display = known
    case .ask:
      let bytes = world.console.query(support.query, support.isComplete, Self.answerPatience)
      let answers = PictureAnswers(bytes)
      if !answers.rest.isEmpty { typeAhead?(answers.rest) }
      display = answers.display(on: support)
    }
    self.display = Known(value: display)
    return display
  }
}
