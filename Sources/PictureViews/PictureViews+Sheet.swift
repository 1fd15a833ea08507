import Output
import Pictures
import Terminal
import Text
import World

/// Drawing pictures as they arrive.
extension PictureViews {
  /// The time after which placeholders are drawn for pictures that are not loaded yet, in milliseconds.
  private static let patience = 150
  /// The minimum time for which a placeholder is shown, so that it does not flash.
  private static let placeholderStay = Duration.milliseconds(300)
  /// The time for which a command waits for the validation of displayed pictures, in milliseconds.
  private static let checkingPatience = 1000

  /// Shows a sheet, each picture as soon as it is loaded; ^C skips the rest.
  ///
  /// - Parameters:
  ///   - sheet: Returns the sheet for a window size; called again when the size changes.
  ///   - screen: How pictures are shown.
  /// - Returns: The sheet as it is on the screen.
  @discardableResult
  func show(
    _ sheet: @escaping (Console.Size) -> PictureSheet, on screen: PictureScreen
  ) -> ShownSheet {
    // Pictures are placed relative to the cursor, which paging would move.
    output.endPaging()
    guard screen.isLive else { return bring(sheet, screen) }
    // Echoed keys would overwrite the pictures, and a line feed would scroll them away from their places.
    var shown: ShownSheet?
    world.console.withoutEcho { shown = bring(sheet, screen) }
    guard let shown else { preconditionFailure("the console runs what it is given") }
    return shown
  }

  private func bring(
    _ sheet: @escaping (Console.Size) -> PictureSheet, _ screen: PictureScreen
  ) -> ShownSheet {
    var size = world.console.size()
    defer { if screen.isLive { lastSheet = LastSheet(sheet: sheet, size: size) } }
    while true {
      let present = sheet(size)
      watchMemory(for: present.requests)
      loader.want(present.requests)
      waitBriefly(for: present.requests, isLive: screen.isLive)
      let isFinal = isShown(present.requests)
      let fitting = isFinal ? tightened(present, screen.display) : present
      var shown = ShownSheet(fitting, size, isFinal: isFinal)
      showingInSpite { draw(&shown) }
      if screen.isLive {
        if !isFinal { holdPlaceholders(size) }
        follow(&shown)
      }
      // Partial downloads are stored, and continued by the next request.
      if isStopped { loader.stop() }
      watchChecks(of: present.pictures)
      guard screen.isLive, world.console.size() != size, !isStopped else { return shown }
      size = world.console.size()
    }
  }

  /// Draws the pictures of the last command again, if the window size has changed.
  ///
  /// Earlier output stays in the scrollback.
  ///
  /// - Returns: Whether any were drawn.
  package func redraw() -> Bool {
    let size = world.console.size()
    guard let last = lastSheet, last.size != size, let screen = pictureScreen() else {
      return false
    }
    let sheet = last.sheet(size)
    loader.want(sheet.requests)
    waitBriefly(for: sheet.requests, isLive: true)
    var shown = ShownSheet(tightened(sheet, screen.display), size, isFinal: true)
    // Only the first time, the screen is scrolled away: dragging a window produces many sizes.
    output.write(
      last.isRedrawn ? "" : "\u{1B}[\(size.rows)H" + String(repeating: "\n", count: size.rows))
    output.write("\u{1B}[H\u{1B}[2J")
    draw(&shown)
    lastSheet = LastSheet(sheet: last.sheet, size: size, isRedrawn: true)
    return true
  }

  /// Returns the sheet with each band as high as its highest picture.
  private func tightened(_ sheet: PictureSheet, _ display: PictureDisplay) -> PictureSheet {
    PictureSheet(
      sections: sheet.sections.map { section in
        guard case .band(let spots, let rows) = section else { return section }
        let heights = spots.map { spot -> Int in
          guard !spot.isCaption, let request = spot.request,
            let pixels = loader.pixels(of: request)
          else { return rows }
          return display.cells(of: pixels.size, in: (spot.columns, rows)).rows
        }
        return .band(spots, rows: min(rows, heights.max() ?? rows))
      })
  }

  /// Draws even if a script has interrupted the command, because a user would have seen the pictures by then.
  private func showingInSpite(_ draw: () -> Void) {
    let isStopped = options.isStaged && world.interruptions.isRaised
    if isStopped { world.interruptions.clear() }
    draw()
    if isStopped { world.interruptions.raise() }
  }

  private var isStopped: Bool { output.isClosed || world.interruptions.isRaised }

  /// Whether every picture is final, or displayable while it is validated.
  private func isShown(_ requests: [PictureRequest]) -> Bool {
    requests.allSatisfy { request in
      guard let phase = loader.phase(of: request) else { return true }
      return phase.isSettled || !options.isStaged && loader.pixels(of: request) != nil
    }
  }

  /// Waits until all pictures are loaded: on a live screen up to ``patience``, otherwise without a limit.
  private func waitBriefly(for requests: [PictureRequest], isLive: Bool) {
    var waited = 0
    world.whileWaiting {
      while !isShown(requests), !isStopped, !isLive || waited < Self.patience {
        let edition = loader.edition
        if isShown(requests) { return }
        if !loader.waitForChange(since: edition, milliseconds: 30) { waited += 30 }
      }
    }
  }

  /// Waits for ``placeholderStay``, or until the command is stopped or the window size changes.
  private func holdPlaceholders(_ size: Console.Size) {
    let wait = world.wait
    let promise = Promise<Void>()
    let work: @Sendable () async throws -> Void = { try await wait(Self.placeholderStay) }
    let task = Task { await promise.keep(work) }
    while !promise.isKept(withinMilliseconds: 30), !isStopped, world.console.size() == size {}
    task.cancel()
  }

  /// Draws the sheet at the cursor.
  private func draw(_ shown: inout ShownSheet) {
    for section in shown.sheet.sections {
      switch section {
      case .lines(let lines): output.print(lines)
      case .band(let spots, let rows):
        let tiles = spots.map { tile($0, rows: rows) }
        shown.tiles.append(tiles)
        paint { $0.band(tiles, rows: rows) }
      }
    }
  }

  /// Redraws changed tiles in place until no more changes are expected, or the window size changes.
  private func follow(_ shown: inout ShownSheet) {
    var waited = 0
    let requests = shown.sheet.requests
    while !isStopped, world.console.size() == shown.size {
      let edition = loader.edition
      // A picture that settles after this check is drawn in the next iteration.
      let isSettled = requests.allSatisfy { loader.phase(of: $0)?.isSettled ?? true }
      redraw(&shown)
      if isSettled || isShown(requests) && waited >= Self.checkingPatience { return }
      if !loader.waitForChange(since: edition, milliseconds: 50), isShown(requests) {
        waited += 50
      }
    }
  }

  /// Redraws the tiles whose contents have changed.
  private func redraw(_ shown: inout ShownSheet) {
    var number = 0
    for (place, section) in shown.sheet.sections.enumerated() {
      guard case .band(let spots, let rows) = section else { continue }
      let tiles = spots.map { tile($0, rows: rows) }
      let changed = zip(tiles, shown.tiles[number]).filter { $0 != $1 }.map(\.0)
      let rowsUp = shown.rowsUp(of: place)
      if !changed.isEmpty, rowsUp < shown.size.rows {
        paint { $0.redraw(changed, rows: rows, rowsUp: rowsUp) }
        shown.tiles[number] = tiles
      }
      number += 1
    }
  }

  private func paint(_ draw: (inout PicturePainter) -> [UInt8]) { output.write(painted(draw)) }

  /// Returns what the painter of the screen draws.
  func painted(_ draw: (inout PicturePainter) -> [UInt8]) -> [UInt8] {
    guard var painter = screen?.value?.painter else { return [] }
    defer { screen?.value?.painter = painter }
    return draw(&painter)
  }

  private func tile(_ spot: PictureSheet.Spot, rows: Int) -> PictureTile {
    PictureTile(
      content: content(of: spot), column: spot.column, columns: spot.columns, rows: rows,
      isCentered: spot.isCentered)
  }

  private func content(of spot: PictureSheet.Spot) -> PictureTile.Content {
    guard let request = spot.request else { return .text([StyledText("no picture", .faint)]) }
    let phase = loader.phase(of: request) ?? .queued
    if spot.isCaption { return .text([caption(spot, phase)]) }
    guard case .ready(let facts, _) = phase, let pixels = loader.pixels(of: request) else {
      return .text(phaseWords(phase))
    }
    return .picture(pixels, key: request.number(of: facts))
  }

  /// The caption of a picture: its facts if there are 50 cells, otherwise its name.
  private func caption(_ spot: PictureSheet.Spot, _ phase: PicturePhase) -> StyledText {
    if spot.columns >= 50 { return caption(spot.name, phase) }
    guard case .ready(let facts, let isChecking) = phase else { return StyledText(spot.name) }
    let remark = remark(on: facts, isChecking: isChecking)
    return StyledText(spot.name) + StyledText(remark.isEmpty ? "" : " · \(remark)", .warning)
  }
}

/// The last sheet, and the window size for which it was drawn.
struct LastSheet {
  let sheet: (Console.Size) -> PictureSheet
  let size: Console.Size
  /// Whether it was drawn again after the window size changed.
  var isRedrawn = false
}

/// A sheet on the screen.
struct ShownSheet {
  let sheet: PictureSheet
  let size: Console.Size
  /// The tiles of each band as they were drawn.
  var tiles: [[PictureTile]] = []
  private let heights: [Int]

  /// - Parameters:
  ///   - sheet: The sheet.
  ///   - size: The size of the window.
  ///   - isFinal: Whether nothing will be redrawn; otherwise, pictures that would scroll away are moved to the end.
  init(_ sheet: PictureSheet, _ size: Console.Size, isFinal: Bool) {
    let rows = sheet.heights(columns: size.columns).reduce(0, +)
    self.sheet = isFinal || rows < size.rows ? sheet : sheet.withPicturesLast
    self.size = size
    heights = self.sheet.heights(columns: size.columns)
  }

  /// The first band, as it was drawn; nil if there is none.
  var band: (tiles: [PictureTile], rows: Int)? {
    for case .band(_, let rows) in sheet.sections { return tiles.first.map { ($0, rows) } }
    return nil
  }

  /// The number of rows from the start of a section to the cursor.
  func rowsUp(of section: Int) -> Int { heights[section...].reduce(0, +) }
}
