import Synchronization
import Terminal

/// Makes the bytes of pictures into pixels of the size they are shown with.
///
/// What a picture may take is known from its header, so that one that wants too much costs nothing.
package final class PictureDecoder: Sendable {
  /// Changes when the same bytes give other pixels.
  package static let version = 1

  package let limits: DecodingLimits
  private let now: @Sendable () -> Double
  private let libraryNames: [PictureFormat: String]
  private let libraries = Mutex<[PictureFormat: PictureLibrary]>([:])

  /// A decoder that tells the time in seconds from any start, and opens other libraries than the
  /// usual ones where they are named.
  package init(
    limits: DecodingLimits = DecodingLimits(), libraryNames: [PictureFormat: String] = [:],
    now: @escaping @Sendable () -> Double
  ) {
    self.limits = limits
    self.libraryNames = libraryNames
    self.now = now
  }

  /// What a picture's first bytes tell, once they pass the limits.
  package func header(of bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
    switch try format(of: bytes) {
    case .jpeg: try jpegHeader(of: bytes)
    case .png: try pngHeader(of: bytes)
    case .webP: try WebPLayout(bytes, limits: limits).header
    case .gif: try GIFLayout(bytes, limits: limits).header
    }
  }

  /// The pixels of a picture as it fits a frame; of a moving one, those it begins with.
  package func pixels(
    of bytes: [UInt8], in frame: PixelFrame
  ) throws(DecodingError) -> Pixels {
    try picture(of: bytes, in: frame).pixels
  }

  /// A picture as it fits a frame.
  ///
  /// One that is cut off shows the rows that came, as in a browser, if one came at all.
  package func picture(
    of bytes: [UInt8], in frame: PixelFrame
  ) throws(DecodingError) -> DecodedPicture {
    switch try format(of: bytes) {
    case .jpeg: try jpeg(bytes, in: frame)
    case .png: try png(bytes, in: frame)
    case .webP: try webP(bytes, in: frame)
    case .gif: try gif(bytes, in: frame)
    }
  }

  /// Pixels written down as a JPEG of a quality from 1 to 100; their opacity is passed over.
  package func jpeg(of pixels: Pixels, quality: Int) throws(DecodingError) -> [UInt8] {
    try library(of: .jpeg).write(pixels, quality: quality)
  }

  private func format(of bytes: [UInt8]) throws(DecodingError) -> PictureFormat {
    guard bytes.count <= limits.bytes else {
      throw .tooManyBytes(bytes.count, limit: limits.bytes)
    }
    guard let format = PictureFormat(start: bytes) else {
      throw .notPicture(OtherContent.name(of: bytes))
    }
    return format
  }

  /// The library of a format; one that is missing is looked for again the next time.
  func library(of format: PictureFormat) throws(DecodingError) -> PictureLibrary {
    if let library = libraries.withLock({ $0[format] }) { return library }
    let name = libraryNames[format] ?? PictureLibrary.name(of: format)
    let library = try PictureLibrary(of: format, named: name)
    libraries.withLock { $0[format] = library }
    return library
  }

  /// A canvas for the rows of a picture, and the size that it shrinks them to.
  func canvas(
    for rows: PixelSize, area: PictureArea? = nil, to target: PixelSize, _ header: PictureHeader
  ) -> PictureCanvas {
    PictureCanvas(
      rows, area: area, to: target, hasOpacity: header.hasOpacity,
      deadline: now() + limits.seconds, now: now)
  }

  func finish(
    _ canvas: PictureCanvas, _ header: PictureHeader, isIncomplete: Bool
  ) -> DecodedPicture {
    DecodedPicture(
      pixels: header.orientation.turn(canvas.finish()), header: header,
      isIncomplete: isIncomplete)
  }
}

/// A picture as it is shown, and what is known of it.
package struct DecodedPicture: Equatable, Sendable {
  package var pixels: Pixels
  package var header: PictureHeader
  /// Whether some of it did not come or makes no sense; what did not come is transparent.
  package var isIncomplete: Bool
}
