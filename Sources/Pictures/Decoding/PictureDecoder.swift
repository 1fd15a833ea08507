import Synchronization
import Terminal

/// Decodes pictures at the size at which they are displayed.
///
/// Limits are checked against the header, so that pictures beyond them cost nothing.
package final class PictureDecoder: Sendable {
  /// Changes when the same bytes give other pixels.
  package static let version = 1

  package let limits: DecodingLimits
  private let now: @Sendable () -> Double
  private let libraryNames: [PictureFormat: String]
  private let libraries = Mutex<[PictureFormat: PictureLibrary]>([:])

  /// Creates a decoder.
  ///
  /// `now` returns the time in seconds from any start; other libraries than the usual ones can be named for tests.
  package init(
    limits: DecodingLimits = DecodingLimits(), libraryNames: [PictureFormat: String] = [:],
    now: @escaping @Sendable () -> Double
  ) {
    self.limits = limits
    self.libraryNames = libraryNames
    self.now = now
  }

  /// The header of a picture, if it passes the limits.
  package func header(of bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
    switch try format(of: bytes) {
    case .jpeg: try jpegHeader(of: bytes)
    case .png: try pngHeader(of: bytes)
    case .webP: try WebPLayout(bytes, limits: limits).header
    case .gif: try GIFLayout(bytes, limits: limits).header
    }
  }

  /// The pixels of a picture, scaled to fit a frame; of an animation, the first frame.
  package func pixels(
    of bytes: [UInt8], in frame: PixelFrame
  ) throws(DecodingError) -> Pixels {
    try picture(of: bytes, in: frame).pixels
  }

  /// A picture, scaled to fit a frame.
  ///
  /// A truncated picture has the rows that arrived, as in a browser, if there is at least one.
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

  /// Encodes pixels as a JPEG of a quality from 1 to 100; alpha is ignored.
  ///
  /// A small one has a color for each four pixels, and takes a third less.
  package func jpeg(
    of pixels: Pixels, quality: Int, isSmall: Bool = false
  ) throws(DecodingError) -> [UInt8] {
    try library(of: .jpeg).write(pixels, quality: quality, isSmall: isSmall)
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

  /// The library of a format; a missing one is looked for again the next time.
  func library(of format: PictureFormat) throws(DecodingError) -> PictureLibrary {
    if let library = libraries.withLock({ $0[format] }) { return library }
    let name = libraryNames[format] ?? PictureLibrary.name(of: format)
    let library = try PictureLibrary(of: format, named: name)
    libraries.withLock { $0[format] = library }
    return library
  }

  /// A canvas for the rows of a picture, with the size to scale to.
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

/// A decoded picture.
package struct DecodedPicture: Equatable, Sendable {
  package var pixels: Pixels
  package var header: PictureHeader
  /// Whether a part is missing or damaged; missing rows are transparent.
  package var isIncomplete: Bool
}
