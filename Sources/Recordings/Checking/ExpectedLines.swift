/// The lines that are expected of a step, ready to be compared with those that came.
///
/// Texts are numbered, so that comparing two is comparing numbers.
struct ExpectedLines {
  enum Form {
    case text(Int)
    /// The numbers of the texts that it stands for.
    case pattern(Set<Int>)
    case elision
  }

  private(set) var forms: [Form] = []
  let streams: [ScriptStream]
  /// What is wrong with patterns, in clauses.
  private(set) var complaints: [String] = []

  func matches(_ row: Int, _ text: Int, _ stream: ScriptStream) -> Bool {
    guard streams[row] == stream else { return false }
    switch forms[row] {
    case .text(let number): return number == text
    case .pattern(let numbers): return numbers.contains(text)
    case .elision: return false
    }
  }

  init(_ lines: [ExpectedLine], _ texts: inout NumberedTexts, variables: [String: String]) {
    streams = lines.map(\.stream)
    for line in lines {
      switch line.form {
      case .elision: forms.append(.elision)
      case .literal(let text): forms.append(.text(texts.number(of: text)))
      case .pattern(let pattern): forms.append(.pattern(matches(pattern, texts, variables)))
      }
    }
  }

  private mutating func matches(
    _ pattern: LinePattern, _ texts: NumberedTexts, _ variables: [String: String]
  ) -> Set<Int> {
    do throws(ExpansionProblem) {
      let matcher = try LineMatcher(pattern, variables: variables, isStrict: texts.isStrict)
      return Set(texts.said.filter { matcher.matches($0.text) }.map(\.number))
    } catch {
      complaints.append(error.description)
      return []
    }
  }
}

/// Texts by number, the same text always having the same one.
struct NumberedTexts {
  let isStrict: Bool
  private var numbers: [[UInt8]: Int] = [:]
  /// The texts that came, each once.
  private(set) var said: [(number: Int, text: String)] = []

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// The number of a text; blanks at its end count only under strictness.
  mutating func number(of text: String) -> Int {
    var bytes = Array(text.utf8)
    if !isStrict { while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() } }
    if let number = numbers[bytes] { return number }
    numbers[bytes] = numbers.count
    return numbers.count - 1
  }

  /// The number of a text that came.
  mutating func numberOfSaid(_ text: String) -> Int {
    let known = numbers.count
    let number = number(of: text)
    if number == known { said.append((number, text)) }
    return number
  }
}
