import CPictures
import Terminal

/// A library that decodes pictures, opened when first needed and never closed.
@safe
final class PictureLibrary: Sendable {
  // It is written before the instance is shared, and never again.
  nonisolated(unsafe) private let raw: OpaquePointer
  let format: PictureFormat

  /// Opens the library of a format.
  ///
  /// - Throws: ``DecodingError/unavailable(_:reason:)`` if it is missing or too old.
  init(of format: PictureFormat, named name: String) throws(DecodingError) {
    var reason: UnsafePointer<CChar>?
    guard let library = unsafe cpictures_open(format.library, name, &reason) else {
      let text = unsafe reason.map { unsafe String(cString: $0) } ?? "it cannot be opened"
      throw .unavailable(
        format, reason: "\(format.name) cannot be shown: \(text); \(Self.advice(format))")
    }
    unsafe raw = library
    self.format = format
  }

  deinit {
    unsafe cpictures_release(raw)
  }

  /// The usual name of a format's library.
  static func name(of format: PictureFormat) -> String {
    unsafe String(cString: cpictures_library_name(format.library))
  }

  private static func advice(_ format: PictureFormat) -> String {
    #if canImport(Darwin)
      let names = [PictureFormat.jpeg: "jpeg-turbo", .png: "libpng", .webP: "webp", .gif: "giflib"]
      return "install \(names[format] ?? format.name)"
    #else
      let names = [
        PictureFormat.jpeg: "libjpeg62-turbo", .png: "libpng16-16", .webP: "libwebp7",
        .gif: "libgif7",
      ]
      return "install the package \(names[format] ?? format.name)"
    #endif
  }

  /// Decodes a picture onto a canvas, at a size in eighths for a JPEG, and with a transparent color index for a GIF.
  ///
  /// - Returns: Whether a part is missing or damaged.
  /// - Throws: ``DecodingError`` if no row could be decoded, or the time limit was exceeded.
  func decode(
    _ bytes: [UInt8], _ header: PictureHeader, rows: PixelSize, eighths: Int = 8,
    clear: Int? = nil,
    onto canvas: PictureCanvas, limits: DecodingLimits
  ) throws(DecodingError) -> Bool {
    let stored = header.storedSize
    let outcome = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return cpictures_outcome() }
      let task = unsafe cpictures_task(
        bytes: start, length: buffer.count, width: Int32(stored.width),
        height: Int32(stored.height), row_width: Int32(rows.width), row_count: Int32(rows.height),
        eighths: Int32(eighths), is_progressive: header.isProgressive,
        pass_limit: Int32(limits.passes), clear: Int32(clear ?? -1))
      return unsafe run(task, onto: canvas)
    }
    if outcome.is_late { throw .tookTooLong(seconds: limits.seconds) }
    if outcome.has_too_many_passes { throw .tooManyPasses(limit: limits.passes) }
    if outcome.rows == 0, outcome.is_cut { throw .cutOff(format) }
    if outcome.rows == 0 { throw .malformed(format, reason: Self.reason(of: outcome)) }
    return outcome.is_damaged || Int(outcome.rows) < rows.height
  }

  private func run(_ task: cpictures_task, onto canvas: PictureCanvas) -> cpictures_outcome {
    withExtendedLifetime(canvas) {
      let receiver = unsafe cpictures_receiver(
        context: Unmanaged.passUnretained(canvas).toOpaque(), take: takeRow, may_go_on: mayGoOn)
      return unsafe cpictures_decode(raw, task, receiver)
    }
  }

  /// Encodes pixels as a JPEG without subsampling.
  func write(
    _ pixels: Pixels, quality: Int, isSmall: Bool
  ) throws(DecodingError) -> [UInt8] {
    var outcome = cpictures_outcome()
    var length = 0
    let (width, height) = (Int32(pixels.size.width), Int32(pixels.size.height))
    let start = unsafe pixels.bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap {
        unsafe cpictures_write_jpeg(
          raw, $0, width, height, Int32(quality), isSmall, &length, &outcome)
      }
    }
    guard let start = unsafe start else {
      throw .malformed(format, reason: Self.reason(of: outcome))
    }
    defer { unsafe cpictures_free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: length))
  }

  private static func reason(of outcome: cpictures_outcome) -> String {
    unsafe withUnsafeBytes(of: outcome.reason) { text in
      unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// Passes a row to the canvas, which is the decoder's context.
private func takeRow(_ context: UnsafeMutableRawPointer, _ row: UnsafePointer<UInt8>) {
  let canvas = unsafe Unmanaged<PictureCanvas>.fromOpaque(context).takeUnretainedValue()
  let pixels = unsafe UnsafeRawBufferPointer(start: row, count: 4 * canvas.rowWidth)
  unsafe canvas.take(Array(pixels.bindMemory(to: Pixel.self)))
}

/// Asks the canvas, which is the decoder's context, whether there is time left.
private func mayGoOn(_ context: UnsafeMutableRawPointer) -> Bool {
  unsafe Unmanaged<PictureCanvas>.fromOpaque(context).takeUnretainedValue().mayGoOn
}

extension PictureFormat {
  /// The library in the C module.
  fileprivate var library: cpictures_format {
    switch self {
    case .jpeg: CPICTURES_JPEG
    case .png: CPICTURES_PNG
    case .webP: CPICTURES_WEBP
    case .gif: CPICTURES_GIF
    }
  }
}
