import Terminal
import Testing

@Test(arguments: [
  (PixelFrame(width: 80, height: 60), PixelSize(width: 800, height: 600), 80, 60),
  (PixelFrame(width: 80, height: 60), PixelSize(width: 600, height: 600), 60, 60),
  (PixelFrame(width: 80, height: 60), PixelSize(width: 1600, height: 300), 80, 15),
  (PixelFrame(width: 80, height: 60), PixelSize(width: 20, height: 10), 20, 10),
  (PixelFrame(width: 80, height: 60), PixelSize(width: 9000, height: 1), 80, 1),
  (PixelFrame(width: 160, height: 60, aspect: 0.5), PixelSize(width: 800, height: 600), 160, 60),
  (PixelFrame(width: 160, height: 60, aspect: 0.5), PixelSize(width: 20, height: 20), 20, 10),
])
func `a picture fits its frame in proportion and is not enlarged`(
  frame: PixelFrame, picture: PixelSize, width: Int, height: Int
) {
  #expect(frame.size(of: picture) == PixelSize(width: width, height: height))
}
