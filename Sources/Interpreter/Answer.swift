/// Whether the answer to a question is yes: anything but a word for it is no.
package func isYes(_ answer: String) -> Bool {
  ["y", "ye", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
}
