import Foundation
@testable import Terminal
import TestSupport
import Testing

/// Whether external programs are installed.
private func areHere(_ programs: String...) -> Bool {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return programs.allSatisfy { program in
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

/// Comparison with external programs that draw or read pictures.
@Suite struct PictureWitnessTests {
  private let folder: TemporaryFolder
  private let plate = Pixels.plate(width: 64, height: 64)

  init() throws { folder = try TemporaryFolder() }

  /// Returns the output of a shell script; `$in` is a file with the given bytes.
  private func output(of script: String, reading bytes: [UInt8]) throws -> [UInt8] {
    let input = folder.path + "/in"
    try Data(bytes).write(to: URL(filePath: input))
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = [
      "in": input, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TERM": "xterm",
      "LANG": "C.UTF-8",
      "HOME": folder.path, "COLORTERM": "truecolor",
    ]
    process.standardOutput = pipe
    try process.run()
    let output = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return output
  }

  private func drawn(_ pixels: Pixels, _ display: PictureDisplay) -> [UInt8] {
    var painter = PicturePainter(display)
    let cells = display.cells(of: pixels.size)
    let tile = PictureTile(
      content: .picture(pixels, key: 1), column: 0, columns: cells.columns, rows: cells.rows)
    return painter.band([tile], rows: cells.rows)
  }

  @Test(.enabled(if: areHere("chafa"))) func `chafa draws the same quadrants`() throws {
    let script = """
      chafa -f symbols -c full --symbols quad+half+solid+space --size 32x32 --stretch -w 9 "$in"
      """
    let theirs = try DrawnCells(
      output(of: script, reading: pngFile(of: plate)), columns: 32, rows: 32
    ).pixels
    let ours = DrawnCells(drawn(plate, PictureDisplay(mode: .blocks)), columns: 32, rows: 32).pixels
    #expect(ours.difference(from: theirs) < 12)
    #expect(ours.difference(from: plate) <= theirs.difference(from: plate))
  }

  @Test(
    .enabled(if: areHere("chafa")),
    arguments: [(16, PictureDisplay.Depth.basic16), (240, .indexed256)])
  func `limited palettes are as accurate as chafa's`(colors: Int, depth: PictureDisplay.Depth)
    throws
  {
    let script = """
      chafa -f symbols -c \(colors) --symbols quad+half+solid+space --size 32x32 --stretch -w 9 "$in"
      """
    let theirs = try DrawnCells(
      output(of: script, reading: pngFile(of: plate)), columns: 32, rows: 32
    ).pixels
    let display = PictureDisplay(mode: .blocks, depth: depth)
    let ours = DrawnCells(drawn(plate, display), columns: 32, rows: 32).pixels
    #expect(
      ours.blurred.difference(from: plate.blurred)
        <= 1.1 * theirs.blurred.difference(from: plate.blurred))
  }

  @Test(.enabled(if: areHere("timg"))) func `timg draws the same halves`() throws {
    let theirs = try DrawnCells(
      output(of: #"timg -ph -g64x32 "$in""#, reading: pngFile(of: plate)), columns: 64, rows: 32
    ).pixels
    let ours = DrawnCells(
      drawn(plate.doubled, PictureDisplay(mode: .blocks)), columns: 64, rows: 32
    ).pixels
    #expect(ours.difference(from: theirs) < 3)
  }

  @Test(.enabled(if: areHere("tmux")), arguments: [0, 3, 6])
  func `tmux shows the same bands as the screen model`(linesAbove: Int) throws {
    var painter = PicturePainter(PictureDisplay(mode: .blocks))
    let tiles = [
      PictureTile(content: .picture(plate, key: 1), column: 0, columns: 12, rows: 4),
      PictureTile(content: .text(["loading"]), column: 14, columns: 26, rows: 4),
    ]
    var bytes = Array(repeating: 0x0A, count: linesAbove) + painter.band(tiles, rows: 4)
    bytes += Array("caption\r\n".utf8) + painter.band(tiles, rows: 4)
    bytes += painter.redraw([tiles[1]], rows: 4, rowsUp: 4) + Array("next".utf8)
    var screen = ScreenModel(rows: 9, columns: 40)
    screen.feed(bytes)
    let script = """
      run() { tmux -S "$in.tmux" "$@"; }
      run -f /dev/null new-session -d -x 40 -y 9 "cat '$in'; tmux -S '$in.tmux' wait-for -S over; cat"
      run wait-for over
      run capture-pane -p
      run kill-server
      """
    let seen = try output(of: script, reading: bytes)
    let lines = String(decoding: seen, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(9).map(String.init) == screen.lines)
  }

  @Test(.enabled(if: areHere("sixel2png", "convert", "identify")))
  func `libsixel reads our sixels`() throws {
    let picture = Pixels.plate(width: 90, height: 71)
    let bytes = drawn(picture, PictureDisplay(mode: .sixel, cell: PixelSize(width: 9, height: 18)))
    let seen = try output(
      of: #"sixel2png < "$in" | convert png:- -depth 8 rgba:-"#, reading: bytes)
    #expect(seen.count == picture.bytes.count)
    #expect(Pixels(size: picture.size, bytes: seen).difference(from: picture) < 8)
  }

  @Test(.enabled(if: areHere("convert", "identify")), arguments: [false, true])
  func `ImageMagick reads our PNG files`(isOpaque: Bool) throws {
    let picture = isOpaque ? plate : Pixels("RG.W", "K..B", "yMMy")
    let seen = try output(
      of: #"convert png:"$in" -depth 8 rgba:-"#, reading: pngFile(of: picture))
    #expect(seen == picture.bytes)
  }
}
