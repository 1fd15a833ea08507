import FoundationEssentials

/// An inline image as iTerm2 takes it (https://iterm2.com/documentation-images.html).
///
/// - Parameters:
///   - pixels: The picture; it is halved until it is no longer than multiplexers let through.
///   - columns: The width of the box that it fits in, in cells.
///   - rows: The height.
/// - Returns: A sequence that shows it at the cursor.
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

/// What makes a sequence of a megabyte, where tmux stops to listen.
private let longestFile = 780_000
