import Catalog
import Diagnostics
import FeedLoading
import HTTPCache
import Output
import Pictures
import SessionStore
import Terminal
import Text
import World

/// Showing a single picture.
extension PictureViews {
  /// Shows a row's picture with a caption.
  package func showPicture(of row: Int, _ size: Size) throws {
    guard let place = shownPlace(row, size) else {
      throw Failure("\(catalog.name(row)) has no picture")
    }
    guard let screen = pictureScreen() else { return try describePicture(row, place) }
    let name = catalog.name(row)
    var isAsked = true
    show(
      { window in
        let columns = min(window.columns - 1, size == .small ? 24 : 120)
        let rows = max(2, min(window.rows - 4, size == .small ? 10 : 60))
        let frame = screen.display.frame(columns: columns, rows: rows)
        var request = self.pictureRequest(place, in: frame)
        // A new window size does not repeat a request that has failed.
        (request.isAsked, isAsked) = (isAsked, false)
        let spot = PictureSheet.Spot(
          request: request, row: row, name: name, column: 0, columns: columns)
        return PictureSheet(sections: [.picture(spot, rows: rows), .caption(spot, window)])
      }, on: screen)
  }

  /// Prints the facts of a picture that cannot be drawn.
  private func describePicture(_ row: Int, _ place: PicturePlace) throws {
    // The small frame saves memory; the facts are in the header of the picture.
    var request = pictureRequest(place)
    request.isAsked = true
    let phase = try settledPhase(of: request)
    watchChecks(of: [(request, row)])
    if output.format.isStyled { return output.print([caption(catalog.name(row), phase)]) }
    output.print(Report(Self.pictureColumns, [pictureCells(row, place, phase)], isSingle: true))
  }

  /// The phase of a picture, after waiting until it is settled, or displayable while it is validated.
  private func settledPhase(of request: PictureRequest) throws -> PicturePhase {
    let loader = loader
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

  private func pictureCells(_ row: Int, _ place: PicturePlace, _ phase: PicturePhase) -> [Cell] {
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
    return cells + [Cell(harmless(place.shown))]
  }
}

extension PictureSheet.Section {
  /// A band with one picture.
  static func picture(_ spot: PictureSheet.Spot, rows: Int) -> Self { .band([spot], rows: rows) }

  /// A band with the caption of a picture, as wide as the window.
  static func caption(_ spot: PictureSheet.Spot, _ window: Console.Size) -> Self {
    var spot = spot
    (spot.isCaption, spot.column, spot.columns) = (true, 0, window.columns - 1)
    return .band([spot], rows: 1)
  }
}

/// The picture in the output of `show`, and the states of pictures.
extension PictureViews {
  /// Prints lines with a row's picture between them.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - lines: Returns the lines above and below the picture, for the width of the window.
  package func show(
    pictureOf row: Int, _ lines: @escaping () -> (head: [StyledText], body: [StyledText])
  ) {
    guard let wanted = shownPlace(row, .large) else {
      return output.print { _ in lines().head + lines().body }
    }
    guard let screen = pictureScreen() else {
      let picture = pictureLine(row, wanted)
      return output.print { _ in lines().head + picture + lines().body }
    }
    let (head, body) = lines()
    let size = world.console.size()
    func pictureRows(_ window: Console.Size) -> Int { max(2, min(14, window.rows / 2)) }
    func pictureWidth(_ window: Console.Size) -> Int { max(4, min(44, window.columns - 3)) }
    // Lines that do not fit below the picture wait for a key, so that the picture is seen first.
    var place = body.count
    if output.stopsOutput {
      place = count(of: body, fitting: size, below: head, and: pictureRows(size))
    }
    let shown = show(
      { window in
        let columns = pictureWidth(window)
        let rows = pictureRows(window)
        let frame = screen.display.frame(columns: columns, rows: rows)
        let spot = PictureSheet.Spot(
          request: self.pictureRequest(wanted, in: frame), row: row, name: self.catalog.name(row),
          column: 2, columns: columns)
        return PictureSheet(
          sections: [.lines(head), .picture(spot, rows: rows), .lines(Array(body[..<place]))])
      }, on: screen)
    guard place < body.count, let band = shown.band else { return }
    let picture = PagedPicture(
      line: { _ in lines().head.count }, rows: band.rows, columns: pictureWidth(size) + 3
    ) { [unowned self] rowsUp in
      painted { $0.redraw(band.tiles, rows: band.rows, rowsUp: rowsUp) }
    }
    output.printRest(after: head.count + band.rows + place, picture) { _ in
      let (head, body) = lines()
      return head + Array(repeating: "", count: band.rows) + body
    }
  }

  /// Returns how many lines fit into a window below others and a picture, above its last row.
  private func count(
    of body: [StyledText], fitting window: Console.Size, below head: [StyledText], and rows: Int
  ) -> Int {
    func height(_ lines: [StyledText]) -> Int {
      PictureSheet(sections: [.lines(lines)]).heights(columns: window.columns)[0]
    }
    var left = window.rows - 1 - height(head) - rows
    if height(body) <= left { return body.count }
    for (place, line) in body.enumerated() {
      left -= height([line])
      if left < 0 { return place }
    }
    return body.count
  }

  /// Whether lists mark rows with the states of their pictures, as at a prompt.
  package var marksPictures: Bool {
    hasPictures && options.isInteractive && world.console.output.isTerminal
      && library.settings["pictures"] != "off"
  }

  /// A glyph for the state of a row's picture: stored, not loaded, broken or failed; empty if it has none.
  package func pictureMark(_ row: Int) -> StyledText {
    guard let place = shownPlace(row, .small) else { return "" }
    if bundledFeed == .demo { return StyledText("▣", .faint) }
    switch loader.standing(of: pictureRequest(place)).0 {
    case .stored, .stale: return StyledText("▣", .faint)
    case .absent: return StyledText("▢", .faint)
    case .broken: return StyledText("✗", .bad)
    case .failed: return StyledText("!", .warning)
    }
  }

  /// The text in place of a picture if pictures are off: its state, without a request.
  private func pictureLine(_ row: Int, _ place: PicturePlace) -> [StyledText] {
    guard world.console.output.isTerminal else { return [] }
    let (word, count, hint) = pictureStanding(place)
    let size = count.map { ", \(byteText($0))" } ?? ""
    return ["", StyledText("  Picture \(word)\(size)\(hint) · \(harmless(place.shown))", .faint)]
  }

  /// The state of a picture in a word, the size of its copy in bytes, and a hint; sends no request.
  func pictureStanding(_ place: PicturePlace) -> (word: String, count: Int?, hint: String) {
    let (standing, count) = loader.standing(of: pictureRequest(place))
    if standing != .absent { return (standing.rawValue, count, "") }
    return bundledFeed == .demo
      ? ("bundled", count, ": picture shows it")
      : (standing.rawValue, count, ": picture loads it")
  }
}
