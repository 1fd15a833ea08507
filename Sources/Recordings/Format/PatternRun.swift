/// The part of a pattern between two `[..]`, compiled to steps.
struct PatternRun {
  /// A scalar to match, or a branch.
  private enum Step {
    case scalar(Unicode.Scalar)
    case oneOf(ScalarClass)
    /// Continues at both of two offsets, relative to this step.
    case fork(Int, Int)
  }

  private var steps: [Step] = []
  private var literal: [Unicode.Scalar]? = []

  var isEmpty: Bool { steps.isEmpty }

  mutating func append(_ text: String) {
    steps += text.unicodeScalars.map { .scalar($0) }
    literal?.append(contentsOf: text.unicodeScalars)
  }

  mutating func append(_ placeholder: LinePattern.Placeholder) {
    literal = nil
    append(placeholder.form)
  }

  private mutating func append(_ form: PlaceholderForm) {
    switch form {
    case .one(let scalars): steps.append(.oneOf(scalars))
    case .all(let forms): for form in forms { append(form) }
    case .maybe(let form):
      let start = steps.count
      steps.append(.fork(1, 1))
      append(form)
      steps[start] = .fork(1, steps.count - start)
    case .some(let form):
      let start = steps.count
      append(form)
      steps.append(.fork(start - steps.count, 1))
    }
  }

  /// Removes trailing blanks, which are also removed from lines.
  mutating func dropBlanks() {
    while case .scalar(let scalar) = steps.last, scalar == " " || scalar == "\t" {
      steps.removeLast()
      literal?.removeLast()
    }
  }

  /// Returns the end of the first match in a line.
  ///
  /// - Parameters:
  ///   - line: The scalars of the line, with indices from 0.
  ///   - start: The start, or the first possible start, of the match.
  ///   - isMoving: Whether the match may start later.
  ///   - isWhole: Whether the match must end at the end of the line.
  /// - Returns: The index after the match; nil if there is none.
  func end(
    in line: ArraySlice<Unicode.Scalar>, from start: Int, moving isMoving: Bool,
    wholly isWhole: Bool
  ) -> Int? {
    guard let literal else {
      return line.count > LineMatcher.reach
        ? nil : walk(line, from: start, moving: isMoving, wholly: isWhole)
    }
    if isMoving, !isWhole { return search(literal, in: line, from: start) }
    let place = isMoving ? line.endIndex - literal.count : start
    guard place >= start, line.endIndex - place >= literal.count,
      line[place..<place + literal.count].elementsEqual(literal),
      !isWhole || place + literal.count == line.endIndex
    else { return nil }
    return place + literal.count
  }

  /// Searches for a literal (Knuth, Morris, Pratt).
  private func search(
    _ literal: [Unicode.Scalar], in line: ArraySlice<Unicode.Scalar>, from start: Int
  ) -> Int? {
    guard !literal.isEmpty else { return start }
    var borders = [0]
    for scalar in literal.dropFirst() {
      var border = borders[borders.count - 1]
      while border > 0, literal[border] != scalar { border = borders[border - 1] }
      borders.append(literal[border] == scalar ? border + 1 : 0)
    }
    var matched = 0
    for place in start..<line.endIndex {
      while matched > 0, literal[matched] != line[place] { matched = borders[matched - 1] }
      if literal[matched] == line[place] { matched += 1 }
      if matched == literal.count { return place + 1 }
    }
    return nil
  }

  /// Simulates all readings of the line at once (Thompson).
  private func walk(
    _ line: ArraySlice<Unicode.Scalar>, from start: Int, moving isMoving: Bool, wholly isWhole: Bool
  ) -> Int? {
    var (here, next) = (
      PatternPlaces(count: steps.count + 1), PatternPlaces(count: steps.count + 1)
    )
    enter(0, &here)
    for place in start...line.endIndex {
      if here.has(steps.count), !isWhole || place == line.endIndex { return place }
      guard place < line.endIndex, !here.isEmpty else { break }
      next.leave()
      let scalar = line[place]
      for number in 0..<here.count {
        let number = here[number]
        if accepts(number, scalar) { enter(number + 1, &next) }
      }
      if isMoving { enter(0, &next) }
      swap(&here, &next)
    }
    return nil
  }

  private func accepts(_ number: Int, _ scalar: Unicode.Scalar) -> Bool {
    guard number < steps.count else { return false }
    switch steps[number] {
    case .scalar(let wanted): return wanted == scalar
    case .oneOf(let scalars): return scalars.contains(scalar)
    case .fork: return false
    }
  }

  /// Adds a step and those that follow it without a scalar.
  ///
  /// The recursion depth is bounded by the nesting of the placeholder forms.
  private func enter(_ number: Int, _ places: inout PatternPlaces) {
    guard places.insert(number), number < steps.count,
      case .fork(let one, let other) = steps[number]
    else { return }
    enter(number + one, &places)
    enter(number + other, &places)
  }
}

/// The set of active steps of a simulation.
private struct PatternPlaces {
  private var places: [Int] = []
  private var rounds: [Int]
  private var round = 1

  init(count: Int) { rounds = [Int](repeating: 0, count: count) }

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  subscript(number: Int) -> Int { places[number] }

  func has(_ place: Int) -> Bool { rounds[place] == round }

  mutating func insert(_ place: Int) -> Bool {
    if rounds[place] == round { return false }
    rounds[place] = round
    places.append(place)
    return true
  }

  /// Removes all steps.
  mutating func leave() {
    places.removeAll(keepingCapacity: true)
    round += 1
  }
}

/// A class of scalars in a placeholder.
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

/// The grammar of a placeholder.
indirect enum PlaceholderForm: Sendable {
  case one(ScalarClass)
  case all([PlaceholderForm])
  case maybe(PlaceholderForm)
  /// One or more times.
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
