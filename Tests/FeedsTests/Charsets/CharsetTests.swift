import Catalog
import Feeds
import Testing
import World

/// A page with a recipe whose name is in some bytes.
private func page(_ name: [UInt8], head: String) -> [UInt8] {
  Array("<html><head>\(head)<script type=\"application/ld+json\">".utf8)
    + Array(#"{"@type":"Recipe","name":""#.utf8) + name + Array(#""}</script></head></html>"#.utf8)
}

/// The names of the rows of a document, and the reasons of its problems.
private func read(
  _ bytes: [UInt8], sentAs charset: String? = nil
) throws -> (names: [String], problems: [String]) {
  let feed = try Feed([SentFile(bytes, charset)])
  let names = (0..<feed.catalog.count).map { feed.catalog.shownValue(nameField(feed), $0) }
  return (names, try feed.problems().map(\.reason))
}

private func nameField(_ feed: Feed) -> Int { feed.catalog.schema.index(of: .name) ?? 0 }

/// A document whose sender declares a charset.
private struct SentFile: ReadableFile {
  private let file: InMemoryFile
  let declaredCharset: String?

  init(_ bytes: [UInt8], _ charset: String?) {
    (file, declaredCharset) = (InMemoryFile(bytes), charset)
  }

  var count: Int { file.count }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try file.read(at: offset, into: &buffer, range)
  }
}

private let samples: [(String, [UInt8], String)] = [
  ("windows-1251", [0xC1, 0xEE, 0xF0, 0xF9], "Борщ"),
  ("windows-1250", [0x8E, 0x65, 0x6D, 0x6C, 0x6F, 0x76, 0x6B, 0x61], "Žemlovka"),
  ("iso-8859-1", [0x43, 0x72, 0xE8, 0x6D, 0x65, 0x92, 0x73], "Crème’s"),
  ("ISO-8859-2", [0xA9, 0x6B, 0x75, 0x62, 0xE1, 0x6E, 0x6B, 0x79], "Škubánky"),
  ("iso-8859-7", [0xCC, 0xEF, 0xF5, 0xF3, 0xE1, 0xEA, 0xDC, 0xF2], "Μουσακάς"),
  ("Shift_JIS", [0x96, 0xA1, 0x91, 0x58, 0x8F, 0x60], "味噌汁"),
  ("x-sjis", [0x87, 0x40, 0x82, 0xDF, 0x82, 0xF1], "①めん"),
  ("euc-jp", [0xBF, 0xC6, 0xBB, 0xD2, 0xD0, 0xA7], "親子丼"),
  (
    "iso-2022-jp", [0x1B, 0x24, 0x42, 0x3F, 0x46, 0x3B, 0x52, 0x50, 0x27, 0x1B, 0x28, 0x42],
    "親子丼"
  ),
  ("gb2312", [0xBD, 0xC8, 0xD7, 0xD3], "饺子"),
  ("GBK", [0xC2, 0xE9, 0xC6, 0xC5, 0xB6, 0xB9, 0xB8, 0xAF], "麻婆豆腐"),
  ("big5", [0xBA, 0xB1, 0xA6, 0xD7, 0xB6, 0xBA], "滷肉飯"),
  ("euc-kr", [0xB1, 0xE8, 0xC4, 0xA1, 0xC2, 0xEE, 0xB0, 0xB3], "김치찌개"),
  ("koi8-r", [0xFD, 0xC9], "Щи"),
  (" KOI8-U ", [0xE2, 0xCF, 0xD2, 0xDD, 0x20, 0xDA, 0x20, 0xA7, 0xD6, 0xC5, 0xC0], "Борщ з їжею"),
]

@Test(arguments: samples)
func `a page is read in the charset that it or its server declares`(
  charset: String, bytes: [UInt8], name: String
) throws {
  let heads = [
    "<meta charset=\"\(charset)\">", "<META CHARSET=\(charset)>",
    "<meta http-equiv='Content-Type' content='text/html; charset=\(charset)'>",
    "<?xml version=\"1.0\" encoding=\"\(charset)\"?>",
    "<!-- <meta charset='utf-8'> --><title><meta charset=x></title><meta charset='\(charset)' />",
  ]
  for head in heads where !charset.hasPrefix(" ") || !head.contains("CHARSET=") {
    let result = try read(page(bytes, head: head))
    #expect(result.names == [name], "\(head)")
    #expect(result.problems.isEmpty)
  }
  #expect(try read(page(bytes, head: ""), sentAs: charset).names == [name])
  // What the server declares is more recent than what the page does.
  #expect(
    try read(page(bytes, head: "<meta charset=windows-1253>"), sentAs: charset).names == [name])
  let feed = Array(#"[{"name":""#.utf8) + bytes + Array(#""}]"#.utf8)
  #expect(try read(feed, sentAs: charset).names == [name])
}

@Test func `text that is UTF-8 is read so, whatever is declared`() throws {
  let name = Array("Crème brûlée".utf8)
  for charset in ["iso-8859-1", "windows-1251", "shift_jis", "utf-8", "no-such-charset", "utf-16"] {
    let page = page(name, head: "<meta charset=\(charset)>")
    #expect(try read(page).names == ["Crème brûlée"])
    #expect(try read(page, sentAs: charset).names == ["Crème brûlée"])
    #expect(try read(page).problems.isEmpty)
  }
}

@Test func `a page without a known charset is read as Windows-1252, with a note`() throws {
  for head in ["", "<meta charset=x-unknown>"] {
    let result = try read(page([0x43, 0x72, 0xE8, 0x6D, 0x65], head: head))
    #expect(result.names == ["Crème"])
    #expect(
      result.problems == [
        "the document declares no charset; it is not UTF-8, and is read as CP1252"
      ])
  }
  // A page that is UTF-8 apart from a byte stays so.
  let broken = try read(page(Array("Crème brûlée ".utf8) + [0xE8], head: ""))
  #expect(broken.names == ["Crème brûlée ?"])
  #expect(try read(page([0x43, 0xE8], head: "<meta charset=utf-8>")).names == ["C?"])
}

@Test func `bytes that mean nothing in a charset are replaced, which is noted`() throws {
  let result = try read(page([0x41, 0xFF, 0x42, 0x96, 0xA1], head: "<meta charset=shift_jis>"))
  #expect(result.names == ["A\u{FFFD}B味"])
  #expect(
    result.problems == [
      "some bytes mean nothing in the charset of the document, CP932, and are read as `\u{FFFD}`"
    ])
}

@Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF], []] as [[UInt8]], [true, false])
func `UTF-16 is read by its byte order mark, or by its zeros`(mark: [UInt8], isPage: Bool) throws {
  let text =
    isPage
    ? String(decoding: page(Array("Щи".utf8), head: ""), as: UTF8.self) : #"[{"name":"Щи"}]"#
  let isBig = mark.first == 0xFE
  let bytes = text.utf16.flatMap { unit in
    let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    return isBig ? bytes.reversed() : bytes
  }
  #expect(try read(mark + bytes).names == ["Щи"])
}

@Test func `a page may begin with much white space`() throws {
  let space = [UInt8](repeating: 0x20, count: 300_000)
  #expect(try read(space + page(Array("Pie".utf8), head: "")).names == ["Pie"])
}

@Test func `text before the markup of a page does not hide its charset`() throws {
  let page = page(Array("Pie".utf8), head: "")
  for start in ["\"<!DOCTYPE html>", "404? <!doctype html>", "x<html>"] {
    #expect(try read(Array(start.utf8) + page).names == ["Pie"])
  }
}

@Test func `a row of a converted page has its source in UTF-8`() throws {
  let feed = try Feed([SentFile(page([0xFD, 0xC9], head: "<meta charset=koi8-r>"), nil)])
  #expect(try feed.source(of: 0).text == #"{"@type":"Recipe","name":"Щи"}"#)
}
