import Catalog
import FeedLoading
import Output
import Pictures
import SessionStore
import Terminal
import Text
import World

/// The picture of a row that is laid out to cook from.
extension Shell {
  /// Shows everything about a row, its picture below what it is.
  func showRecord(_ row: Int) throws {
    let (head, body) = (recordHead(row), try recordBody(row))
    guard let address = pictureAddress(row, .large) else { return output.print(head + body) }
    guard let screen = pictureScreen() else {
      return output.print(head + pictureLine(row, address) + body)
    }
    show(
      { window in
        let columns = max(4, min(44, window.columns - 3))
        let rows = max(2, min(14, window.rows / 2))
        let frame = screen.display.frame(columns: columns, rows: rows)
        let spot = PictureSheet.Spot(
          request: self.pictureRequest(address, in: frame), row: row, name: self.catalog.name(row),
          column: 2, columns: columns)
        return PictureSheet(
          sections: [.lines(head), .picture(spot, rows: rows), .lines(body)])
      }, on: screen)
  }

  /// Whether rows are marked with how their pictures stand, as for a person at a terminal.
  var marksPictures: Bool {
    hasPictures && options.isInteractive && world.console.output.isTerminal
      && library.settings["pictures"] != "off"
  }

  /// How a row's picture stands, in a glyph: there, not loaded yet, broken, failed a moment ago; empty if it has none.
  func pictureMark(_ row: Int) -> StyledText {
    guard let address = pictureAddress(row, .small) else { return "" }
    if bundledFeed == .demo { return StyledText("▣", .faint) }
    switch pictures.standing(of: pictureRequest(address)).0 {
    case .kept, .stale: return StyledText("▣", .faint)
    case .absent: return StyledText("▢", .faint)
    case .broken: return StyledText("✗", .bad)
    case .failed: return StyledText("!", .warning)
    }
  }

  /// What stands in for a picture where pictures are off: how it stands, without a request.
  private func pictureLine(_ row: Int, _ address: WebAddress) -> [StyledText] {
    guard world.console.output.isTerminal else { return [] }
    let (word, count, hint) = pictureStanding(address)
    let size = count.map { ", \(byteText($0))" } ?? ""
    let place = WebAddress.shown(address.text)
    return ["", StyledText("  Picture \(word)\(size)\(hint) · \(place)", .faint)]
  }

  /// How a picture stands without a request: in a word, with the bytes of its copy, and with what to do about it.
  func pictureStanding(_ address: WebAddress) -> (word: String, count: Int?, hint: String) {
    let (standing, count) = pictures.standing(of: pictureRequest(address))
    if standing != .absent { return (standing.rawValue, count, "") }
    return bundledFeed == .demo
      ? ("bundled", count, ": picture shows it")
      : (standing.rawValue, count, ": picture loads it")
  }
}
