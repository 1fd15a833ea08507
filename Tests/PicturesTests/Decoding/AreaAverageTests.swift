import Terminal
import TestSupport
import Testing

@testable import Pictures

@Test(arguments: [
  (PixelSize(width: 7, height: 5), PixelSize(width: 7, height: 5)),
  (PixelSize(width: 7, height: 5), PixelSize(width: 7, height: 3)),
  (PixelSize(width: 7, height: 5), PixelSize(width: 3, height: 2)),
  (PixelSize(width: 7, height: 5), PixelSize(width: 1, height: 1)),
  (PixelSize(width: 13, height: 11), PixelSize(width: 12, height: 1)),
  (PixelSize(width: 13, height: 11), PixelSize(width: 1, height: 10)),
  (PixelSize(width: 300, height: 2), PixelSize(width: 7, height: 2)),
])
func `a shrunk pixel is the mean of the pixels that it covers`(source: PixelSize, target: PixelSize)
{
  var numbers = SeededNumbers(seed: 1)
  for hasOpacity in [false, true] {
    let rows = (0..<source.height).map { _ in
      (0..<source.width).map { _ in somePixel(&numbers, isOpaque: !hasOpacity) }
    }
    var average = AreaAverage(of: source, to: target, hasOpacity: hasOpacity)
    for row in rows { average.take(row) }
    let pixels = average.finish()
    for row in 0..<target.height {
      for column in 0..<target.width {
        let expected = mean(of: rows, column, row, to: target)
        #expect(distance(pixels[column, row], expected) <= 1)
      }
    }
  }
}

@Test func `missing rows of a picture are transparent and partial rows are translucent`() {
  let size = PixelSize(width: 2, height: 4)
  var average = AreaAverage(of: size, to: PixelSize(width: 1, height: 2), hasOpacity: false)
  average.take([Pixel](repeating: Pixel(200, 100, 50, 255), count: 2))
  #expect(average.finish().bytes == [200, 100, 50, 128, 0, 0, 0, 0])
}

private func somePixel(_ numbers: inout SeededNumbers, isOpaque: Bool) -> Pixel {
  var pixel = Pixel.random(in: 0...255, using: &numbers)
  if isOpaque { pixel.w = 255 }
  return pixel
}

/// The mean color of the area that a new pixel covers, found a thin piece at a time.
private func mean(
  of rows: [[Pixel]], _ column: Int, _ row: Int, to target: PixelSize
) -> Pixel {
  var color = SIMD3<Double>.zero
  var opacity = 0.0
  for y in 0..<rows.count {
    for x in 0..<rows[0].count {
      let wide = overlap(x, rows[0].count, column, target.width)
      let share = wide * overlap(y, rows.count, row, target.height)
      let pixel = SIMD4<Double>(rows[y][x])
      color += SIMD3(pixel.x, pixel.y, pixel.z) * share * pixel.w
      opacity += share * pixel.w
    }
  }
  let result = opacity > 0 ? (color / opacity).rounded(.toNearestOrAwayFromZero) : .zero
  return Pixel(SIMD4(result, opacity.rounded()))
}

/// How much of a new pixel an old one covers, in one direction.
private func overlap(_ old: Int, _ oldCount: Int, _ new: Int, _ newCount: Int) -> Double {
  let scale = Double(newCount) / Double(oldCount)
  let (start, end) = (Double(old) * scale, Double(old + 1) * scale)
  return max(0, min(end, Double(new + 1)) - max(start, Double(new)))
}
