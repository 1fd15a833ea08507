import CIconv
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A character encoding other than UTF-8 that documents declare.
struct Charset: Equatable, Sendable {
  /// The name that iconv knows it by, which is also its name in messages.
  let name: String
  /// Whether no document declared it.
  private(set) var isAssumed = false

  private init(name: String, isAssumed: Bool = false) {
    (self.name, self.isAssumed) = (name, isAssumed)
  }

  static let utf16 = Charset(name: "UTF-16")
  static let utf32 = Charset(name: "UTF-32")
  /// The encoding of web pages that declare none, as browsers see it.
  static let windows1252 = Charset(name: "CP1252", isAssumed: true)

  /// Returns the charset with a label of the Encoding Standard, section 4.2; nil for UTF-8 and unknown labels.
  ///
  /// As browsers do, it reads Latin-1 and ASCII as windows-1252, and other standards as the supersets in use.
  init?(label: String) {
    let label = trimmingSpace(label).lowercased()
    guard let name = Self.names[label] ?? Self.name(ofFamily: label) else { return nil }
    self.name = name
  }

  /// Whether a label is one of UTF-8.
  static func isUTF8(label: String) -> Bool {
    ["utf-8", "utf8", "unicode-1-1-utf-8"].contains(trimmingSpace(label).lowercased())
  }

  private static let names: [String: String] = {
    let labels = [
      ("CP1252", "ascii us-ascii latin1 l1 iso-8859-1 iso8859-1 iso_8859-1 iso88591"),
      ("CP1254", "latin5 l5 iso-8859-9 iso8859-9 iso_8859-9"),
      ("CP874", "tis-620 iso-8859-11 windows-874 dos-874"),
      ("CP932", "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j ms932"),
      ("EUC-JP", "euc-jp x-euc-jp"), ("ISO-2022-JP", "iso-2022-jp"),
      ("GB18030", "gb2312 gb_2312-80 gbk x-gbk cp936 gb18030 chinese hz-gb-2312"),
      ("BIG5-HKSCS", "big5 big5-hkscs cn-big5 x-x-big5"),
      ("CP949", "euc-kr ks_c_5601-1987 ksc5601 ks_c_5601 korean windows-949"),
      ("KOI8-R", "koi8-r koi8 koi"), ("KOI8-U", "koi8-u koi8-ru"), ("CP866", "ibm866 cp866 866"),
      ("MACINTOSH", "macintosh mac x-mac-roman"), ("MAC-CYRILLIC", "x-mac-cyrillic"),
      ("UTF-16", "utf-16"), ("UTF-16LE", "utf-16le"), ("UTF-16BE", "utf-16be"),
    ]
    return labels.reduce(into: [:]) { names, group in
      for label in group.1.split(separator: " ") { names[String(label)] = group.0 }
    }
  }()

  /// Returns the name of a charset of the families windows-125x and ISO 8859.
  private static func name(ofFamily label: String) -> String? {
    for start in ["windows-125", "x-cp125", "cp125"] where label.hasPrefix(start) {
      let rest = label.dropFirst(start.count)
      return rest.count == 1 && "012345678".contains(rest) ? "CP125\(rest)" : nil
    }
    for start in ["iso-8859-", "iso8859-", "iso_8859-"] where label.hasPrefix(start) {
      let parts = ["2", "3", "4", "5", "6", "7", "8", "10", "13", "14", "15", "16"]
      let rest = label.dropFirst(start.count).prefix { $0 != "-" }
      return parts.contains(String(rest)) ? "ISO-8859-\(rest)" : nil
    }
    return nil
  }
}

extension Charset {
  /// Converts a text to UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text in this charset.
  ///   - limit: The maximum size of the result, in bytes.
  /// - Returns: The text, with U+FFFD in place of bytes that mean nothing, and whether there were any; nil if the system
  ///   does not know the charset, or the limit is exceeded.
  /// - Complexity: O(*n*).
  func decoded(_ bytes: [UInt8], limit: Int) -> (text: [UInt8], hasFaults: Bool)? {
    let converter = unsafe iconv_open("UTF-8", name)
    guard unsafe converter != iconv_t(bitPattern: -1), let converter = unsafe converter else {
      return nil
    }
    defer { unsafe _ = iconv_close(converter) }
    var (result, hasFaults) = ([UInt8](), false)
    result.reserveCapacity(bytes.count)
    var bytes = bytes
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var place = 0
    while place < bytes.count {
      let step = unsafe Self.convert(converter, &bytes, from: place, into: &chunk)
      result += chunk[..<step.made]
      guard result.count <= limit else { return nil }
      place += step.taken
      if step.isFault {
        // The rest of a broken letter is as likely to be a letter of its own.
        place += 1
        (result, hasFaults) = (result + Array("\u{FFFD}".utf8), true)
      }
    }
    return (result, hasFaults)
  }

  /// Converts as many bytes as fit a chunk, or as are before the next fault.
  private static func convert(
    _ converter: iconv_t, _ bytes: inout [UInt8], from place: Int, into chunk: inout [UInt8]
  ) -> (taken: Int, made: Int, isFault: Bool) {
    var (rest, room) = (bytes.count - place, chunk.count)
    let result = unsafe bytes.withUnsafeMutableBytes { input in
      unsafe chunk.withUnsafeMutableBytes { output in
        var source = unsafe input.baseAddress.map {
          unsafe ($0 + place).assumingMemoryBound(to: CChar.self)
        }
        var target = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe iconv(converter, &source, &rest, &target, &room)
      }
    }
    let isFault = result == Int(bitPattern: UInt.max) && errno != E2BIG
    return (bytes.count - place - rest, chunk.count - room, isFault)
  }
}
