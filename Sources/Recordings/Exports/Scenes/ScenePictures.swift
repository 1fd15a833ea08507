import FoundationEssentials
import Terminal
import TerminalEmulator

/// The pictures that a session sent to its terminal with kitty's graphics protocol, and shows by placeholders.
///
/// https://sw.kovidgoyal.net/kitty/graphics-protocol
package struct ScenePictures: Sendable {
  package struct Picture: Equatable, Sendable {
    /// The picture as a file, a PNG.
    package var file: [UInt8] = []
    /// The cells into which it is fitted.
    package var columns = 0
    package var rows = 0
  }

  /// The pictures by their IDs.
  package private(set) var pictures: [UInt32: Picture] = [:]
  /// The ID of the picture whose parts are arriving, and those that have arrived, in base64.
  private var arriving: (id: UInt32, text: [UInt8])?

  /// Reads the pictures in the output of a session.
  init(_ log: SessionLog) {
    var held: [UInt8] = []
    for case .output(let bytes) in log.events.lazy.map(\.kind) {
      if held.isEmpty, !bytes.contains(0x1B) { continue }
      held = take(held + bytes)
    }
  }

  /// Reads the commands in output.
  ///
  /// - Returns: The bytes of a command that is not complete.
  private mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    var place = 0
    while let start = bytes[place...].firstIndex(of: 0x1B) {
      guard start + 2 < bytes.count else { return Array(bytes[start...]) }
      guard bytes[start + 1] == UInt8(ascii: "_"), bytes[start + 2] == UInt8(ascii: "G") else {
        place = start + 1
        continue
      }
      guard let end = bytes[(start + 3)...].firstIndex(of: 0x1B) else {
        return Array(bytes[start...])
      }
      take(command: bytes[(start + 3)..<end])
      place = end + 1
    }
    return []
  }

  private mutating func take(command: ArraySlice<UInt8>) {
    let parts = command.split(separator: UInt8(ascii: ";"), maxSplits: 1)
    var values: [Substring: Substring] = [:]
    for pair in String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=")
      if sides.count == 2 { values[sides[0]] = sides[1] }
    }
    let id = values["i"].flatMap { UInt32($0) }
    switch values["a"] {
    case "t": arriving = id.map { ($0, []) }
    case "p":
      guard let id else { return }
      pictures[id, default: Picture()].columns = values["c"].flatMap { Int($0) } ?? 0
      pictures[id, default: Picture()].rows = values["r"].flatMap { Int($0) } ?? 0
      return
    case nil: break
    default: return
    }
    if parts.count == 2 { arriving?.text += parts[1] }
    guard values["m"] != "1", let (id, text) = arriving else { return }
    arriving = nil
    pictures[id, default: Picture()].file = Data(base64Encoded: Data(text)).map { Array($0) } ?? []
  }
}

/// A part of a picture that a cell shows.
package struct PicturePart: Equatable, Sendable {
  package var id: UInt32
  /// The place in the picture, in cells.
  package var row: Int
  package var column: Int
}

extension Scene {
  /// Returns the part of a picture that a cell shows; nil for text.
  package func picturePart(of cell: ScreenCell) -> PicturePart? {
    guard !pictures.pictures.isEmpty, case .indexed(let color) = cell.style.foreground else {
      return nil
    }
    return KittyPlaceholders.part(text(of: cell), color: color).map {
      PicturePart(id: $0.id, row: $0.row, column: $0.column)
    }
  }
}
