import Text

/// A text taken apart into what stands for itself and what stands for a variable.
struct VariableText {
  enum Piece: Equatable {
    case text(String)
    /// A name, nil if it is none, and its place.
    case variable(String?, at: Int)
  }

  private let scalars: ArraySlice<Unicode.Scalar>
  private var place: Int

  init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.scalars = scalars
    place = scalars.startIndex
  }

  mutating func next() -> Piece? {
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

  private mutating func variable(at start: Int) -> Piece {
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

/// Why a text with variables cannot be played.
package struct ExpansionProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package var message: String
  package var hint: String
  package var kind: ScriptProblem.Kind

  package var description: String { "\(message); \(hint)" }
}

/// The text with the values of variables in place of `${name}`, and `$` in place of `$$`.
///
/// Values are not looked through again. A `$` before anything else stands for itself.
///
/// - Parameters:
///   - text: A text as it is written.
///   - variables: The value of each name.
/// - Returns: The text as it is played.
/// - Throws: ``ExpansionProblem`` if a name has no value or the text becomes too long.
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
        message: "the text becomes too long once variables stand in it",
        hint: "it may have \(ScriptBounds.variables) bytes", kind: .limit)
    }
  }
  return out
}

/// The text with each `$` doubled that could be taken for a variable, so that it is played as it is.
package func escapingVariables(_ text: String) -> String {
  text.replacing("$", with: "$$")
}

private func undefined(_ name: String?, _ variables: [String: String]) -> ExpansionProblem {
  ExpansionProblem(
    message: name.map { "the variable \($0) has no value" } ?? "a variable has no name",
    hint: name.flatMap { nearest(to: $0, among: variables.keys.sorted()) }
      .map { "did you mean \($0)?" } ?? "write @ set name = text above it", kind: .invalid)
}
