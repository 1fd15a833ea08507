extension TerminalScreen {
  /// Changes how the next characters are shown (ECMA-48, 8.3.117, and ISO 8613-6).
  mutating func setStyle(_ sequence: ControlSequence) {
    var rest = sequence.parameters[...]
    if rest.isEmpty { style = .plain }
    while let first = rest.popFirst() {
      let parts = rest.prefix { $0.isPart }.map { $0.value ?? 0 }
      rest = rest.dropFirst(parts.count)
      let number = first.value ?? 0
      switch number {
      case 38, 48, 58:
        guard let color = Color(parts, &rest) else { return note(unknown: sequence.name) }
        if number == 38 { style.foreground = color }
        if number == 48 { style.background = color }
      case 4 where parts.first == 0: style.traits.remove(.underlined)
      default: if !set(number) { note(unknown: sequence.name) }
      }
    }
  }

  /// Applies a parameter that stands alone; false if nobody knows it.
  private mutating func set(_ number: Int) -> Bool {
    switch number {
    case 0: style = .plain
    case 22: style.traits.subtract([.bold, .faint])
    case 21: style.traits.insert(.underlined)
    case 30...37: style.foreground = .indexed(UInt8(number - 30))
    case 39: style.foreground = .standard
    case 40...47: style.background = .indexed(UInt8(number - 40))
    case 49: style.background = .standard
    case 59: break
    case 90...97: style.foreground = .indexed(UInt8(number - 82))
    case 100...107: style.background = .indexed(UInt8(number - 92))
    default:
      let isEnd = 23...29 ~= number
      let wanted = isEnd ? number - 20 : number
      guard let trait = Style.numbers.first(where: { $0.number == wanted })?.trait else {
        return false
      }
      if isEnd { style.traits.remove(trait) } else { style.traits.insert(trait) }
    }
    return true
  }
}
