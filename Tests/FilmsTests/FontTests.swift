import Foundation
import Testing

@testable import Films

@Suite struct FontTests {
  private let fonts: FilmFonts

  init() throws { fonts = try FilmFonts(FilmLibrary(), file: nil, size: 30) }

  /// The scalars of string literals in the sources of modules that print.
  private var printed: Set<Unicode.Scalar> {
    get throws {
      let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources")
      var scalars: Set<Unicode.Scalar> = []
      for module in [
        "Assistance", "Commands", "FeedAudit", "Kitchen", "LineEditor", "Output", "PictureViews",
        "Shell", "Staging", "Terminal",
      ] {
        let files = FileManager.default.enumerator(atPath: sources.appending(path: module).path())
        for case let file as String in try #require(files) where file.hasSuffix(".swift") {
          let text = try String(
            contentsOf: sources.appending(path: "\(module)/\(file)"), encoding: .utf8)
          scalars.formUnion(text.unicodeScalars)
        }
      }
      return scalars
    }
  }

  @Test func `the built-in font has every mark that the program prints`() throws {
    let printed = try printed
    #expect(printed.isSuperset(of: "★❯…·".unicodeScalars))
    #expect(try builtInFontLacks(printed).map { String($0) } == [])
  }

  @Test(arguments: [
    "Gỏi cuốn, phở, bún chả", "Ελληνικά άέή", "Борщ, щи, ёж", "Żurek, őűňřć", "½ ¼ ⅓ ⅔ ° € × −",
  ])
  func `the built-in font has the letters of dishes`(text: String) throws {
    #expect(try builtInFontLacks(Set(text.unicodeScalars)) == [])
    for scalar in text.unicodeScalars { _ = fonts.letter(scalar, isBold: true) }
    #expect(fonts.borrowed.isEmpty && fonts.missing.isEmpty)
  }

  @Test func `letters of other scripts are reported`() throws {
    #expect(try builtInFontLacks(["a", "親", "丼"]) == ["丼", "親"])
    // A private character is in no font.
    let box = fonts.letter("\u{F8FE}")
    #expect(fonts.missing == ["\u{F8FE}"] && box.coverage.contains(15))
  }

  @Test func `a letter of another script comes from a font of the system, if one has it`() {
    let letter = fonts.letter("\u{0639}")
    #expect(letter.coverage.contains(15))
    #expect(fonts.borrowed.union(fonts.missing) == ["\u{0639}"])
    #expect(fonts.borrowed.isDisjoint(with: fonts.missing))
  }

  @Test func `all letters of the font have the width of a cell`() {
    #expect(Set("aWi–ỏЩ★".unicodeScalars.map { fonts.letter($0).advance }) == [1155])
    #expect(fonts.letter("W", isBold: true).advance == 1155)
  }

  @Test func `a letter stays in its cell, with its marks`() {
    // A cell has 28 pixels above the baseline, and 10 below it.
    for scalar in "ÄÔỐỒỖỘẦỂÅQgjçþ|".unicodeScalars {
      let letter = fonts.letter(scalar)
      #expect(letter.top <= 28 && letter.height - letter.top <= 10, "\(scalar)")
    }
  }

  @Test func `bold and slanted letters differ from upright ones`() {
    let upright = fonts.letter("l").coverage
    #expect(fonts.letter("l", isBold: true).coverage != upright)
    #expect(fonts.letter("l", isSlanted: true).coverage != upright)
    #expect(fonts.letter("l").coverage == upright)
  }

  @Test func `a font file is used for what it has, and made bold where it has to be`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Modules/CFont/mono.ttf")
    let own = try FilmFonts(FilmLibrary(), file: file.path(), size: 30)
    #expect(own.letter("g").coverage == fonts.letter("g").coverage)
    let (plain, thick) = (own.letter("l"), own.letter("l", isBold: true))
    func ink(_ letter: Letter) -> Int { letter.coverage.reduce(0) { $0 + Int($1) } }
    #expect(ink(thick) > ink(plain) * 6 / 5 && thick.advance == plain.advance)
  }

  @Test func `a file that is not a font is refused`() throws {
    #expect(throws: FilmError.unreadableFont(#filePath)) {
      try FilmFonts(FilmLibrary(), file: #filePath, size: 15)
    }
  }
}
