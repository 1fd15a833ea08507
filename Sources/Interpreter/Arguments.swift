/// A word or a text of a line that was typed for a parameter.
package struct Argument: Equatable, Sendable {
  package var word: Word
  /// The whole line as typed.
  package let line: String
  /// The text after the command's name, verbatim.
  package let rest: Word

  package init(_ word: Word, in line: String, rest: Word) {
    (self.word, self.line, self.rest) = (word, line, rest)
  }

  /// The text; without quotes if the parameter takes a word.
  package var text: String { word.text }
  /// The range in the line, in UTF-8 offsets.
  package var range: Range<Int> { word.range }

  /// The word before the argument; nil if there is none.
  package var precedingWord: Word? { words(of: line, in: 0..<word.range.lowerBound).words.last }

  /// Splits the argument at a UTF-8 offset from its start.
  ///
  /// - Returns: The parts without the blanks between them; nil for parts without text.
  package func split(at offset: Int) -> (before: Argument?, after: Argument?) {
    let place = range.lowerBound + offset
    return (part(range.lowerBound..<place), part(place..<range.upperBound))
  }

  /// The part of the argument in a range of the line; nil if it has no text.
  private func part(_ range: Range<Int>) -> Argument? {
    let range = trimmed(line, range)
    guard !range.isEmpty else { return nil }
    let words = words(of: line, in: range).words
    let word =
      words.count == 1
      ? words[0] : Word(text: slice(line, range), range: range, isQuoted: false)
    return Argument(word, in: line, rest: rest)
  }
}

/// The words that were typed for one parameter.
struct TypedArguments: Sendable {
  let arguments: [Argument]
  let line: String
}

/// The words of a statement, assigned to the parameters of a form.
package struct Arguments: Sendable {
  /// The whole line as typed.
  package let line: String
  /// The literals of the form.
  let literals: [Word]
  /// The words of each parameter, in the order of the parameters; those after the last typed one may be missing.
  private(set) var values: [[Argument]] = []
  private let rest: Word

  init(line: String, rest: Range<Int>, literals: [Word]) {
    self.line = line
    self.literals = literals
    self.rest = Word(text: slice(line, rest), range: rest, isQuoted: false)
  }

  /// Whether no parameter has a word.
  var isEmpty: Bool { values.allSatisfy(\.isEmpty) }

  /// Adds the words of the next parameter.
  mutating func append(_ words: [Word]) {
    values.append(words.map { Argument($0, in: line, rest: rest) })
  }

  /// The words of a parameter by its place among the parameters.
  subscript(_ place: Int) -> [Argument] { values.indices.contains(place) ? values[place] : [] }

  /// Gives a parameter that takes a name all words of the name; the next parameter gets the words after it.
  func lengtheningName<Context>(for slots: [Slot<Context>], _ context: Context) -> Arguments {
    guard let place = slots.firstIndex(where: { $0.nameEnd != nil }),
      let nameEnd = slots[place].nameEnd, let first = self[place].first, !first.word.isQuoted,
      let next = self[place + 1].first
    else { return self }
    let (start, end) = (first.range.lowerBound, next.range.upperBound)
    let all = argument(start..<end)
    guard let offset = nameEnd(context, all) else { return self }
    let rest = trimmed(line, start + offset..<end)
    guard !rest.isEmpty else { return self }
    var longer = self
    longer.values[place] = [argument(start..<start + offset)]
    longer.values[place + 1] = [argument(rest)]
    return longer
  }

  /// The text in a range of the line, as it was typed.
  private func argument(_ range: Range<Int>) -> Argument {
    Argument(
      Word(text: slice(line, range), range: range, isQuoted: false), in: line, rest: rest)
  }

  /// Moves the words of parameters at the end of a statement from the parameter before them.
  ///
  /// - Parameters:
  ///   - slots: The parameters.
  ///   - start: Returns the offset where the words of a parameter begin in an argument; nil if it has none.
  /// - Returns: The arguments with those of each parameter.
  func splittingEnd<Context>(
    for slots: [Slot<Context>], start: (StatementEnding<Context>, Argument) throws -> Int?
  ) rethrows -> Arguments {
    guard let first = slots.firstIndex(where: { $0.ending != nil }), first > 0,
      var left = self[first - 1].first
    else { return self }
    var split = self
    while split.values.count < slots.count { split.values.append([]) }
    for (place, slot) in slots.enumerated().reversed() {
      guard let ending = slot.ending, let offset = try start(ending, left) else { continue }
      let (before, after) = left.split(at: offset)
      split.values[place] = after.map { [$0] } ?? []
      guard let before else {
        split.values[first - 1] = []
        return split
      }
      left = before
      split.values[first - 1] = [left]
    }
    return split
  }
}
