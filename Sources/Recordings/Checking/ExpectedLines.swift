/// The expected lines of a step, prepared for comparison with the actual ones.
///
/// Texts are interned, so that comparing two of them is an integer comparison.
struct ExpectedLines {
  enum Form {
    case text(Int)
    /// A pattern; nil if it uses an undefined variable, so that it matches nothing.
    case pattern(LineMatcher?)
    case elision
  }

  let forms: [Form]
  let streams: [ScriptStream]
  private let texts: [String]
  /// The problems with patterns, as clauses without a period.
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

/// A table of interned texts.
struct NumberedTexts {
  let isStrict: Bool
  private var numbers: [[UInt8]: Int] = [:]
  /// The texts, indexed by number.
  private(set) var texts: [String] = []

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Returns the number of a text.
  ///
  /// Trailing blanks are ignored unless `isStrict` is set.
  mutating func number(of text: String) -> Int {
    var bytes = Array(text.utf8)
    if !isStrict { while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() } }
    if let number = numbers[bytes] { return number }
    numbers[bytes] = numbers.count
    texts.append(text)
    return numbers.count - 1
  }
}
