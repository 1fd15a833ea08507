import FoundationEssentials
import Pictures
import Terminal

/// Times decoding in milliseconds, and how that compares with libjpeg-turbo's own scaled decoding.
///
/// Usage: PictureBench [FILE], where FILE is a picture; a JPEG of 12 megapixels is drawn without.
/// Before that, what refusing bombs takes, and how much memory the process has had then.
let decoder = PictureDecoder(now: { 0 })
let clock = ContinuousClock()
let small = PixelFrame(width: 300, height: 300)

/// A picture with soft and sharp parts, so that its bytes are about as many as a photo's.
func drawn(_ size: PixelSize) -> Pixels {
  var bytes = [UInt8](repeating: 255, count: 4 * size.width * size.height)
  var noise: UInt32 = 1
  for place in 0..<size.width * size.height {
    noise = noise &* 1_664_525 &+ 1_013_904_223
    let (column, row) = (place % size.width, place / size.width)
    let grain = Int(noise >> 28) + (column / 37 ^ row / 41) % 2 * 40
    bytes[4 * place] = UInt8(truncatingIfNeeded: column * 160 / size.width + grain)
    bytes[4 * place + 1] = UInt8(truncatingIfNeeded: row * 160 / size.height + grain)
    bytes[4 * place + 2] = UInt8(truncatingIfNeeded: (column + row) / 64 + grain)
  }
  return Pixels(size: size, bytes: bytes)
}

/// Decodes what must not be decoded.
func refuse(_ bytes: [UInt8]) {
  do {
    _ = try decoder.picture(of: bytes, in: small)
    preconditionFailure("the bomb went off")
  } catch {}
}

/// The median of the times of two works that take turns.
func medians(_ times: Int, _ one: () throws -> Void, _ other: () throws -> Void) rethrows
  -> (Double, Double)
{
  var durations: ([Duration], [Duration]) = ([], [])
  for _ in 0..<times {
    durations.0.append(try clock.measure(one))
    durations.1.append(try clock.measure(other))
  }
  func median(_ all: [Duration]) -> Double { all.sorted()[times / 2] / Duration.milliseconds(1) }
  return (median(durations.0), median(durations.1))
}

func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }

print("what", "median", "ratio", separator: "\t")
for bomb in Bomb.allCases {
  let bytes = bomb.bytes
  let before = try peakMemory()
  let (time, _) = medians(11, { refuse(bytes) }, {})
  let grown = try peakMemory() - before
  print("\(bomb.rawValue) refused, with \(grown) kB", rounded(time), "", separator: "\t")
}

let bytes =
  if CommandLine.arguments.count > 1 {
    try [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
  } else {
    try decoder.jpeg(of: drawn(PixelSize(width: 4000, height: 3000)), quality: 80)
  }
let header = try decoder.header(of: bytes)
if header.format == .jpeg, let library = ScaledDecoder() {
  let (ours, theirs) = try medians(
    31, { _ = try decoder.pixels(of: bytes, in: small) },
    { library.decode(bytes, header.storedSize) })
  print("thumbnail", rounded(ours), rounded(ours / theirs), separator: "\t")
  print("libjpeg-turbo at an eighth", rounded(theirs), 1, separator: "\t")
} else {
  let (part, whole) = try medians(
    11, { _ = try decoder.pixels(of: bytes, in: small) },
    { _ = try decoder.pixels(of: bytes, in: PixelFrame(width: 100_000, height: 100_000)) })
  print("thumbnail", rounded(part), rounded(part / whole), separator: "\t")
  print("whole", rounded(whole), 1, separator: "\t")
}
