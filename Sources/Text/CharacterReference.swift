/// A character reference of HTML: `&eacute;`, `&#233;`, `&#xE9;` (HTML Standard, section 13.2.5.72).
struct CharacterReference {
  var scalar: Unicode.Scalar
  /// The offset behind the reference.
  var end: Int

  /// Parses the reference that begins at an ampersand; nil if there is none.
  init?(_ bytes: [UInt8], at start: Int) {
    let isNumber = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "#")
    guard
      let found = isNumber
        ? Self.number(bytes, from: start + 2) : Self.name(bytes, from: start + 1)
    else { return nil }
    let isClosed = found.end < bytes.count && bytes[found.end] == UInt8(ascii: ";")
    scalar = found.scalar == "\u{A0}" ? " " : found.scalar
    end = isClosed ? found.end + 1 : found.end
  }

  private static func name(
    _ bytes: [UInt8], from start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    var end = start
    while end < bytes.count, isAlphanumeric(bytes[end]) {
      end += 1
      if end - start > ReferenceNames.longest { return nil }
    }
    let next = end < bytes.count ? bytes[end] : 0
    let names = next == UInt8(ascii: ";") ? ReferenceNames.all : ReferenceNames.short
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    // `&copy=1` is part of an address.
    guard next != UInt8(ascii: "="), let scalar = names[name] else { return nil }
    return (scalar, end)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF
  }

  private static func number(
    _ bytes: [UInt8], from start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let isHexadecimal = start < bytes.count && bytes[start] | 0x20 == UInt8(ascii: "x")
    let first = isHexadecimal ? start + 1 : start
    var (end, value) = (first, 0)
    while end < bytes.count, let digit = digit(bytes[end], isHexadecimal: isHexadecimal) {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      end += 1
    }
    return end == first ? nil : (scalar(value), end)
  }

  private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46 where isHexadecimal: Int(byte) - 0x37
    case 0x61...0x66 where isHexadecimal: Int(byte) - 0x57
    default: nil
    }
  }

  /// The scalar of a number; C1 controls are read as Windows-1252.
  private static func scalar(_ value: Int) -> Unicode.Scalar {
    let known = 0x80...0x9F ~= value ? windows1252[value - 0x80] : UInt32(value)
    return known == 0 ? "\u{FFFD}" : Unicode.Scalar(known) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

/// The names of characters: those of HTML 4, and those of HTML 5 that recipes use.
enum ReferenceNames {
  /// The maximum length of a name.
  static let longest = 8

  /// The scalar of each name.
  static let all: [String: Unicode.Scalar] = {
    var names = short
    let words = named.split(separator: " ")
    for k in stride(from: 0, to: words.count, by: 2) {
      names[String(words[k])] = UInt32(words[k + 1], radix: 16).flatMap(Unicode.Scalar.init)
    }
    return names
  }()

  /// The names that are recognized without a semicolon, as in the first versions of HTML.
  static let short: [String: Unicode.Scalar] = {
    var names: [String: Unicode.Scalar] = ["quot": "\"", "amp": "&", "lt": "<", "gt": ">"]
    for (number, name) in latin.split(separator: " ").enumerated() {
      names[String(name)] = Unicode.Scalar(UInt32(0xA0 + number))
    }
    return names
  }()
}

/// The names of U+00A0 to U+00FF.
private let latin = """
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
  sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
  Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
  ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
  szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
  iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
  ucirc uuml yacute thorn yuml
  """

/// Names, each followed by its scalar in hexadecimal digits.
private let named = """
  Tab 9 NewLine A excl 21 num 23 dollar 24 percnt 25 apos 27 lpar 28 rpar 29 ast 2A plus 2B \
  comma 2C period 2E sol 2F colon 3A semi 3B equals 3D quest 3F commat 40 lsqb 5B rsqb 5D \
  lowbar 5F verbar 7C half BD OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ \
  2C6 tilde 2DC Alpha 391 Beta 392 Gamma 393 Delta 394 Epsilon 395 Zeta 396 Eta 397 Theta 398 \
  Iota 399 Kappa 39A Lambda 39B Mu 39C Nu 39D Xi 39E Omicron 39F Pi 3A0 Rho 3A1 Sigma 3A3 Tau \
  3A4 Upsilon 3A5 Phi 3A6 Chi 3A7 Psi 3A8 Omega 3A9 alpha 3B1 beta 3B2 gamma 3B3 delta 3B4 \
  epsilon 3B5 zeta 3B6 eta 3B7 theta 3B8 iota 3B9 kappa 3BA lambda 3BB mu 3BC nu 3BD xi 3BE \
  omicron 3BF pi 3C0 rho 3C1 sigmaf 3C2 sigma 3C3 tau 3C4 upsilon 3C5 phi 3C6 chi 3C7 psi 3C8 \
  omega 3C9 thetasym 3D1 upsih 3D2 piv 3D6 ensp 2002 emsp 2003 numsp 2007 puncsp 2008 thinsp \
  2009 hairsp 200A zwnj 200C zwj 200D lrm 200E rlm 200F hyphen 2010 dash 2010 ndash 2013 mdash \
  2014 horbar 2015 lsquo 2018 rsquo 2019 sbquo 201A ldquo 201C rdquo 201D bdquo 201E dagger \
  2020 Dagger 2021 bull 2022 hellip 2026 permil 2030 prime 2032 Prime 2033 lsaquo 2039 rsaquo \
  203A oline 203E frasl 2044 euro 20AC image 2111 weierp 2118 real 211C trade 2122 alefsym 2135 \
  frac13 2153 frac23 2154 frac15 2155 frac25 2156 frac35 2157 frac45 2158 frac16 2159 frac56 \
  215A frac18 215B frac38 215C frac58 215D frac78 215E larr 2190 uarr 2191 rarr 2192 darr 2193 \
  harr 2194 crarr 21B5 lArr 21D0 uArr 21D1 rArr 21D2 dArr 21D3 hArr 21D4 forall 2200 part 2202 \
  exist 2203 empty 2205 nabla 2207 isin 2208 notin 2209 ni 220B prod 220F sum 2211 minus 2212 \
  lowast 2217 radic 221A prop 221D infin 221E ang 2220 and 2227 or 2228 cap 2229 cup 222A int \
  222B there4 2234 sim 223C cong 2245 asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 sub 2282 \
  sup 2283 nsub 2284 sube 2286 supe 2287 oplus 2295 otimes 2297 perp 22A5 sdot 22C5 lceil 2308 \
  rceil 2309 lfloor 230A rfloor 230B loz 25CA starf 2605 star 2606 spades 2660 clubs 2663 \
  hearts 2665 diams 2666 check 2713 lang 27E8 rang 27E9
  """
