import World

/// Decodes the gzip content of a transfer with a check that it is complete.
///
/// libcurl's own decoder accepts truncated data.
final class CurlUnpacking {
  private var unpacker: GzipUnpacker
  private var room = [UInt8](repeating: 0, count: 64 << 10)
  /// The number of decoded bytes in the buffer that are not delivered yet.
  private var made = 0
  /// The number of bytes of the current piece that are decoded already.
  private var taken = 0
  private var hasContent = false

  init() throws(HTTPFailure) {
    do throws(GzipUnpacker.Damage) {
      unpacker = try GzipUnpacker()
    } catch {
      throw .unavailable(reason: "out of memory")
    }
  }

  /// Whether the content is truncated.
  var isCut: Bool { hasContent && !unpacker.isAtEnd }

  /// Decodes a piece and delivers the result.
  ///
  /// - Parameters:
  ///   - packed: The next piece, or the same one again if it was not consumed.
  ///   - hand: Delivers decoded bytes; returns false if they cannot be accepted now.
  /// - Returns: Whether the whole piece was consumed.
  /// - Throws: ``HTTPFailure`` if the content is damaged, and errors from `hand`.
  func take(
    _ packed: Span<UInt8>, handing hand: (Span<UInt8>) throws(HTTPFailure) -> Bool
  ) throws(HTTPFailure) -> Bool {
    hasContent = true
    while true {
      if made > 0 {
        let ready = room
        guard try hand(ready.span.extracting(0..<made)) else { return false }
        made = 0
      }
      let step = try unpack(packed.extracting(taken...))
      taken += step.taken
      made = step.made
      if made == 0, taken == packed.count { break }
    }
    taken = 0
    return true
  }

  private func unpack(_ packed: Span<UInt8>) throws(HTTPFailure) -> (taken: Int, made: Int) {
    do throws(GzipUnpacker.Damage) {
      let step = try unpacker.unpack(packed, into: &room)
      if step == (0, 0), !packed.isEmpty { throw GzipUnpacker.Damage() }
      return step
    } catch {
      throw .dropped(reason: "its packed content is damaged")
    }
  }
}

/// The content codings that libcurl decodes: RFC 9110, section 8.4.1.
enum CurlCodings {
  private static let known: Set = [
    "", "br", "chunked", "deflate", "gzip", "identity", "none", "x-gzip", "zstd",
  ]

  /// Whether gzip is the only content coding of a response.
  static func isGzip(_ head: HTTPHead) -> Bool {
    let codings = head.headers.filter { $0.isNamed("Content-Encoding") }
      .flatMap { $0.value.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !["", "identity", "none"].contains($0) }
    return codings == ["gzip"] || codings == ["x-gzip"]
  }

  /// Whether all codings of a response are known.
  ///
  /// Content with an unknown coding is delivered undecoded, as in browsers. libcurl would reject the
  /// response.
  static func areKnown(to head: HTTPHead) -> Bool {
    head.headers.filter { $0.isNamed("Content-Encoding") || $0.isNamed("Transfer-Encoding") }
      .flatMap { $0.value.split(separator: ",") }
      .allSatisfy { known.contains($0.filter { $0 != " " && $0 != "\t" }.lowercased()) }
  }
}
