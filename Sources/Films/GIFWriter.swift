import CFilms
import Recordings

/// Writes a GIF frame by frame.
///
/// A frame is held back until the next one comes, because its duration comes before its pixels.
struct GIFWriter {
  private let raw: GIFFile
  private var table: ColorTable
  /// The palette numbers of what the film shows; empty before the first frame.
  private var shown: [UInt8] = []
  private let (width, height): (Int, Int)
  private let transparent: UInt8
  private var held: Frame?
  private var bytes: [UInt8] = []

  private struct Frame {
    var box: PixelBox
    var pixels: [UInt8]
    /// The time at which it is shown, in hundredths of a second.
    var time: Int
  }

  /// The longest duration of a frame, in hundredths of a second.
  private static let longest = 65_535

  init(
    _ library: FilmLibrary, _ table: ColorTable, width: Int, height: Int, isLooping: Bool,
    title: String
  ) throws(FilmError) {
    (self.table, self.width, self.height) = (table, width, height)
    transparent = UInt8(table.colors.count)
    // The transparent color needs a place, too.
    raw = try GIFFile(
      library, palette: table.bytes(count: table.colors.count + 1), width: width, height: height,
      isLooping: isLooping,
      title: title)
  }

  /// Adds a frame of the boxes that were painted, unless they look as before.
  ///
  /// - Parameters:
  ///   - boxes: The boxes.
  ///   - canvas: The canvas on which they were painted.
  ///   - time: The time at which the frame is shown, in microseconds; times must increase.
  /// - Throws: ``FilmError/failed(_:)``.
  mutating func add(_ boxes: [PaintedBox], of canvas: Canvas, at time: Int) throws(FilmError) {
    // Every time is rounded for itself, so that durations add up.
    let time = (time + 5000) / 10_000
    guard !shown.isEmpty else {
      shown = Array(repeating: 0, count: width * height)
      _ = change(boxes, of: canvas, at: time)
      held = Frame(box: canvas.bounds, pixels: shown, time: time)
      return
    }
    guard let frame = change(boxes, of: canvas, at: time) else { return }
    try write(until: time)
    held = frame
  }

  /// Updates what is shown, and returns the rectangle that has changed; nil if nothing has.
  private mutating func change(
    _ boxes: [PaintedBox], of canvas: Canvas, at time: Int
  ) -> Frame? {
    var (left, top, right, bottom) = (width, height, 0, 0)
    var changes: [(place: Int, number: UInt8)] = []
    for (box, isPicture) in boxes.map({ ($0.box, $0.isPicture) }) {
      for y in box.y..<box.y + box.height {
        for x in box.x..<box.x + box.width {
          let place = y * width + x
          let color = canvas.pixels[place]
          let number =
            isPicture ? table.number(of: color, x: x, y: y) : table.number(of: color)
          if number == shown[place] { continue }
          shown[place] = number
          changes.append((place, number))
          (left, right) = (min(left, x), max(right, x + 1))
          (top, bottom) = (min(top, y), max(bottom, y + 1))
        }
      }
    }
    if changes.isEmpty { return nil }
    let box = PixelBox(x: left, y: top, width: right - left, height: bottom - top)
    var pixels = [UInt8](repeating: transparent, count: box.width * box.height)
    for (place, number) in changes {
      pixels[(place / width - top) * box.width + place % width - left] = number
    }
    return Frame(box: box, pixels: pixels, time: time)
  }

  /// Writes the frame that was held back, which lasts until a time.
  private mutating func write(until time: Int) throws(FilmError) {
    guard var frame = held else { return }
    while time - frame.time > Self.longest {
      try raw.add(frame.box, frame.pixels, hundredths: Self.longest, transparent)
      // A pixel that changes nothing lasts for the rest.
      frame = Frame(
        box: PixelBox(x: 0, y: 0, width: 1, height: 1), pixels: [transparent],
        time: frame.time + Self.longest)
    }
    try raw.add(frame.box, frame.pixels, hundredths: max(0, time - frame.time), transparent)
    bytes += raw.take()
    held = nil
  }

  /// Ends the film at a time in microseconds.
  ///
  /// - Returns: The file.
  /// - Throws: ``FilmError/failed(_:)``.
  mutating func end(at time: Int) throws(FilmError) -> [UInt8] {
    try write(until: (time + 5000) / 10_000)
    return bytes + (try raw.end())
  }
}

/// A GIF that giflib writes.
@safe
private final class GIFFile {
  private var raw: OpaquePointer?

  init(
    _ library: FilmLibrary, palette: [UInt8], width: Int, height: Int, isLooping: Bool,
    title: String
  ) throws(FilmError) {
    unsafe raw = cfilms_gif_begin(
      library.raw, Int32(width), Int32(height), palette, Int32(palette.count / 3), isLooping, title)
    guard unsafe raw != nil else { throw .failed("giflib refused its size") }
  }

  deinit {
    if let raw = unsafe raw { unsafe cfilms_gif_end(raw, nil) }
  }

  func add(
    _ box: PixelBox, _ pixels: [UInt8], hundredths: Int, _ transparent: UInt8
  ) throws(FilmError) {
    guard let raw = unsafe raw,
      unsafe cfilms_gif_add(
        raw, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height), pixels,
        Int32(hundredths), Int32(transparent))
    else { throw .failed("giflib refused a frame") }
  }

  /// Returns the bytes written since the last call.
  func take() -> [UInt8] {
    unsafe raw.map { unsafe FilmLibrary.taken(cfilms_gif_take($0)) } ?? []
  }

  func end() throws(FilmError) -> [UInt8] {
    guard let file = unsafe raw else { return [] }
    unsafe raw = nil
    var last = unsafe cfilms_bytes()
    let isDone = unsafe cfilms_gif_end(file, &last)
    let bytes = unsafe FilmLibrary.taken(last)
    guard isDone else { throw .failed("giflib did not end the file") }
    return bytes
  }
}
