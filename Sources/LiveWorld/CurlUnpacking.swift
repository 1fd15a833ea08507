import World

/// Unpacks the content of one transfer, where libcurl would not notice that it ends too early.
///
/// What libcurl unpacks itself it takes for whole wherever the packed data end.
final class CurlUnpacking {
  private var unpacker: GzipUnpacker
  private var room = [UInt8](repeating: 0, count: 64 << 10)
  /// How many bytes of the room are unpacked, and not handed on yet.
  private var made = 0
  /// How many bytes of the present piece are unpacked already.
  private var taken = 0
  private var hasContent = false

  init() throws(HTTPFailure) {
    do throws(GzipUnpacker.Damage) {
      unpacker = try GzipUnpacker()
    } catch {
      throw .unavailable(reason: "out of memory")
    }
  }

  /// Whether the content does not go as far as it should.
  var isCut: Bool { hasContent && !unpacker.isAtEnd }

  /// Unpacks a piece, and hands on what it is.
  ///
  /// - Parameters:
  ///   - packed: What comes next; the same again if it was not taken the last time.
  ///   - hand: Hands bytes on; false if nobody takes them now.
  /// - Returns: Whether all of it was taken.
  /// - Throws: ``HTTPFailure`` if the content is damaged, or what `hand` throws.
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

/// The codings of content that libcurl takes away: RFC 9110, section 8.4.1.
enum CurlCodings {
  private static let known: Set = [
    "", "br", "chunked", "deflate", "gzip", "identity", "none", "x-gzip", "zstd",
  ]

  /// Whether the content of a response is packed by gzip alone.
  static func isGzip(_ head: HTTPHead) -> Bool {
    let codings = head.headers.filter { $0.isNamed("Content-Encoding") }
      .flatMap { $0.value.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !["", "identity", "none"].contains($0) }
    return codings == ["gzip"] || codings == ["x-gzip"]
  }

  /// Whether all codings of a response are known.
  ///
  /// One that nobody asked for and nobody knows is handed on as it is, as browsers do: it is for who wanted the
  /// content to make sense of it. libcurl would refuse the whole answer.
  static func areKnown(to head: HTTPHead) -> Bool {
    head.headers.filter { $0.isNamed("Content-Encoding") || $0.isNamed("Transfer-Encoding") }
      .flatMap { $0.value.split(separator: ",") }
      .allSatisfy { known.contains($0.filter { $0 != " " && $0 != "\t" }.lowercased()) }
  }
}
