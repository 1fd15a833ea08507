import Terminal

/// A text color.
package enum TerminalColor: Hashable, Sendable {
  /// The terminal's default color.
  case standard
  /// An index in the 256-color palette.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

/// The style of a cell.
package struct TerminalStyle: Hashable, Sendable {
  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Traits(rawValue: 1)
    package static let faint = Traits(rawValue: 2)
    package static let italic = Traits(rawValue: 4)
    package static let underlined = Traits(rawValue: 8)
    package static let blinking = Traits(rawValue: 16)
    package static let inverse = Traits(rawValue: 32)
    package static let hidden = Traits(rawValue: 64)
    package static let struck = Traits(rawValue: 128)
  }

  package var foreground = TerminalColor.standard
  package var background = TerminalColor.standard
  package var traits: Traits = []

  package init(
    foreground: TerminalColor = .standard, background: TerminalColor = .standard,
    traits: Traits = []
  ) {
    self.foreground = foreground
    self.background = background
    self.traits = traits
  }

  /// The default style.
  package static let plain = TerminalStyle()
}

extension TerminalStyle {
  /// The sequence that sets this style, whatever was set before (ECMA-48, 8.3.117).
  var sequence: [UInt8] {
    var bytes = Array("\u{1B}[0".utf8)
    for (trait, number) in Self.numbers where traits.contains(trait) {
      bytes += ";\(number)".utf8
    }
    for parameters in [foreground.parameters(base: 30), background.parameters(base: 40)]
    where !parameters.isEmpty {
      bytes += ";\(parameters)".utf8
    }
    return bytes + [UInt8(ascii: "m")]
  }

  /// The SGR parameter of each trait.
  static let numbers: [(trait: Traits, number: Int)] = [
    (.bold, 1), (.faint, 2), (.italic, 3), (.underlined, 4), (.blinking, 5), (.inverse, 7),
    (.hidden, 8), (.struck, 9),
  ]

  /// Applies an SGR sequence (ECMA-48, 8.3.117, and ISO 8613-6).
  ///
  /// - Returns: Whether all parameters are supported.
  mutating func apply(_ sequence: ControlSequence) -> Bool {
    var rest = sequence.parameters[...]
    var isKnown = true
    if rest.isEmpty { self = .plain }
    while let first = rest.popFirst() {
      let parts = rest.prefix { $0.isPart }.map { $0.value ?? 0 }
      rest = rest.dropFirst(parts.count)
      let number = first.value ?? 0
      switch number {
      case 38, 48, 58:
        guard let color = TerminalColor(parts, &rest) else { return false }
        if number == 38 { foreground = color }
        if number == 48 { background = color }
      case 4 where parts.first == 0: traits.remove(.underlined)
      default: if !set(number) { isKnown = false }
      }
    }
    return isKnown
  }

  /// Applies a single parameter; returns false if it is not supported.
  private mutating func set(_ number: Int) -> Bool {
    switch number {
    case 0: self = .plain
    case 22: traits.subtract([.bold, .faint])
    case 21: traits.insert(.underlined)
    case 30...37: foreground = .indexed(UInt8(number - 30))
    case 39: foreground = .standard
    case 40...47: background = .indexed(UInt8(number - 40))
    case 49: background = .standard
    case 59: break
    case 90...97: foreground = .indexed(UInt8(number - 82))
    case 100...107: background = .indexed(UInt8(number - 92))
    default:
      let isEnd = 23...29 ~= number
      let wanted = isEnd ? number - 20 : number
      guard let trait = Self.numbers.first(where: { $0.number == wanted })?.trait else {
        return false
      }
      if isEnd { traits.remove(trait) } else { traits.insert(trait) }
    }
    return true
  }
}

extension TerminalColor {
  /// Parses the color after 38 or 48, separated by colons or semicolons (ISO 8613-6).
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
    // With colons, a color space ID can precede the components.
    case 2 where values.count >= 3:
      let place = values.count >= 4 && !parts.isEmpty ? 1 : 0
      self = .rgb(values[place], values[place + 1], values[place + 2])
    default: return nil
    }
  }

  /// Returns the SGR parameters; the base is 30 for foreground and 40 for background colors.
  func parameters(base: Int) -> String {
    switch self {
    case .standard: ""
    case .indexed(let number) where number < 8: "\(base + Int(number))"
    case .indexed(let number) where number < 16: "\(base + 52 + Int(number))"
    case .indexed(let number): "\(base + 8);5;\(number)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }

  /// Returns the nearest color in a color depth.
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

  /// Returns the color of an index from 16, which is the same on all terminals.
  package static func fixed(_ number: UInt8) -> RGBColor {
    let channels = Palette.colors[Int(number)]
    return RGBColor(UInt8(channels[0]), UInt8(channels[1]), UInt8(channels[2]))
  }
}
