extension TerminalScreen {
  /// A color of text as a program asks for it.
  package enum Color: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// A number in the palette of 256.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  /// How a cell is shown.
  package struct Style: Hashable, Sendable {
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

    package var foreground = Color.standard
    package var background = Color.standard
    package var traits: Traits = []

    package init(
      foreground: Color = .standard, background: Color = .standard, traits: Traits = []
    ) {
      self.foreground = foreground
      self.background = background
      self.traits = traits
    }

    /// As a terminal shows text that nothing is asked for.
    package static let plain = Style()
  }
}

extension TerminalScreen.Style {
  /// The sequence that brings this style about, whatever was set (ECMA-48, 8.3.117).
  var sequence: [UInt8] {
    var bytes = Array("\u{1B}[0".utf8)
    for (trait, number) in Self.numbers where traits.contains(trait) {
      bytes.append(UInt8(ascii: ";"))
      bytes.append(decimal: number)
    }
    for parameters in [foreground.parameters(base: 30), background.parameters(base: 40)]
    where !parameters.isEmpty {
      bytes.append(text: ";" + parameters)
    }
    return bytes + [UInt8(ascii: "m")]
  }

  /// The parameter that sets each trait.
  static let numbers: [(trait: Traits, number: Int)] = [
    (.bold, 1), (.faint, 2), (.italic, 3), (.underlined, 4), (.blinking, 5), (.inverse, 7),
    (.hidden, 8), (.struck, 9),
  ]
}
