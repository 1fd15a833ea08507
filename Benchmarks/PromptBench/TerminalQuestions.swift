/// The queries of a program to its terminal, in order: `[6n` for the cursor, `]11;?` for a color, and the like.
///
/// ECMA-48 and xterm's control sequences, as far as a terminal answers them.
func terminalQuestions(in output: ArraySlice<UInt8>) -> [String] {
  let pieces = output.split(separator: 0x1B, omittingEmptySubsequences: false)
  let enquiries = output.contains(0x05) ? ["enquiry"] : []
  return enquiries + pieces.dropFirst().compactMap { question(startingWith: $0) }
}

/// The question that follows an Escape; nil if something else does.
private func question(startingWith piece: ArraySlice<UInt8>) -> String? {
  let text = String(decoding: piece, as: UTF8.self)
  switch text.unicodeScalars.first {
  case "[": return controlSequence(text)
  case "]": return string(text, ifItHas: ";?")
  case "P": return string(text, ifItHas: "+q") ?? string(text, ifItHas: "$q")
  case "_": return string(text, ifItHas: "a=q")
  case "Z": return "Z"
  default: return nil
  }
}

private func controlSequence(_ text: String) -> String? {
  let parameters = text.dropFirst().prefix { "0123456789:;<=>?!\"#$%&'()*+,-./ ".contains($0) }
  let rest = text.dropFirst(1 + parameters.count)
  let asks: Bool =
    switch rest.first {
    case "c", "n", "x": true
    case "p": parameters.contains("$")
    case "q": parameters.hasPrefix(">")
    case "u": parameters.hasPrefix("?")
    case "t": ["11", "13", "14", "15", "16", "18", "19", "20", "21"].contains(first(parameters))
    default: false
    }
  return asks ? "[\(parameters)\(rest.prefix(1))" : nil
}

private func first(_ parameters: Substring) -> Substring { parameters.prefix { $0 != ";" } }

private func string(_ text: String, ifItHas part: String) -> String? {
  let string = text.prefix { $0 != "\u{7}" }
  return string.contains(part) ? String(string) : nil
}
