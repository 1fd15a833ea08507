import Assistance
import Catalog
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Output
import Pictures
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<ImagesContext> {
  static var picture: Self {
    Self(
      "picture",
      Context.pictureItem,
      summary: "Show the picture of a row.",
      followUp: { $0.assistance.stepAfterShowing },
      examples: [
        Example("picture 1", prints: "Bánh mì · PNG 320 × 240 · 4.2 KB · bundled"),
        Example("picture Lasagne small", prints: "Lasagne · PNG 320 × 240 · 5.3 KB · bundled"),
      ],
      details: [
        "Pictures are drawn with the graphics of kitty, iTerm2 or Sixel if the terminal has them, "
          + "otherwise with colored blocks; without colors, a line describes them. set pictures off "
          + "always prints this line."
      ]
    ) { context, picture in
      context.session.noteShown(.row(picture.row))
      try context.pictures.showPicture(of: picture.row, picture.size)
    }
  }

  static var pictures: Self {
    Self(
      "pictures",
      summary: "Show the pictures of the page as a grid; next and previous turn its pages.",
      followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "pictures",
          prints: """
               #  Name                      Picture  Address
               1  Bánh mì                   bundled  https://larder.example/pictures/sm…
               2  Bigos                     bundled  https://larder.example/pictures/sm…
            …
            """),
        Example(
          "filter cuisine=Italian; pictures",
          prints: """
              #  Name                   Picture  Address
              1  Carbonara              bundled  https://larder.example/pictures/small/…
              2  Focaccia               bundled  https://larder.example/pictures/small/…
            …
            """),
      ]
    ) { context in
      guard context.pictures.hasPictures else {
        throw Failure("the records of this feed have no pictures")
      }
      let start = context.session.page.lowerBound
      context.session.refresh()
      context.views.showPictures(from: start)
    }
  }
}

extension ImagesContext {
  /// The row of a picture, and the size.
  fileprivate static var pictureItem: Parameter<ImagesContext, ShownPicture> {
    Parameter(
      "ITEM [small|large]", .statement, complete: { $0.pictureSuggestions($1) },
      parse: { context, argument in
        let (word, size) = context.pictureWords(argument.word)
        let row = try context.pictureRow(word, in: argument.line)
        return ShownPicture(row: row, size: size ?? .large)
      }
    ).or { ShownPicture(row: try $0.session.row(nil, in: ""), size: .large) }
  }
}

extension ImagesContext {
  /// Rows, and sizes after a row.
  fileprivate func pictureSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let fields = catalog.schema.fields.indices.filter {
      [.photo, .thumbnail].contains(catalog.schema.fields[$0].role)
    }
    let items = { fields.isEmpty ? [] : assistance.itemSuggestions(request, with: Array(fields)) }
    guard let space = request.text.utf8.lastIndex(of: 0x20) else { return items() }
    let item = trimmingSpace(String(request.text[..<space]))
    let isRow = Int(item).map { 1...max(1, session.rows.count) ~= $0 }
    // After each key, names are not searched.
    let isWhole =
      item.last == "\"" || item.last == "'"
      || !request.isHasty && !catalog.rows(nameMatching: Pattern(item), .whole).isEmpty
    guard !item.isEmpty, isRow ?? isWhole else { return items() }
    let offset = request.text.utf8.distance(from: request.text.startIndex, to: space) + 1
    return request.from(offset).suggestions(
      [
        Candidate("large", "the size that `show` uses"),
        Candidate("small", "the size that `pictures` uses"),
      ])
  }

  /// Splits the size from the end of the argument.
  private func pictureWords(_ word: Word) -> (row: Word?, size: PictureViews.Size?) {
    var word = word
    let last = word.text.split(separator: " ").last.map(String.init) ?? ""
    guard let size = PictureViews.Size(rawValue: last) else { return (word, nil) }
    word.text = String(word.text.dropLast(last.count).reversed().drop { $0 == " " }.reversed())
    return (word.text.isEmpty ? nil : word, size)
  }

  /// The row of the argument; if there is none, the error may be about the size.
  private func pictureRow(_ word: Word?, in line: String) throws -> Int {
    do {
      return try session.row(word, in: line)
    } catch {
      // If the words before it name no row either, the first error stays.
      guard let word, let last = words(of: line, in: word.range).words.last, !last.isQuoted,
        let meant = nearest(to: last.text, among: ["large", "small"]),
        case let rest = trimmed(line, word.range.lowerBound..<last.range.lowerBound),
        !rest.isEmpty,
        (try? session.row(Word(text: slice(line, rest), range: rest, isQuoted: false), in: line))
          != nil
      else { throw error }
      throw Failure(
        "`\(last.text)` is not a size", hint: "did you mean \(meant)?", at: last.range, in: line)
    }
  }
}

/// A picture of a row in a size.
private struct ShownPicture: Sendable {
  let row: Int
  let size: PictureViews.Size
}
