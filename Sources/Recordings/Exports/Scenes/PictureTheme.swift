import Terminal
import TerminalEmulator

/// The colors of a terminal window in a picture.
package struct PictureTheme: Equatable, Sendable {
  package var foreground: RGBColor
  package var background: RGBColor
  /// The title bar.
  package var bar: RGBColor
  /// The title and the captions.
  ///
  /// `edge` is the border of the window.
  package var caption: RGBColor
  package var edge: RGBColor
  /// The part of its own color that faint text has, in tenths; the rest is that of the background.
  package var faintTenths: Int
  /// The first 16 colors of the palette.
  package var palette: [RGBColor]

  package static let dark = PictureTheme(
    0xE6EDF3, 0x11151C, bar: 0x1C222B, caption: 0xA9B4C0, edge: 0x343C47, faintTenths: 6,
    [
      0x79828C, 0xFF7B72, 0x56D364, 0xE3B341, 0x79C0FF, 0xD2A8FF, 0x56D4DD, 0xC9D1D9,
      0x8B949E, 0xFFA198, 0x7EE787, 0xF2CC60, 0xA5D6FF, 0xE2C5FF, 0xB3F0FF, 0xFFFFFF,
    ])

  package static let light = PictureTheme(
    0x1F2328, 0xFFFFFF, bar: 0xEFF2F5, caption: 0x59636E, edge: 0xD1D9E0, faintTenths: 7,
    [
      0x24292F, 0xCF222E, 0x116329, 0x7D4E00, 0x0969DA, 0x8250DF, 0x1B7C83, 0x6E7781,
      0x57606A, 0xA40E26, 0x1A7F37, 0x633C01, 0x1F6FEB, 0x6639BA, 0x1B7F96, 0x6E7781,
    ])

  private init(
    _ foreground: UInt32, _ background: UInt32, bar: UInt32, caption: UInt32, edge: UInt32,
    faintTenths: Int, _ palette: [UInt32]
  ) {
    self.foreground = RGBColor(foreground)
    self.background = RGBColor(background)
    self.bar = RGBColor(bar)
    self.caption = RGBColor(caption)
    self.edge = RGBColor(edge)
    self.faintTenths = faintTenths
    self.palette = palette.map { RGBColor($0) }
  }

  /// Returns the text and background colors of a style.
  package func colors(of style: TerminalStyle) -> (front: RGBColor, back: RGBColor) {
    var front = color(style.foreground, standard: foreground)
    var back = color(style.background, standard: background)
    if style.traits.contains(.inverse) { swap(&front, &back) }
    if style.traits.contains(.faint) { front = front.mixed(with: back, tenths: faintTenths) }
    return (front, back)
  }

  private func color(_ color: TerminalColor, standard: RGBColor) -> RGBColor {
    switch color {
    case .standard: standard
    case .indexed(let number) where number < 16: palette[Int(number)]
    case .indexed(let number): TerminalColor.fixed(number)
    case .rgb(let red, let green, let blue): RGBColor(red, green, blue)
    }
  }
}

extension RGBColor {
  /// Creates a color from a number such as `0xRRGGBB`.
  package init(_ code: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: code >> 16), UInt8(truncatingIfNeeded: code >> 8),
      UInt8(truncatingIfNeeded: code))
  }

  /// Returns a mix of some tenths of this color and the rest of another.
  fileprivate func mixed(with other: RGBColor, tenths: Int) -> RGBColor {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Int(one) * tenths + Int(two) * (10 - tenths)) / 10)
    }
    return RGBColor(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}
