import Terminal

/// A part of a picture's canvas.
struct PictureArea: Equatable {
  var x: Int
  var y: Int
  var size: PixelSize

  func isInside(_ canvas: PixelSize) -> Bool {
    x + size.width <= canvas.width && y + size.height <= canvas.height
  }
}
