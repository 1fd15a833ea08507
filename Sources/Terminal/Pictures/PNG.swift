import CZlib
import FoundationEssentials
import Text

/// Encodes a picture as PNG (ISO/IEC 15948), optimized for speed.
func pngFile(of pixels: Pixels) -> [UInt8] {
  let isOpaque = pixels.isOpaque
  let samples = isOpaque ? pixels.withoutOpacity : pixels.bytes
  let rows = filtered(
    samples, rowLength: pixels.size.width * (isOpaque ? 3 : 4), step: isOpaque ? 3 : 4)
  var head = BinaryWriter()
  head.put(bigEndian: UInt32(pixels.size.width))
  head.put(bigEndian: UInt32(pixels.size.height))
  head.put(plain: [8, isOpaque ? 2 : 6, 0, 0, 0])
  let packed = deflated(rows)
  var file = BinaryWriter(expecting: packed.count + 64)
  file.put(plain: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  file.put(chunk: "IHDR", head.bytes)
  file.put(chunk: "IDAT", packed)
  file.put(chunk: "IEND", [])
  return file.bytes
}

extension BinaryWriter {
  /// Writes a chunk: its length, type, data and checksum.
  fileprivate mutating func put(chunk type: String, _ data: [UInt8]) {
    let body = Array(type.utf8) + data
    put(bigEndian: UInt32(data.count))
    put(plain: body)
    put(bigEndian: cyclicCheck(body))
  }
}

/// Filters rows (section 9.2): the first row by Sub, the others by Up.
private func filtered(_ samples: [UInt8], rowLength: Int, step: Int) -> [UInt8] {
  var rows: [UInt8] = []
  rows.reserveCapacity(samples.count + samples.count / rowLength)
  for start in stride(from: 0, to: samples.count, by: rowLength) {
    let distance = start == 0 ? step : rowLength
    rows.append(start == 0 ? 1 : 2)
    for place in start..<start + rowLength {
      rows.append(samples[place] &- (place < distance ? 0 : samples[place - distance]))
    }
  }
  return rows
}

/// Compresses bytes with zlib (RFC 1950) at the fastest level, since most terminals are local.
func deflated(_ bytes: [UInt8]) -> [UInt8] {
  var length = compressBound(uLong(bytes.count))
  var packed = [UInt8](repeating: 0, count: Int(length))
  let status = unsafe compress2(&packed, &length, bytes, uLong(bytes.count), 1)
  precondition(status == Z_OK, "there is room for what zlib makes of the bytes")
  return Array(packed[..<Int(length)])
}

/// Returns the checksum of a PNG chunk (ISO/IEC 15948, section 5.5).
func cyclicCheck(_ bytes: [UInt8]) -> UInt32 {
  UInt32(truncatingIfNeeded: unsafe crc32(0, bytes, uInt(bytes.count)))
}

/// Encodes an inline image for iTerm2 (https://iterm2.com/documentation-images.html).
///
/// - Parameters:
///   - pixels: The picture. It is halved until it is within the size limit of multiplexers.
///   - columns: The width of the box to fit, in cells.
///   - rows: The height of the box, in cells.
/// - Returns: The sequence that displays the picture at the cursor.
func inlineImage(_ pixels: Pixels, columns: Int, rows: Int) -> [UInt8] {
  var pixels = pixels
  var file = pngFile(of: pixels)
  while file.count > longestFile {
    pixels = pixels.halved
    file = pngFile(of: pixels)
  }
  let box = "width=\(columns);height=\(rows);preserveAspectRatio=1"
  let payload = Data(file).base64EncodedString()
  return Array("\u{1B}]1337;File=inline=1;size=\(file.count);\(box):\(payload)\u{7}".utf8)
}

/// The file size that gives a sequence of one megabyte, the limit of tmux.
private let longestFile = 780_000
