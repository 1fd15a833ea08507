import CFilms
import Text

/// The libraries that films are made with, each opened when first needed and never closed.
@safe
final class FilmLibrary {
  let raw: OpaquePointer

  init() throws(FilmError) {
    guard let raw = unsafe cfilms_create() else { throw .outOfMemory }
    unsafe self.raw = raw
  }

  deinit { unsafe cfilms_free(raw) }

  /// Opens a library unless it is open.
  ///
  /// - Throws: ``FilmError/missingLibrary(name:reason:package:)``.
  func open(_ library: cfilms_library) throws(FilmError) {
    guard let reason = unsafe cfilms_open(raw, library) else { return }
    throw .missingLibrary(
      name: unsafe String(cString: cfilms_library_name(library)),
      reason: unsafe String(cString: reason), package: Self.package(of: library))
  }

  private static func package(of library: cfilms_library) -> String {
    switch library {
    case CFILMS_FREETYPE: "libfreetype6"
    case CFILMS_FONTCONFIG: "libfontconfig1"
    case CFILMS_GIF: "libgif7"
    case CFILMS_PNG: "libpng16-16"
    default: "libwebpmux3"
    }
  }

  /// Returns bytes that a writer of the C module made, and frees them there.
  static func taken(_ bytes: cfilms_bytes) -> [UInt8] {
    defer { unsafe cfilms_bytes_free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes.start, count: bytes.length))
  }
}

/// The reasons why a film cannot be made.
package enum FilmError: Error, Equatable, Sendable, CustomStringConvertible {
  case missingLibrary(name: String, reason: String, package: String)
  /// The file is not a font that FreeType reads.
  case unreadableFont(String)
  case tooLarge(width: Int, height: Int)
  /// A library refused what it got, with its message.
  case failed(String)
  case outOfMemory
  /// The user stopped it.
  case stopped

  package var description: String {
    switch self {
    case .missingLibrary(let name, let reason, let package):
      "\(name) cannot be used: \(reason). Install the package \(package)."
    case .unreadableFont(let path):
      "\(path): is not a font that FreeType reads, such as a .ttf or .otf file"
    case .tooLarge(let width, let height):
      "The picture would have \(width) × \(height) pixels; the limit is 16,383 on each side. Choose a smaller --scale or --font-size."
    case .failed(let reason): "The film could not be written: \(reason)."
    case .outOfMemory: "There is not enough memory for the film."
    case .stopped: "The film was stopped, and nothing was written."
    }
  }
}
