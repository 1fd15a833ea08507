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

/// One picture.
extension PictureViews {
  /// Shows a row's picture by itself, with a line that says what it is.
  package func showPicture(of row: Int, _ size: Size) throws {
    guard let address = shownAddress(row, size) else {
      throw Failure("\(catalog.name(row)) has no picture")
    }
    guard let screen = pictureScreen() else { return try describePicture(row, address) }
    let name = catalog.name(row)
    var isAsked = true
    show(
      { window in
        let columns = min(window.columns - 1, size == .small ? 24 : 120)
        let rows = max(2, min(window.rows - 4, size == .small ? 10 : 60))
        let frame = screen.display.frame(columns: columns, rows: rows)
        var request = self.pictureRequest(address, in: frame)
        // A window of another size is no reason to ask again.
        (request.isAsked, isAsked) = (isAsked, false)
        let spot = PictureSheet.Spot(
          request: request, row: row, name: name, column: 0, columns: columns)
        return PictureSheet(sections: [.picture(spot, rows: rows), .caption(spot, window)])
      }, on: screen)
  }

  /// Says what a picture is, where it cannot be drawn.
  private func describePicture(_ row: Int, _ address: WebAddress) throws {
    // So small that it takes nothing; what is told lies in its head.
    var request = pictureRequest(address)
    request.isAsked = true
    let phase = try settledPhase(of: request)
    watchChecks(of: [(request, row)])
    if output.format.isStyled { return output.print([caption(catalog.name(row), phase)]) }
    output.print(Report(Self.pictureColumns, [pictureCells(row, address, phase)], isSingle: true))
  }

  /// The phase of a picture once nothing more happens to it, or only its server is asked whether it has changed.
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

/// The picture of a row that is laid out to cook from.
extension PictureViews {
  /// Shows a row's picture between lines about it.
  package func show(_ head: [StyledText], pictureOf row: Int, _ body: [StyledText]) {
    guard let address = shownAddress(row, .large) else { return output.print(head + body) }
    guard let screen = pictureScreen() else {
      return output.print(head + pictureLine(row, address) + body)
    }
    let size = world.console.size()
    func pictureRows(_ window: Console.Size) -> Int { max(2, min(14, window.rows / 2)) }
    // What does not fit below the picture waits for a key, so that the picture is seen first.
    var place = body.count
    if output.stopsOutput {
      place = count(of: body, fitting: size, below: head, and: pictureRows(size))
    }
    show(
      { window in
        let columns = max(4, min(44, window.columns - 3))
        let rows = pictureRows(window)
        let frame = screen.display.frame(columns: columns, rows: rows)
        let spot = PictureSheet.Spot(
          request: self.pictureRequest(address, in: frame), row: row, name: self.catalog.name(row),
          column: 2, columns: columns)
        return PictureSheet(
          sections: [.lines(head), .picture(spot, rows: rows), .lines(Array(body[..<place]))])
      }, on: screen)
    output.printRest(Array(body[place...]))
  }

  /// Returns how many lines fit into a window below others and a picture: all of them, or those above its last row.
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

  /// Whether rows are marked with how their pictures stand, as for a person at a terminal.
  package var marksPictures: Bool {
    hasPictures && options.isInteractive && world.console.output.isTerminal
      && library.settings["pictures"] != "off"
  }

  /// How a row's picture stands, in a glyph: there, not loaded yet, broken, failed a moment ago; empty if it has none.
  package func pictureMark(_ row: Int) -> StyledText {
    guard let address = shownAddress(row, .small) else { return "" }
    if bundledFeed == .demo { return StyledText("▣", .faint) }
    switch loader.standing(of: pictureRequest(address)).0 {
    case .kept, .stale: return StyledText("▣", .faint)
    case .absent: return StyledText("▢", .faint)
    case .broken: return StyledText("✗", .bad)
    case .failed: return StyledText("!", .warning)
    }
  }

  /// The text in place of a picture if pictures are off: its state, without a request.
  private func pictureLine(_ row: Int, _ address: WebAddress) -> [StyledText] {
    guard world.console.output.isTerminal else { return [] }
    let (word, count, hint) = pictureStanding(address)
    let size = count.map { ", \(byteText($0))" } ?? ""
    let place = WebAddress.shown(address.text)
    return ["", StyledText("  Picture \(word)\(size)\(hint) · \(place)", .faint)]
  }

  /// How a picture stands without a request: in a word, with the bytes of its copy, and with what to do about it.
  func pictureStanding(_ address: WebAddress) -> (word: String, count: Int?, hint: String) {
    let (standing, count) = loader.standing(of: pictureRequest(address))
    if standing != .absent { return (standing.rawValue, count, "") }
    return bundledFeed == .demo
      ? ("bundled", count, ": picture shows it")
      : (standing.rawValue, count, ": picture loads it")
  }
}
