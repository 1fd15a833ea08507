import FoundationEssentials
import HTTPCache
import Pictures
import Terminal
import TestSupport
import World

private let decoder = PictureDecoder(now: { 0 })

func contents(of path: String) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: URL(filePath: path)))
}

/// Draws a picture and writes it as a JPEG.
func draw(_ size: PixelSize, to path: String) throws {
  let bytes = try decoder.jpeg(of: drawn(size), quality: 80)
  try Data(bytes).write(to: URL(filePath: path))
}

/// A picture for a frame of 300 × 300, against libjpeg-turbo's own decoding at an eighth.
func timeThumbnail(_ bytes: [UInt8]) throws {
  let small = PixelFrame(width: 300, height: 300)
  let size = try decoder.header(of: bytes).storedSize
  guard let library = ScaledDecoder() else {
    return tell(
      "larder", "wall", try medians(11, [{ _ = try decoder.pixels(of: bytes, in: small) }])[0])
  }
  let times = try medians(
    31, [{ _ = try decoder.pixels(of: bytes, in: small) }, { library.decode(bytes, size) }])
  tell("larder", "wall", times[0])
  tell("libjpeg-turbo", "wall", times[1])
}

/// How soon a picture is refused, and what memory that takes beside its bytes, in megabytes.
func timeRefusal(_ bytes: [UInt8]) throws {
  var refusals = 0
  let before = peak()
  let times = try medians(
    31,
    [
      {
        do throws(DecodingError) {
          _ = try decoder.picture(of: bytes, in: PixelFrame(width: 160, height: 60))
        } catch {
          refusals += 1
        }
      }
    ])
  precondition(refusals == 31, "the picture is refused")
  tell("larder", "wall", times[0])
  if before > 0 { tell("larder", "peak", Double(peak() - before + bytes.count) / 1e6) }
}

/// A look at a picture in memory, among as many as a person sees in a day.
func timeMemory() throws {
  let memory = PictureMemory(limit: 256 << 20)
  let frame = PixelFrame(width: 160, height: 60)
  let pixels = drawn(PixelSize(width: 120, height: 60))
  let keys = try (0..<1000).map { number in
    let address = "https://images.example.org/recipes/\(number)/large.jpg?v=3"
    return PictureRequest(.web(try WebAddress(address)), in: frame).key
  }
  for (number, key) in keys.enumerated() {
    let facts = PictureFacts(
      format: .jpeg, size: PixelSize(width: 800, height: 700), count: 90_000, source: .cache,
      date: 0, identity: UInt64(number))
    memory.hold(.init(pixels: pixels, facts: facts, freshUntil: 2), for: key)
  }
  var hits = 0
  let time = try medians(
    31, [{ for key in keys where memory.fresh(key, at: 1) != nil { hits += 1 } }])
  precondition(hits == 31 * keys.count, "every picture is there")
  tell("larder", "wall", time[0] / Double(keys.count))
}

/// How many requests bring one hit where a list is scrolled through, with room for a tenth of it.
func countHits() {
  let trace = ScrollingTrace(count: 400_000, pictures: 30_000)
  var cache = SieveCache<Int, Void>(limit: 3000)
  var hits = 0
  for key in trace.requests {
    if cache.value(for: key) != nil {
      hits += 1
    } else {
      cache.insert((), for: key, weight: 1)
    }
  }
  let count = Double(trace.requests.count)
  tell("larder", "requests", count / Double(hits))
  tell("lru", "requests", count / Double(trace.hitsOfLeastRecentlyUsed(room: 3000)))
}

/// The cost of each way to send a picture to a terminal.
func timeSending(_ bytes: [UInt8]) throws {
  let cell = PixelSize(width: 10, height: 20)
  for mode in PictureDisplay.Mode.allCases {
    let display = PictureDisplay(mode: mode, cell: cell)
    let frame = display.frame(columns: 80, rows: 30)
    let pixels = try decoder.pixels(of: bytes, in: frame)
    let tile = PictureTile(content: .picture(pixels, key: 1), column: 0, columns: 80, rows: 30)
    var count = 0
    let time = try medians(
      11,
      [
        {
          var painter = PicturePainter(display)
          count = painter.band([tile], rows: 30).count
        }
      ])
    tell(mode.rawValue, "wall", time[0])
    tell(mode.rawValue, "bytes", Double(count))
  }
}
