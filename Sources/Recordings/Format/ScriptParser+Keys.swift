import Text

/// The `@ keys` directive.
extension ScriptParser {
  mutating func keys(_ cursor: inout LineCursor) throws(ScriptProblem) -> ScriptStep {
    var strokes: [KeyStrokes] = []
    var count = 0
    cursor.skipBlanks()
    let start = cursor.place
    while !cursor.isAtEnd {
      let stroke = try self.strokes(&cursor)
      strokes.append(stroke)
      count += stroke.count * stroke.content.keys
      cursor.skipBlanks()
    }
    guard !strokes.isEmpty else {
      throw cursor.problem("@ keys needs at least one key", "write @ keys \"text\" Tab Ctrl+A")
    }
    totals.keys += count * factor
    guard count <= ScriptBounds.stepKeys, totals.keys <= ScriptBounds.keys else {
      throw cursor.problem(
        "too many keys are pressed",
        "at most \(ScriptBounds.stepKeys) in a step, and \(ScriptBounds.keys) in a script",
        at: start,
        .limit)
    }
    return try step(.keys(strokes), cursor)
  }

  private mutating func strokes(_ cursor: inout LineCursor) throws(ScriptProblem) -> KeyStrokes {
    let start = cursor.place
    var strokes: KeyStrokes
    if cursor.next == "\"" {
      strokes = KeyStrokes(.text(try cursor.string()))
      try checkVariables(cursor, in: start..<cursor.place)
      if let tab = cursor.scalars[start..<cursor.place].firstIndex(of: "\t") {
        throw cursor.problem("the text contains a tab", "write the key Tab after the text", at: tab)
      }
    } else {
      strokes = KeyStrokes(.key(try cursor.key()))
    }
    if cursor.take("*") {
      strokes.count = try cursor.integer(
        "the number of repetitions", in: 1...ScriptBounds.stepKeys)
    }
    if cursor.take("@") { strokes.rest = try rest(&cursor, "a rest", count: strokes.count) }
    guard cursor.next.map({ $0 == " " || $0 == "\t" }) ?? true else {
      throw cursor.problem("a space is missing here", "write a space between keys")
    }
    return strokes
  }
}

extension KeyStrokes.Content {
  /// The number of key presses.
  var keys: Int {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .key: 1
    }
  }
}

extension LineCursor {
  /// Reads a key such as `Enter`, `Ctrl+A` or `y`.
  mutating func key() throws(ScriptProblem) -> ScriptKey {
    let start = place
    let modifiers = try self.modifiers()
    let cap = prefix { isNameScalar($0) }
    if let named = ScriptKey.Name(rawValue: cap) {
      return ScriptKey(.named(named), modifiers: modifiers)
    }
    guard cap.utf8.count == 1, cap != "-", let letter = cap.first else {
      let names = ScriptKey.Name.allCases.map(\.rawValue)
      let name = cap.isEmpty ? text(start..<max(start, min(start + 1, scalars.count))) : cap
      throw unknown("a key", name, among: names, at: start)
    }
    if modifiers.isEmpty, letter.isUppercase {
      throw problem("a capital letter is typed as text", "write it as \"\(letter)\"", at: start)
    }
    return ScriptKey(.character(Character(letter.lowercased())), modifiers: modifiers)
  }

  private mutating func modifiers() throws(ScriptProblem) -> ScriptKey.Modifiers {
    var modifiers: ScriptKey.Modifiers = []
    let known: [(String, ScriptKey.Modifiers)] = [
      ("Ctrl+", .control), ("Alt+", .alt), ("Shift+", .shift),
    ]
    while true {
      let start = place
      guard let (name, modifier) = known.first(where: { take($0.0) }) else { return modifiers }
      guard modifiers.insert(modifier).inserted else {
        throw problem("\(name.dropLast()) is given twice", "write it once", at: start)
      }
    }
  }
}
