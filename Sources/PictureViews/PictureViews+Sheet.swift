import Output
import Pictures
import Terminal
import Text
import World

/// Showing pictures as they come.
extension PictureViews {
  /// For how long nothing is shown in the place of a picture that is on its way, in milliseconds.
  private static let patience = 150
  /// For how long what stands in for a picture stays, so that it does not flash.
  private static let placeholderStay = Duration.milliseconds(300)
  /// For how long a command waits to see whether a picture that is shown has changed, in milliseconds.
  private static let checkingPatience = 1000

  /// Shows a sheet, each picture as soon as it is there; ^C leaves those that are not.
  ///
  /// - Parameters:
  ///   - sheet: What is shown in a window of a size; asked again when that changes.
  ///   - screen: How pictures are shown.
  func show(_ sheet: @escaping (Console.Size) -> PictureSheet, on screen: PictureScreen) {
    // Pictures need the cursor where they put it.
    output.endPaging()
    guard screen.isLive else { return bring(sheet, screen) }
    // What is typed would stand in the pictures, and a new line scroll them away from their places.
    world.console.withoutEcho { bring(sheet, screen) }
  }

  private func bring(
    _ sheet: @escaping (Console.Size) -> PictureSheet, _ screen: PictureScreen
  ) {
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
      // What came until now is kept, and goes on the next time.
      if isStopped { loader.stop() }
      watchChecks(of: present.pictures)
      guard screen.isLive, world.console.size() != size, !isStopped else { return }
      size = world.console.size()
    }
  }

  /// Draws the pictures that the last command showed for a window that has another size now.
  ///
  /// Earlier output stays in the scrollback.
  ///
  /// - Returns: Whether there were any.
  package func redraw() -> Bool {
    let size = world.console.size()
    guard let last = lastSheet, last.size != size, let screen = pictureScreen() else {
      return false
    }
    let sheet = last.sheet(size)
    loader.want(sheet.requests)
    waitBriefly(for: sheet.requests, isLive: true)
    var shown = ShownSheet(tightened(sheet, screen.display), size, isFinal: true)
    // The first time it scrolls away what is there; a window that is being dragged has many sizes.
    output.write(
      last.isRedrawn ? "" : "\u{1B}[\(size.rows)H" + String(repeating: "\n", count: size.rows))
    output.write("\u{1B}[H\u{1B}[2J")
    draw(&shown)
    lastSheet = LastSheet(sheet: last.sheet, size: size, isRedrawn: true)
    return true
  }

  /// The same with each band as high as its highest picture.
  private func tightened(_ sheet: PictureSheet, _ display: PictureDisplay) -> PictureSheet {
    PictureSheet(
      sections: sheet.sections.map { section in
        guard case .band(let spots, let rows) = section else { return section }
        let heights = spots.map { spot -> Int in
          guard !spot.isCaption, let request = spot.request,
            let pixels = loader.pixels(of: request)
          else { return rows }
          return display.cells(of: pixels.size).rows
        }
        return .band(spots, rows: min(rows, heights.max() ?? rows))
      })
  }

  /// Shows what there is when pictures are not waited for any longer, as somebody who watches has seen it by then.
  private func showingInSpite(_ draw: () -> Void) {
    let isStopped = options.isStaged && world.interruptions.isRaised
    if isStopped { world.interruptions.clear() }
    draw()
    if isStopped { world.interruptions.raise() }
  }

  private var isStopped: Bool { output.isClosed || world.interruptions.isRaised }

  /// Whether every picture is what it will be, but for those that are being checked.
  private func isShown(_ requests: [PictureRequest]) -> Bool {
    requests.allSatisfy { request in
      guard let phase = loader.phase(of: request) else { return true }
      return phase.isSettled || !options.isStaged && loader.pixels(of: request) != nil
    }
  }

  /// Waits until all pictures are there: where nothing can be drawn over, as long as it takes.
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

  /// Leaves what was drawn on the screen for a moment, unless it is stopped or the window is another.
  private func holdPlaceholders(_ size: Console.Size) {
    let wait = world.wait
    let promise = Promise<Void>()
    let work: @Sendable () async throws -> Void = { try await wait(Self.placeholderStay) }
    let task = Task { await promise.keep(work) }
    while !promise.isKept(withinMilliseconds: 30), !isStopped, world.console.size() == size {}
    task.cancel()
  }

  /// Draws everything from the cursor on.
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

  /// Draws what changes in its place, until nothing does any more, or the window is another.
  private func follow(_ shown: inout ShownSheet) {
    var waited = 0
    let requests = shown.sheet.requests
    while !isStopped, world.console.size() == shown.size {
      let edition = loader.edition
      // What settles after this look is drawn after the next.
      let isSettled = requests.allSatisfy { loader.phase(of: $0)?.isSettled ?? true }
      redraw(&shown)
      if isSettled || isShown(requests) && waited >= Self.checkingPatience { return }
      if !loader.waitForChange(since: edition, milliseconds: 50), isShown(requests) {
        waited += 50
      }
    }
  }

  /// Draws the tiles that are not what they were.
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

  private func paint(_ draw: (inout PicturePainter) -> [UInt8]) {
    guard var painter = screen?.value?.painter else { return }
    output.write(draw(&painter))
    screen?.value?.painter = painter
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

  /// The line below a picture in a grid, or beside one that stands alone.
  private func caption(_ spot: PictureSheet.Spot, _ phase: PicturePhase) -> StyledText {
    if spot.columns >= 50 { return caption(spot.name, phase) }
    guard case .ready(let facts, let isChecking) = phase else { return StyledText(spot.name) }
    let remark = remark(on: facts, isChecking: isChecking)
    return StyledText(spot.name) + StyledText(remark.isEmpty ? "" : " · \(remark)", .warning)
  }
}

/// The last sheet, and the window that it was drawn for.
struct LastSheet {
  let sheet: (Console.Size) -> PictureSheet
  let size: Console.Size
  /// Whether it was drawn for another window before.
  var isRedrawn = false
}

/// A sheet as it stands on the screen.
private struct ShownSheet {
  let sheet: PictureSheet
  let size: Console.Size
  /// The tiles of each band as they were drawn.
  var tiles: [[PictureTile]] = []
  private let heights: [Int]

  /// - Parameters:
  ///   - sheet: What is shown.
  ///   - size: The window.
  ///   - isFinal: Whether nothing will be drawn over; else pictures that would scroll away stand last.
  init(_ sheet: PictureSheet, _ size: Console.Size, isFinal: Bool) {
    let rows = sheet.heights(columns: size.columns).reduce(0, +)
    self.sheet = isFinal || rows < size.rows ? sheet : sheet.withPicturesLast
    self.size = size
    heights = self.sheet.heights(columns: size.columns)
  }

  /// How many rows the first one of a section is above the cursor.
  func rowsUp(of section: Int) -> Int { heights[section...].reduce(0, +) }
}
