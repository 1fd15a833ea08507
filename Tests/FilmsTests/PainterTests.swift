import Recordings
import Terminal
import TerminalEmulator
import Testing

@testable import Films

@Suite struct PainterTests {
  private func painter(_ film: SampleFilm, scale: Int = 1) throws -> ScenePainter {
    try ScenePainter(
      film.scene, FilmOptions(scale: scale, showsKeys: true), FilmLibrary())
  }

  @Test(arguments: [1, 2])
  func `painting only the changes gives the same pictures as painting all`(scale: Int) throws {
    let film = SampleFilm.busy
    var painter = try painter(film, scale: scale)
    let moments = try film.scene.moments(showsKeys: true)
    #expect(moments.count > 25)
    for moment in moments {
      let before = painter.canvas
      let boxes = painter.paint(moment)
      var fresh = try self.painter(film, scale: scale)
      _ = fresh.paint(moment)
      #expect(painter.canvas.pixels == fresh.canvas.pixels, "at \(moment.time)")
      // Outside of the boxes, nothing has changed.
      for place in before.pixels.indices where before.pixels[place] != painter.canvas.pixels[place]
      {
        let point = PixelBox(
          x: place % before.width, y: place / before.width, width: 1, height: 1)
        guard boxes.contains(where: { point.clipped(to: $0.box) != nil }) else {
          Issue.record("a pixel outside of the boxes has changed at \(moment.time)")
          break
        }
      }
    }
  }

  @Test func `the colors of a picture are those of the theme`() throws {
    let film = SampleFilm(
      [(0, SampleFilm.output("\u{1B}[31m█\u{1B}[0m█\u{1B}[42m \u{1B}[7m \u{1B}[0m\u{1B}[?25l"))],
      end: 100)
    var painter = try painter(film)
    _ = painter.paint(try film.scene.moments(showsKeys: false)[0])
    let layout = painter.layout
    func color(_ column: Int) -> CanvasColor {
      let (x, y) = (
        layout.terminal.x + column * layout.measures.cellWidth + 4, layout.terminal.y + 9
      )
      return painter.canvas.pixels[y * painter.canvas.width + x]
    }
    let theme = PictureTheme.dark
    #expect(
      [0, 1, 2, 3, 4].map(color)
        == [
          theme.palette[1], theme.foreground, theme.palette[2], theme.foreground, theme.background,
        ].map { CanvasColor($0) })
  }

  @Test func `a wide character has two cells, and the next one follows`() throws {
    let film = SampleFilm([(0, SampleFilm.output("漢x"))], end: 100)
    var painter = try painter(film)
    _ = painter.paint(try film.scene.moments(showsKeys: false)[0])
    let (canvas, layout) = (painter.canvas, painter.layout)
    let ground = CanvasColor(PictureTheme.dark.background)
    func isInked(_ column: Int) -> Bool {
      let x = layout.terminal.x + column * layout.measures.cellWidth
      for y in layout.terminal.y..<layout.terminal.y + layout.measures.cellHeight {
        let row = canvas.pixels[(y * canvas.width + x)...].prefix(layout.measures.cellWidth)
        if row.contains(where: { $0 != ground }) { return true }
      }
      return false
    }
    // The cursor is in the fourth cell.
    #expect([0, 1, 2, 3, 4].map(isInked) == [true, true, true, true, false])
  }

  @Test func `a picture that is too large is refused`() throws {
    let film = SampleFilm([(0, SampleFilm.output("x"))], end: 100, columns: 400, rows: 200)
    #expect(throws: FilmError.tooLarge(width: 29_088, height: 30_896)) {
      try ScenePainter(film.scene, FilmOptions(scale: 3, letter: 40), FilmLibrary())
    }
  }
}
