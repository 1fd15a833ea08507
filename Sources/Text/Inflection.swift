/// Returns a word with its plural and its singular by the rules of English, and of other languages that add an s.
///
/// - Parameter text: A word, or several, of which the last one changes.
/// - Returns: The text itself first, then other forms; some of these may be words that do not exist.
package func inflections(of text: String) -> [String] {
  let letters = text.lowercased()
  guard letters.count > 2, letters.last?.isLetter ?? false else { return [text] }
  func stem(without ending: String) -> String { String(text.dropLast(ending.count)) }
  var forms = [text]
  // The plural.
  if ["s", "x", "z", "ch", "sh", "o"].contains(where: { letters.hasSuffix($0) }) {
    forms.append(text + "es")
  }
  if letters.hasSuffix("y"), !isVowel(letters.dropLast().last) {
    forms.append(stem(without: "y") + "ies")
  } else if letters.hasSuffix("f") {
    forms += [stem(without: "f") + "ves", text + "s"]
  } else if letters.hasSuffix("fe") {
    forms.append(stem(without: "fe") + "ves")
  } else if !letters.hasSuffix("s") {
    forms.append(text + "s")
  }
  // The singular.
  if letters.hasSuffix("ies"), letters.count > 4 { forms.append(stem(without: "ies") + "y") }
  if letters.hasSuffix("ves") {
    forms += [stem(without: "ves") + "f", stem(without: "ves") + "fe", stem(without: "s")]
  } else if ["ses", "xes", "zes", "ches", "shes", "oes"].contains(where: { letters.hasSuffix($0) })
  {
    forms += [stem(without: "es"), stem(without: "s")]
  } else if letters.hasSuffix("s"), !letters.hasSuffix("ss"), !letters.hasSuffix("us") {
    forms.append(stem(without: "s"))
  }
  return forms
}

private func isVowel(_ letter: Character?) -> Bool { letter.map { "aeiou".contains($0) } ?? false }
