import Catalog
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Output
import Pictures
import SessionStore
import Terminal
import Text
import World

extension Command<Shell> {
  static var picture: Self {
    Self(
      "picture",
      Parameter("ITEM [small|large]", .statement, isOptional: true) {
        $0.pictureSuggestions($1)
      },
      summary: "Show a row's picture.",
      examples: ["picture 1", "picture Lasagne small"],
      details: [
        "It is drawn as the terminal allows: with the graphics of kitty, iTerm2 or Sixel, else with "
          + "colored blocks; where nothing can be drawn a line says what it is. set pictures off has "
          + "it always so."
      ]
    ) { shell, arguments in
      let (word, size) = shell.pictureWords(arguments["ITEM [small|large]"])
      let row = try shell.pictureRow(word, in: arguments.line)
      shell.session.noteShown(.row(row))
      try shell.showPicture(row, size ?? .large)
    }
  }

  static var pictures: Self {
    Self(
      "pictures", summary: "Show the page's pictures as a grid; next and previous go on in it.",
      examples: ["pictures", "filter cuisine=Italian; pictures"]
    ) { shell, _ in
      guard shell.hasPictures else { throw Failure("the records of this feed have no pictures") }
      let start = shell.session.page.lowerBound
      shell.session.refresh()
      shell.showPictures(from: start)
    }
  }
}

extension Shell {
  /// Rows, and behind one the sizes of its picture.
  fileprivate func pictureSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let fields = catalog.schema.fields.indices.filter {
      [.photo, .thumbnail].contains(catalog.schema.fields[$0].role)
    }
    let items = { fields.isEmpty ? [] : self.itemSuggestions(request, with: Array(fields)) }
    guard let space = request.text.utf8.lastIndex(of: 0x20) else { return items() }
    let item = trimmingSpace(String(request.text[..<space]))
    let isRow = Int(item).map { 1...max(1, session.rows.count) ~= $0 }
    // Between two keys names are not looked through.
    let isWhole =
      item.last == "\"" || item.last == "'"
      || !request.isHasty && !catalog.rows(nameMatching: Pattern(item), .whole).isEmpty
    guard !item.isEmpty, isRow ?? isWhole else { return items() }
    let offset = request.text.utf8.distance(from: request.text.startIndex, to: space) + 1
    return request.from(offset).suggestions(
      [Candidate("large", "what show has"), Candidate("small", "what pictures has")])
  }

  /// Takes the size off the end of what names a row.
  fileprivate func pictureWords(_ word: Word?) -> (row: Word?, size: PictureSize?) {
    guard var word else { return (nil, nil) }
    let last = word.text.split(separator: " ").last.map(String.init) ?? ""
    guard let size = PictureSize(rawValue: last) else { return (word, nil) }
    word.text = String(word.text.dropLast(last.count).reversed().drop { $0 == " " }.reversed())
    return (word.text.isEmpty ? nil : word, size)
  }

  /// The row whose picture is meant; where there is none, the last word may have been meant for a size.
  fileprivate func pictureRow(_ word: Word?, in line: String) throws -> Int {
    do {
      return try session.row(word, in: line)
    } catch {
      // Where the words before it name no row either, what was said first stays.
      guard let word, let last = words(of: line, in: word.range).words.last, !last.isQuoted,
        let meant = nearest(to: last.text, among: ["large", "small"]),
        case let rest = trimmed(line, word.range.lowerBound..<last.range.lowerBound),
        !rest.isEmpty,
        (try? session.row(Word(text: slice(line, rest), range: rest, isQuoted: false), in: line))
          != nil
      else { throw error }
      throw Failure(
        "`\(last.text)` is no size", hint: "did you mean \(meant)?", at: last.range, in: line)
    }
  }

  /// Shows a row's picture by itself, with a line that says what it is.
  fileprivate func showPicture(_ row: Int, _ size: PictureSize) throws {
    guard let address = pictureAddress(row, size) else {
      throw Failure("\(catalog.name(row)) has no picture")
    }
    guard let screen = pictureScreen() else { return try describePicture(row, address) }
    let name = catalog.name(row)
    show(
      { window in
        let columns = min(window.columns - 1, size == .small ? 24 : 120)
        let rows = max(2, min(window.rows - 4, size == .small ? 10 : 60))
        let frame = screen.display.frame(columns: columns, rows: rows)
        let spot = PictureSheet.Spot(
          request: self.pictureRequest(address, in: frame), row: row, name: name, column: 0,
          columns: columns)
        return PictureSheet(sections: [.picture(spot, rows: rows), .caption(spot, window)])
      }, on: screen)
  }

  /// Says what a picture is, where it cannot be drawn.
  private func describePicture(_ row: Int, _ address: WebAddress) throws {
    // So small that it takes nothing; what is told lies in its head.
    let request = pictureRequest(address, in: PixelFrame(width: 16, height: 16))
    let phase = try settledPhase(of: request)
    watchChecks(of: [(request, row)])
    if output.format == .table { return output.print([caption(catalog.name(row), phase)]) }
    output.print(Report(Self.pictureColumns, [pictureCells(row, address, phase)], isSingle: true))
  }

  /// The phase of a picture once nothing more happens to it, or only its server is asked whether it has changed.
  private func settledPhase(of request: PictureRequest) throws -> PicturePhase {
    let loader = pictures
    loader.want([request])
    var waited = 0
    world.whileWaiting {
      while let phase = loader.phase(of: request), !phase.isSettled {
        if !options.isStaged, case .ready = phase { break }
        if world.interruptions.isRaised { break }
        let edition = loader.edition
        if loader.phase(of: request)?.isSettled ?? true { break }
        if loader.waitForChange(since: edition, milliseconds: 30) || options.isStaged { continue }
        waited += 30
        if waited == 150, world.console.errors.isTerminal {
          output.say("loading … (^C stops)", .faint)
        }
      }
    }
    if world.interruptions.isRaised { throw Failure.interrupted }
    return loader.phase(of: request) ?? .queued
  }

  /// The columns of a list of pictures.
  static var pictureColumns: [Report.Column] {
    [
      .init("row", title: "#", isNumber: true), .init("name", title: "Name", isFlexible: true),
      .init("state", title: "Picture"), .init("reason", title: "Reason", isFlexible: true),
      .init("format", title: "Format"),
      .init("width", title: "Width", isNumber: true),
      .init("height", title: "Height", isNumber: true),
      .init("bytes", title: "Size", isNumber: true),
      .init("address", title: "Address", isFlexible: true),
    ]
  }

  private func pictureCells(_ row: Int, _ address: WebAddress, _ phase: PicturePhase) -> [Cell] {
    var cells = [
      session.number(of: row).map { Cell($0) } ?? Cell("", .null), Cell(catalog.name(row)),
    ]
    if case .ready(let facts, let isChecking) = phase {
      let remark = remark(on: facts, isChecking: isChecking)
      cells += [
        Cell(word(for: facts.source)), remark.isEmpty ? Cell("", .null) : Cell(remark),
        Cell(facts.format.name), Cell(facts.size.width), Cell(facts.size.height),
        Cell(StyledText(byteText(facts.count)), .number(Double(facts.count))),
      ]
    } else {
      cells += [Cell(word(for: phase)), Cell(sentence(phase))]
      cells += (0..<4).map { _ in Cell("", .null) }
    }
    return cells + [Cell(harmless(WebAddress.shown(address.text)))]
  }
}

extension PictureSheet.Section {
  /// A picture by itself.
  static func picture(_ spot: PictureSheet.Spot, rows: Int) -> Self { .band([spot], rows: rows) }

  /// The line about a picture, over the whole width.
  static func caption(_ spot: PictureSheet.Spot, _ window: Console.Size) -> Self {
    var spot = spot
    (spot.isCaption, spot.column, spot.columns) = (true, 0, window.columns - 1)
    return .band([spot], rows: 1)
  }
}
