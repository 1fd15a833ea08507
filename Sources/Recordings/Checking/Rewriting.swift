/// Writes a script again with other expectations.
///
/// - Parameters:
///   - script: The script.
///   - expectations: The lines that stand behind actions from now on, by the offset at which those that stand
///     there begin: ``ScriptStep/expectation``'s lower bound. A step that is not named stays as it is.
/// - Returns: All lines of the new text.
package func rewritten(_ script: Script, _ expectations: [Int: [String]]) -> [String] {
  var lines: [String] = []
  var position = 0
  for range in expectationRanges(script.items) {
    guard let expectation = expectations[range.lowerBound] else { continue }
    lines += script.lines[position..<range.lowerBound]
    lines += expectation
    position = range.upperBound
  }
  return lines + script.lines[position...]
}

/// Where steps say what is expected, from the first to the last.
private func expectationRanges(_ items: [ScriptItem]) -> [Range<Int>] {
  items.flatMap { item -> [Range<Int>] in
    switch item.kind {
    case .step(let step): [step.expectation]
    case .repeated(_, let items): expectationRanges(items)
    default: []
    }
  }
}
