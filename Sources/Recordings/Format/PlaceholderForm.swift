/// Kinds of scalars that placeholders have.
enum ScalarClass: Sendable {
  case digit, hexadecimal
  case oneOf(String)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .digit: ("0"..."9").contains(scalar)
    case .hexadecimal: isHexadecimal(scalar)
    case .oneOf(let scalars): scalars.unicodeScalars.contains(scalar)
    }
  }
}

/// What a placeholder stands for.
indirect enum PlaceholderForm: Sendable {
  case one(ScalarClass)
  case all([PlaceholderForm])
  case maybe(PlaceholderForm)
  /// Once or more often.
  case some(PlaceholderForm)

  static func any(_ form: PlaceholderForm) -> PlaceholderForm { .maybe(.some(form)) }
  static func scalar(_ scalars: String) -> PlaceholderForm { .one(.oneOf(scalars)) }
  static let digits = PlaceholderForm.some(.one(.digit))
  static let twoDigits = PlaceholderForm.all([.one(.digit), .one(.digit)])
  static let sign = PlaceholderForm.maybe(.scalar("+-−"))
  static let number = PlaceholderForm.all([.digits, .any(.all([.scalar(".,"), .digits]))])
}

extension LinePattern.Placeholder {
  var form: PlaceholderForm {
    switch self {
    case .anything: .all([])
    case .integer: .all([.sign, .digits])
    case .number: .all([.sign, .number])
    case .date: .all([.twoDigits, .twoDigits, .scalar("-"), .twoDigits, .scalar("-"), .twoDigits])
    case .time:
      .all([.twoDigits, .colonAndTwoDigits, .maybe(.all([.colonAndTwoDigits, .fraction]))])
    case .duration: .all([.amount, .any(.all([.maybe(.scalar(" ")), .amount]))])
    case .hexadecimal: .some(.one(.hexadecimal))
    }
  }
}

extension PlaceholderForm {
  fileprivate static let colonAndTwoDigits = PlaceholderForm.all([.scalar(":"), .twoDigits])
  fileprivate static let fraction = PlaceholderForm.maybe(.all([.scalar("."), .digits]))
  /// A number and its unit: `ns`, `µs`, `ms`, `s`, `min`, `m`, `h`, `d`.
  fileprivate static let amount = PlaceholderForm.all([
    .number, .maybe(.scalar(" ")), .maybe(.scalar("nuµμm")), .scalar("smhd"),
    .maybe(.all([.scalar("i"), .scalar("n")])),
  ])
}
