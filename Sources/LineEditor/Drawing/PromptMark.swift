/// What tells a terminal where prompts, lines and results begin: OSC 133, the marks of FinalTerm.
enum PromptMark {
  static let promptStart = "\u{1B}]133;A\u{7}"
  static let promptEnd = "\u{1B}]133;B\u{7}"
  static let outputStart = "\u{1B}]133;C\u{7}"

  static func outputEnd(status: Int32) -> String { "\u{1B}]133;D;\(status)\u{7}" }
}
