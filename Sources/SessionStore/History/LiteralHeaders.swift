import Interpreter

/// Whether a line adds a header with a literal value instead of an environment variable, however that is spelt.
///
/// `feeds add` refuses such a value, because it may be a secret. The line is not in the history, and cannot be that of an
/// alias or a key. Headers follow a flag that begins with an H, such as `-H'Key: value'`, `-h` and `--header=`, or the
/// source of a feed that is added.
package func hasLiteralHeader(_ line: String) -> Bool {
  let words = words(of: line, in: 0..<line.utf8.count).words.map(\.text)
  var starts = words.indices.filter { isHeaderFlag(words[$0]) }
  for (place, word) in words.enumerated()
  where word.lowercased() == "add" && place > 0 && words[place - 1].lowercased() == "feeds" {
    // The name and the source of the feed come before its headers.
    starts.append(place + 3)
  }
  starts.sort()
  return zip(starts, starts.dropFirst() + [words.count]).contains { start, end in
    guard start < end else { return false }
    let header = words[start..<end].joined(separator: " ").replacing("://", with: "//")
    return header.contains(":") && !header.contains("$")
  }
}

private func isHeaderFlag(_ word: String) -> Bool {
  let name = word.drop { $0 == "-" }
  return name.startIndex > word.startIndex && name.first.map { "hH".contains($0) } ?? false
}
