/// The lines that are expected of a step, ready to be compared with those that came.
///
/// Texts are numbered, so that comparing two is comparing numbers.
struct ExpectedLines {
  enum Form {
    case text(Int)
    /// Nil if a variable of it has no value, so that it stands for nothing.
    case pattern(LineMatcher?)
    case elision
  }

  let forms: [Form]
  let streams: [ScriptStream]
  private let texts: [String]
  /// What is wrong with patterns, in clauses.
  private(set) var complaints: [String] = []

  func matches(_ row: Int, _ text: Int, _ stream: ScriptStream) -> Bool {
    guard streams[row] == stream else { return false }
    switch forms[row] {
    case .text(let number): return number == text
    case .pattern(let matcher): return matcher?.matches(texts[text]) == true
    case .elision: return false
    }
  }

  init(_ lines: [ExpectedLine], _ texts: inout NumberedTexts, variables: [String: String]) {
    streams = lines.map(\.stream)
    var forms: [Form] = []
    for line in lines {
      switch line.form {
      case .elision: forms.append(.elision)
      case .literal(let text): forms.append(.text(texts.number(of: text)))
      case .pattern(let pattern):
        do throws(ExpansionProblem) {
          let matcher = try LineMatcher(pattern, variables: variables, isStrict: texts.isStrict)
          forms.append(.pattern(matcher))
        } catch {
          complaints.append(error.description)
          forms.append(.pattern(nil))
        }
      }
    }
    self.forms = forms
    self.texts = texts.texts
  }
}

/// Texts by number, the same text always having the same one.
struct NumberedTexts {
  let isStrict: Bool
  private var numbers: [[UInt8]: Int] = [:]
  /// The text of each number.
  private(set) var texts: [String] = []

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// The number of a text; blanks at its end count only under strictness.
  mutating func number(of text: String) -> Int {
    var bytes = Array(text.utf8)
    if !isStrict { while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() } }
    if let number = numbers[bytes] { return number }
    numbers[bytes] = numbers.count
    texts.append(text)
    return numbers.count - 1
  }
}
