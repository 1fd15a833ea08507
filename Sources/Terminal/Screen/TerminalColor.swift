extension TerminalScreen.Color {
  /// The color behind 38 or 48, in parts with colons or in parameters of their own (ISO 8613-6).
  init?(_ parts: [Int], _ rest: inout ArraySlice<ControlSequence.Parameter>) {
    var numbers = parts
    if numbers.isEmpty {
      let count = rest.first?.value == 5 ? 2 : 4
      numbers = rest.prefix(count).map { $0.value ?? 0 }
      rest = rest.dropFirst(count)
    }
    let values = numbers.dropFirst().map { UInt8(clamping: $0) }
    switch numbers.first {
    case 5 where values.count >= 1: self = .indexed(values[0])
    // With colons, the space of the colors may stand before them.
    case 2 where values.count >= 3:
      let place = values.count >= 4 && !parts.isEmpty ? 1 : 0
      self = .rgb(values[place], values[place + 1], values[place + 2])
    default: return nil
    }
  }

  /// The parameters that set it; 30 begins those of the foreground, 40 those of the background.
  func parameters(base: Int) -> String {
    switch self {
    case .standard: ""
    case .indexed(let number) where number < 8: "\(base + Int(number))"
    case .indexed(let number) where number < 16: "\(base + 52 + Int(number))"
    case .indexed(let number): "\(base + 8);5;\(number)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }

  /// The nearest color that a terminal of so many has.
  func reduced(to depth: PictureDisplay.Depth) -> Self {
    switch (self, depth) {
    case (.rgb(let red, let green, let blue), .indexed256):
      return .indexed(UInt8(Palette.nearest(to: RGBColor(red, green, blue).channels)))
    case (.rgb(let red, let green, let blue), .basic16):
      return .indexed(UInt8(Palette.nearestBasic(to: RGBColor(red, green, blue).channels)))
    case (.indexed(let number), .basic16) where number >= 16:
      return .indexed(UInt8(Palette.nearestBasic(to: Palette.colors[Int(number)])))
    default: return self
    }
  }

  /// The color that a number of 16 or more has on every terminal.
  package static func fixed(_ number: UInt8) -> RGBColor {
    let channels = Palette.colors[Int(number)]
    return RGBColor(UInt8(channels[0]), UInt8(channels[1]), UInt8(channels[2]))
  }
}
