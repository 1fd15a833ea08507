import CFilms
import Recordings

/// Writes an animated WebP frame by frame.
@safe
final class WebPWriter {
  private var raw: OpaquePointer?

  /// Begins a film whose quality is from 0 to 100, or nil for one without loss.
  init(
    _ library: FilmLibrary, width: Int, height: Int, isLooping: Bool, quality: Int?
  ) throws(FilmError) {
    unsafe raw = cfilms_webp_begin(
      library.raw, Int32(width), Int32(height), isLooping, Int32(quality ?? -1))
    guard unsafe raw != nil else { throw .failed("libwebpmux refused its size") }
  }

  deinit {
    if let raw = unsafe raw { unsafe cfilms_webp_cancel(raw) }
  }

  /// Adds a frame that is shown from a time on, in microseconds.
  func add(_ canvas: Canvas, at time: Int) throws(FilmError) {
    let isAdded = unsafe canvas.pixels.withUnsafeBytes { bytes in
      guard let raw = unsafe raw, let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      else {
        return false
      }
      return unsafe cfilms_webp_add(raw, start, Int32((time + 500) / 1000))
    }
    guard isAdded else { throw .failed("libwebpmux refused a frame") }
  }

  /// Ends the film at a time in microseconds.
  ///
  /// - Returns: The file.
  /// - Throws: ``FilmError/failed(_:)``.
  func end(at time: Int, title: String) throws(FilmError) -> [UInt8] {
    guard let film = unsafe raw else { return [] }
    unsafe raw = nil
    let bytes = unsafe cfilms_webp_end(film, Int32((time + 500) / 1000), Self.metadata(title))
    let file = unsafe FilmLibrary.taken(bytes)
    guard !file.isEmpty else { throw .failed("libwebpmux did not end the file") }
    return file
  }

  /// The title in XMP (ISO 16684-1).
  private static func metadata(_ title: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(xml(title))\
    </rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>
    """
  }
}
