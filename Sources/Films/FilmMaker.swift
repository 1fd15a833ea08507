import CFilms
import Recordings

/// Makes pictures and films of a scene.
package struct FilmMaker {
  package let scene: Scene
  package let options: FilmOptions
  /// Reports how many moments of how many are done, and returns whether to go on.
  private let mayGoOn: (_ done: Int, _ total: Int) -> Bool
  private let library: FilmLibrary

  /// Prepares a film.
  ///
  /// - Parameters:
  ///   - scene: What the film shows.
  ///   - options: Its appearance.
  ///   - mayGoOn: Called before each moment with the number of those that are done, and of all; returns whether to go on.
  /// - Throws: ``FilmError/outOfMemory``.
  package init(
    _ scene: Scene, _ options: FilmOptions,
    mayGoOn: @escaping (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(FilmError) {
    (self.scene, self.options, self.mayGoOn) = (scene, options, mayGoOn)
    library = try FilmLibrary()
  }

  /// What was made.
  package struct Film: Sendable {
    package var bytes: [UInt8]
    /// The characters that came from fonts of the system, so that the film can differ elsewhere.
    package var borrowed: [Unicode.Scalar]
    /// The characters that no font has; empty boxes stand for them.
    package var missing: [Unicode.Scalar]
  }

  /// Paints the moments one after the other.
  ///
  /// - Parameters:
  ///   - part: Which pass of how many this is, for the report of the progress.
  ///   - body: Called after each moment with the painter and the boxes that have changed.
  /// - Returns: The painter.
  /// - Throws: ``FilmError``.
  private func paint(
    part: (number: Int, count: Int) = (0, 1),
    _ body: (ScenePainter, [PaintedBox], SceneMoment) throws(FilmError) -> Void
  ) throws(FilmError) -> ScenePainter {
    var painter = try ScenePainter(scene, options, library)
    let moments = scene.moments(showsKeys: options.showsKeys)
    for (number, moment) in moments.enumerated() {
      guard mayGoOn(part.number * moments.count + number, part.count * moments.count) else {
        throw .stopped
      }
      let boxes = painter.paint(moment)
      try body(painter, boxes, moment)
    }
    return painter
  }

  private func film(_ bytes: [UInt8], _ painter: ScenePainter) -> Film {
    let fonts = [painter.fonts, painter.smallFonts]
    return Film(
      bytes: bytes, borrowed: Set(fonts.flatMap(\.borrowed)).sorted(),
      missing: Set(fonts.flatMap(\.missing)).sorted())
  }
}

extension FilmMaker {
  /// Makes a GIF.
  ///
  /// Each frame has only the rectangle that has changed, in which unchanged pixels are transparent. The palette is one
  /// for the whole film; its colors are counted in a first pass over the moments.
  ///
  /// - Throws: ``FilmError``.
  /// - Complexity: Memory for two pictures of palette numbers and one of colors, besides the bytes of the file.
  package func gif() throws(FilmError) -> Film {
    try library.open(CFILMS_GIF)
    var count = ColorCount()
    _ = try paint(part: (0, 2)) { painter, boxes, _ throws(FilmError) in
      count.add(boxes.map(\.box), of: painter.canvas)
    }
    let table = ColorTable(count.counts, limit: 255)
    var writer = try GIFWriter(
      library, table, width: size.width, height: size.height, isLooping: options.isLooping,
      title: scene.title)
    let painter = try paint(part: (1, 2)) { painter, boxes, moment throws(FilmError) in
      try writer.add(boxes, of: painter.canvas, at: moment.time)
    }
    return film(try writer.end(at: scene.end), painter)
  }

  /// Makes a PNG of the first moment, with a palette if its colors fit into one.
  ///
  /// - Throws: ``FilmError``.
  package func png() throws(FilmError) -> Film {
    try library.open(CFILMS_PNG)
    var painter = try ScenePainter(scene, options, library)
    _ = painter.paint(scene.moments(showsKeys: false)[0])
    return film(try pngFile(of: painter.canvas, title: scene.title, library), painter)
  }

  /// Paints the film as frames of equal duration, for a program that makes a video of them.
  ///
  /// - Parameters:
  ///   - rate: The number of frames in a second.
  ///   - take: Takes the next frame, rows of four bytes for each pixel (red, green, blue and 255), and returns whether to
  ///     go on.
  /// - Returns: The film, without bytes.
  /// - Throws: ``FilmError``.
  package func frames(rate: Int, _ take: ([UInt8]) -> Bool) throws(FilmError) -> Film {
    var pixels: [UInt8] = []
    var count = 0
    func show(until time: Int) throws(FilmError) {
      // Every time is rounded for itself, so that durations add up.
      while count < (time * rate + 500_000) / 1_000_000 {
        guard take(pixels) else { throw .failed("the program that makes it has ended") }
        count += 1
      }
    }
    let painter = try paint { painter, boxes, moment throws(FilmError) in
      try show(until: moment.time)
      if !boxes.isEmpty {
        pixels = unsafe painter.canvas.pixels.withUnsafeBytes { unsafe Array($0) }
      }
    }
    try show(until: max(scene.end, 1_000_000 / rate))
    return film([], painter)
  }

  /// The size of the pictures, in pixels.
  package var size: (width: Int, height: Int) {
    let layout = scene.layout(SceneMeasures(letter: options.letter * options.scale))
    return (layout.width, layout.height)
  }

  /// Makes an animated WebP.
  ///
  /// - Throws: ``FilmError``.
  package func webp() throws(FilmError) -> Film {
    try library.open(CFILMS_WEBP)
    let writer = try WebPWriter(
      library, width: size.width, height: size.height, isLooping: options.isLooping,
      quality: options.quality)
    let painter = try paint { painter, boxes, moment throws(FilmError) in
      if !boxes.isEmpty { try writer.add(painter.canvas, at: moment.time) }
    }
    return film(try writer.end(at: scene.end, title: scene.title), painter)
  }
}
