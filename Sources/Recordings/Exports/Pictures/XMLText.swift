import Text

/// The text as it may stand in XML 1.0, between tags and in quotes; what may not is left out.
func xml(_ text: some StringProtocol) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x40 && $0 < 0x7F || $0 == 0x20 || 0x28...0x3B ~= $0 }) {
    return String(text)
  }
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&#39;"
    case "\n": out += "\n"
    case _ where isHarmful(scalar) || scalar.value & 0xFFFE == 0xFFFE: break
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
