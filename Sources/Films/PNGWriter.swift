import CFilms
import Recordings

/// Writes a canvas as PNG, with a palette if its colors fit into one.
///
/// - Parameters:
///   - canvas: The pixels.
///   - title: The title, which is stored as text.
///   - library: The libraries, with libpng open.
/// - Returns: The file.
/// - Throws: ``FilmError/failed(_:)``.
func pngFile(
  of canvas: Canvas, title: String, _ library: FilmLibrary
) throws(FilmError) -> [UInt8] {
  var count = ColorCount()
  count.add([canvas.bounds], of: canvas)
  if count.counts.count > 256 {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * canvas.pixels.count)
    for color in canvas.pixels {
      pixels.append(UInt8(color.red))
      pixels.append(UInt8(color.green))
      pixels.append(UInt8(color.blue))
    }
    return try pngFile(canvas, pixels, palette: nil, title, library)
  }
  var table = ColorTable(count.counts, limit: 256)
  let pixels = canvas.pixels.map { table.number(of: $0) }
  return try pngFile(canvas, pixels, palette: table, title, library)
}

private func pngFile(
  _ canvas: Canvas, _ pixels: [UInt8], palette: ColorTable?, _ title: String,
  _ library: FilmLibrary
) throws(FilmError) -> [UInt8] {
  let colors = palette.map { $0.bytes(count: $0.colors.count) } ?? []
  var reason = [CChar](repeating: 0, count: 160)
  let bytes = unsafe pixels.withUnsafeBufferPointer { pixels in
    unsafe colors.withUnsafeBufferPointer { colors in
      unsafe "Title".withCString { key in
        unsafe title.withCString { title in
          unsafe [key, title].withUnsafeBufferPointer { texts in
            guard let start = pixels.baseAddress, let texts = texts.baseAddress else {
              return unsafe cfilms_bytes()
            }
            var picture = unsafe cfilms_png(
              width: Int32(canvas.width), height: Int32(canvas.height), pixels: start,
              palette: palette == nil ? nil : colors.baseAddress,
              color_count: Int32(palette?.colors.count ?? 0), texts: texts, text_count: 1)
            return unsafe cfilms_write_png(library.raw, &picture, &reason, reason.count)
          }
        }
      }
    }
  }
  let file = unsafe FilmLibrary.taken(bytes)
  guard !file.isEmpty else {
    let text = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    throw .failed(String(decoding: text, as: UTF8.self))
  }
  return file
}
