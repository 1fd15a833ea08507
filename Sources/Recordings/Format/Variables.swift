import Text

/// A tokenizer that splits text into literal text and variables.
struct VariableText {
  enum Token: Equatable {
    case text(String)
    /// The name of a variable, nil if it is invalid, and its index.
    case variable(String?, at: Int)
  }

  private let scalars: ArraySlice<Unicode.Scalar>
  private var place: Int

  init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.scalars = scalars
    place = scalars.startIndex
  }

  mutating func next() -> Token? {
    guard place < scalars.endIndex else { return nil }
    let start = place
    if scalars[place] == "$", let second = follower {
      if second == "{" { return variable(at: start) }
      if second == "$" {
        place += 2
        return .text("$")
      }
    }
    repeat { place += 1 } while place < scalars.endIndex && scalars[place] != "$"
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<place])
    return .text(String(text))
  }

  private var follower: Unicode.Scalar? {
    place + 1 < scalars.endIndex ? scalars[place + 1] : nil
  }

  private mutating func variable(at start: Int) -> Token {
    place += 2
    let name = scalars[place...].prefix(while: isNameScalar)
    place = name.endIndex
    guard !name.isEmpty, place < scalars.endIndex, scalars[place] == "}" else {
      return .variable(nil, at: start)
    }
    place += 1
    var text = String.UnicodeScalarView()
    text.append(contentsOf: name)
    return .variable(String(text), at: start)
  }
}

/// An error in the expansion of variables.
package struct ExpansionProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package var message: String
  package var hint: String
  package var kind: ScriptProblem.Kind

  package var description: String { "\(message); \(hint)" }
}

/// Replaces `${name}` with the values of variables, and `$$` with `$`.
///
/// Values are not expanded again. A `$` before any other character is literal.
///
/// - Parameters:
///   - text: The text.
///   - variables: The values by name.
/// - Returns: The expanded text.
/// - Throws: ``ExpansionProblem`` if a variable is undefined or the result is too long.
package func expanded(
  _ text: String, variables: [String: String]
) throws(ExpansionProblem) -> String {
  guard text.utf8.contains(0x24) else { return text }
  var source = VariableText(Array(text.unicodeScalars)[...])
  var out = ""
  while let piece = source.next() {
    switch piece {
    case .text(let text): out += text
    case .variable(let name, _):
      guard let name, let value = variables[name] else { throw undefined(name, variables) }
      out += value
    }
    guard out.utf8.count <= ScriptBounds.variables else {
      throw ExpansionProblem(
        message: "the text is too long after its variables are replaced",
        hint: "at most \(ScriptBounds.variables) bytes", kind: .limit)
    }
  }
  return out
}

/// Returns the text with each `$` doubled, so that it expands to itself.
package func escapingVariables(_ text: String) -> String {
  text.replacing("$", with: "$$")
}

private func undefined(_ name: String?, _ variables: [String: String]) -> ExpansionProblem {
  ExpansionProblem(
    message: name.map { "the variable \($0) has no value" } ?? "a variable has no name",
    hint: name.flatMap { nearest(to: $0, among: variables.keys.sorted()) }
      .map { "did you mean \($0)?" } ?? "write @ set name = text above it", kind: .invalid)
}
