import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decodes a JPEG at an eighth of its size with the plain interface of libjpeg-turbo.
@safe
struct ScaledDecoder {
  private typealias Start = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Decode =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, CUnsignedLong, UnsafeMutablePointer<UInt8>?,
      CInt, CInt, CInt, CInt, CInt
    ) -> CInt

  private let handle: UnsafeMutableRawPointer?
  private let run: Decode

  /// Fails if the library is not there (Debian: libturbojpeg0).
  init?() {
    guard let library = unsafe dlopen("libturbojpeg.so.0", RTLD_NOW),
      let start = unsafe dlsym(library, "tjInitDecompress"),
      let decode = unsafe dlsym(library, "tjDecompress2")
    else { return nil }
    unsafe handle = unsafeBitCast(start, to: Start.self)()
    unsafe run = unsafeBitCast(decode, to: Decode.self)
  }

  /// Decodes to red, green, blue and opacity, and forgets it.
  func decode(_ bytes: [UInt8], _ size: PixelSize) {
    let (width, height) = ((size.width + 7) / 8, (size.height + 7) / 8)
    let rgba: CInt = 7
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * width * height)
    defer { unsafe pixels.deallocate() }
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe run(
        handle, buffer.baseAddress, CUnsignedLong(buffer.count), pixels, CInt(width), 0,
        CInt(height), rgba, 0)
    }
    precondition(status == 0, "the JPEG is sound")
  }
}
