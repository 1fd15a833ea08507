/// A step of a recipe, and the headings of the parts that begin with it.
///
/// A heading holds nothing to do: `Filling:`, `[Filling]`, `## Filling`, `**Filling**`, `【Filling】`, `For the filling`.
package struct HeadedStep: Equatable, Sendable {
  /// The headings as published.
  package let headings: [String]
  package let text: String

  /// What precedes the step: its headings as `Filling: `; empty without any.
  package var prefix: String {
    headings.map { (stepHeading(of: $0) ?? $0) + ": " }.joined()
  }

  /// Returns the steps among the published items, each with the headings before it.
  ///
  /// A heading that nothing follows is a step.
  package static func all(_ items: [String]) -> [HeadedStep] {
    var steps: [HeadedStep] = []
    var headings: [String] = []
    for item in items {
      if stepHeading(of: item) == nil {
        steps.append(HeadedStep(headings: headings, text: item))
        headings = []
      } else {
        headings.append(item)
      }
    }
    return steps + headings.map { HeadedStep(headings: [], text: $0) }
  }

  /// Returns the published items with other texts of their steps, in order.
  ///
  /// - Parameters:
  ///   - items: The published items.
  ///   - texts: A text for each of ``all(_:)``, after its ``prefix``.
  /// - Returns: The items; whether each is a heading.
  package static func items(
    _ items: [String], texts: [String]
  ) -> [(text: String, isHeading: Bool)] {
    zip(all(items), texts).flatMap { step, text in
      step.headings.map { ($0, true) } + [(String(text.dropFirst(step.prefix.count)), false)]
    }
  }
}

/// Returns the title of a part of a recipe without the marks of a heading; nil if a text is no heading.
package func stepHeading(of text: String) -> String? {
  let line = text.trimming { $0.isWhitespace }
  let marks: [(String, String)] = [("[", "]"), ("【", "】"), ("**", "**"), ("__", "__")]
  for (open, close) in marks where line.hasPrefix(open) && line.hasSuffix(close) {
    let title = line.dropFirst(open.count).dropLast(close.count)
    return title.contains(where: \.isLetter) && !title.contains(open) ? withoutColon(title) : nil
  }
  if let mark = line.first, mark == "#" || mark == "=" {
    let title = line.trimming { $0 == mark || $0.isWhitespace }
    let isMarked = line.drop { $0 == mark }.first?.isWhitespace ?? false
    return isMarked && title.contains(where: \.isLetter) ? withoutColon(title) : nil
  }
  let words = line.split(whereSeparator: \.isWhitespace)
  let isPlain = !line.contains { ".!?;。！？".contains($0) }
  if line.hasSuffix(":") || line.hasSuffix("：") {
    return words.count <= 8 && isPlain && line.contains(where: \.isLetter)
      ? withoutColon(line) : nil
  }
  // `For the sauce`, without a verb after it.
  let isPart =
    (3...5).contains(words.count) && words[0].lowercased() == "for"
    && words[1].lowercased() == "the"
    && line.allSatisfy { $0.isLetter || $0.isWhitespace || $0 == "-" }
  return isPart ? String(line) : nil
}

private func withoutColon(_ title: Substring) -> String {
  String(title.trimming { $0.isWhitespace || $0 == ":" || $0 == "：" })
}

extension StringProtocol {
  /// The text without some characters at both ends.
  fileprivate func trimming(_ isUnwanted: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isUnwanted($0) }),
      let last = lastIndex(where: { !isUnwanted($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
