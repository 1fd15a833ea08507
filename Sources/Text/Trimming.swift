/// A text without white space at its two ends.
package func trimmingSpace(_ text: String) -> String {
  let bytes = text.utf8
  if let first = bytes.first, let last = bytes.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last {
    return text
  }
  guard let first = text.firstIndex(where: { !$0.isWhitespace }),
    let last = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return String(text[first...last])
}
