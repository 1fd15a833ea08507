import CFilms
import CFont
import Text

/// A letter as coverage in fifteenths, in rows from the top.
struct Letter {
  let width: Int
  let height: Int
  /// The distances of its corner from the origin on the baseline, to the right and up.
  let (left, top): (Int, Int)
  /// The distance to the next letter, in 64ths of a pixel.
  let advance: Int
  let coverage: [UInt8]
}

/// A face of a font at one size.
@safe
final class FontFace {
  private let raw: OpaquePointer
  private let library: FilmLibrary
  private let hasBoldLetters: Bool

  /// Opens the built-in font.
  init(_ library: FilmLibrary, isBold: Bool, size: Int) throws(FilmError) {
    let weight = isBold ? CFONT_BOLD : CFONT_REGULAR
    guard
      let raw = unsafe cfilms_font_in_memory(
        library.raw, cfont_bytes(weight), Int(cfont_length(weight)), Int32(size))
    else { throw .failed("FreeType does not read the built-in font") }
    unsafe self.raw = raw
    (self.library, hasBoldLetters) = (library, isBold)
  }

  /// Opens a face of a font file.
  ///
  /// - Throws: ``FilmError/unreadableFont(_:)``.
  init(
    _ library: FilmLibrary, path: String, face: Int = 0, isBold: Bool = false, size: Int
  ) throws(FilmError) {
    guard let raw = unsafe cfilms_font_file(library.raw, path, Int32(face), Int32(size)) else {
      throw .unreadableFont(path)
    }
    unsafe self.raw = raw
    (self.library, hasBoldLetters) = (library, isBold)
  }

  deinit { unsafe cfilms_font_close(raw) }

  func has(_ scalar: Unicode.Scalar) -> Bool { unsafe cfilms_font_has(raw, scalar.value) }

  /// Draws a letter without hints; nil if the font lacks it.
  ///
  /// Its strokes are made thicker if it must be bold and the face is not.
  func letter(_ scalar: Unicode.Scalar, isBold: Bool, isSlanted: Bool) -> Letter? {
    var drawn = unsafe cfilms_letter()
    let style = cfilms_style(is_slanted: isSlanted, is_bold: isBold && !hasBoldLetters)
    guard unsafe cfilms_font_draw(raw, scalar.value, style, &drawn) else { return nil }
    let (width, height) = unsafe (Int(drawn.width), Int(drawn.height))
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    if let start = unsafe drawn.coverage {
      for row in 0..<height {
        let line = unsafe UnsafeBufferPointer(start: start + row * Int(drawn.pitch), count: width)
        unsafe coverage.append(contentsOf: line.lazy.map { UInt8((Int($0) * 15 + 127) / 255) })
      }
    }
    return unsafe Letter(
      width: width, height: height, left: Int(drawn.left), top: Int(drawn.top),
      advance: Int(drawn.advance), coverage: coverage)
  }
}

/// The fonts of a film at one size: the built-in one or that of a file, and for what it lacks, those of the system.
final class FilmFonts {
  private let library: FilmLibrary
  private let size: Int
  private let regular: FontFace
  private let bold: FontFace
  private var letters: [Key: Letter] = [:]
  private var systemFaces: [String: FontFace] = [:]
  /// The characters that came from fonts of the system.
  private(set) var borrowed: Set<Unicode.Scalar> = []
  /// The characters that no font has.
  private(set) var missing: Set<Unicode.Scalar> = []

  private struct Key: Hashable {
    var scalar: Unicode.Scalar
    var isBold: Bool
    var isSlanted: Bool
  }

  /// Opens the fonts.
  ///
  /// - Parameters:
  ///   - library: The libraries.
  ///   - file: A font file to use for all letters that it has; nil for the built-in font.
  ///   - size: The size of letters, in pixels.
  /// - Throws: ``FilmError`` if FreeType is missing or does not read the file.
  init(_ library: FilmLibrary, file: String?, size: Int) throws(FilmError) {
    try library.open(CFILMS_FREETYPE)
    (self.library, self.size) = (library, size)
    if let file {
      regular = try FontFace(library, path: file, size: size)
      bold = regular
    } else {
      regular = try FontFace(library, isBold: false, size: size)
      bold = try FontFace(library, isBold: true, size: size)
    }
  }

  /// The distance from a letter to the next one, in 64ths of a pixel.
  var advance: Int { letter(" ").advance }

  /// Draws a letter; an empty box stands for a letter that no font has.
  func letter(_ scalar: Unicode.Scalar, isBold: Bool = false, isSlanted: Bool = false) -> Letter {
    let key = Key(scalar: scalar, isBold: isBold, isSlanted: isSlanted)
    if let letter = letters[key] { return letter }
    let face = isBold ? bold : regular
    let letter =
      face.letter(scalar, isBold: isBold, isSlanted: isSlanted)
      ?? borrowedLetter(scalar, isBold: isBold, isSlanted: isSlanted) ?? box(for: scalar)
    letters[key] = letter
    return letter
  }

  private func borrowedLetter(
    _ scalar: Unicode.Scalar, isBold: Bool, isSlanted: Bool
  ) -> Letter? {
    guard let face = systemFace(for: scalar, isBold: isBold),
      let letter = face.letter(scalar, isBold: isBold, isSlanted: isSlanted)
    else { return nil }
    borrowed.insert(scalar)
    return letter
  }

  private func systemFace(for scalar: Unicode.Scalar, isBold: Bool) -> FontFace? {
    // Without fontconfig, the letter is missing, which is reported as such.
    guard (try? library.open(CFILMS_FONTCONFIG)) != nil else { return nil }
    var path = [CChar](repeating: 0, count: 4096)
    var number: Int32 = 0
    guard
      unsafe cfilms_find_font(library.raw, scalar.value, isBold, &path, path.count, &number)
    else { return nil }
    let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self)
    let key = "\(number) \(name)"
    if let face = systemFaces[key] { return face }
    // Fontconfig prefers a bold face for bold letters; what it gives is taken as it is.
    let face = try? FontFace(library, path: name, face: Int(number), isBold: true, size: size)
    systemFaces[key] = face
    return face
  }

  private func box(for scalar: Unicode.Scalar) -> Letter {
    missing.insert(scalar)
    let (width, height) = (max(3, size / 2), max(5, size * 2 / 3))
    let coverage = (0..<width * height).map { place in
      let (x, y) = (place % width, place / width)
      return UInt8(x == 0 || y == 0 || x == width - 1 || y == height - 1 ? 15 : 0)
    }
    return Letter(
      width: width, height: height, left: 0, top: height, advance: width * 64, coverage: coverage)
  }
}

/// Whether the built-in font, or a shape of the program, has a character.
///
/// - Throws: ``FilmError`` if FreeType is missing.
package func builtInFontLacks(_ scalars: Set<Unicode.Scalar>) throws(FilmError) -> [Unicode.Scalar]
{
  let library = try FilmLibrary()
  try library.open(CFILMS_FREETYPE)
  let face = try FontFace(library, isBold: false, size: 15)
  return scalars.filter { !$0.isDrawnAsShape && !$0.isInvisible && !face.has($0) }.sorted()
}
