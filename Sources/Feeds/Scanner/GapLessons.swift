/// Counts which gaps come up behind which values, until it is worth expecting them.
struct GapLessons {
  /// How many records teach before anything is expected.
  private static let recordsToLearn = 32
  /// How many different gaps are counted behind a value.
  private static let countedLimit = 8

  private var counted: [[(gap: Gap, count: Int)]]
  /// How many bytes the texts of each key have, those of most of them if there is such a number.
  private var lengths: [TextLength]
  private var recordsLeft = Self.recordsToLearn

  init(states: Int) {
    counted = Array(repeating: [], count: states)
    lengths = Array(repeating: TextLength(), count: states)
  }

  /// Whether gaps are being counted.
  var isLearning: Bool { recordsLeft > 0 }

  /// Counts a gap that was read behind a state, unless it is too long to be expected.
  mutating func learn(
    _ text: RawSpan, _ range: Range<Int>, _ meaning: Gap.Meaning, behind state: Int
  ) {
    if range.count > Gap.limit { return }
    for number in counted[state].indices
    where counted[state][number].gap.isThere(text, range, meaning) {
      counted[state][number].count += 1
      return
    }
    if counted[state].count < Self.countedLimit {
      counted[state].append((Gap(text, range, meaning), 1))
    }
  }

  /// Counts how many bytes a text has.
  mutating func learn(length: Int, of number: Int) { lengths[number].add(length) }

  /// Takes note that some records were read; if much came unexpected, the next ones teach anew.
  ///
  /// - Parameters:
  ///   - records: How many there were.
  ///   - values: How many values they had.
  ///   - misses: Behind how many something unexpected came.
  /// - Returns: The gaps to expect from now on; nil to go on as before.
  mutating func note(records: Int, values: Int, misses: Int) -> [Gap]? {
    if isLearning {
      recordsLeft -= records
      return isLearning ? nil : expectations()
    }
    if misses * 8 > values {
      self = Self(states: counted.count)
    }
    return nil
  }

  private func expectations() -> [Gap] {
    var gaps: [Gap] = []
    gaps.reserveCapacity(counted.count * Gap.choices)
    for choices in counted {
      let likely = choices.sorted { $0.count > $1.count }
      for choice in 0..<Gap.choices {
        // A choice too few is the first one again, which did not match.
        var gap = (choice < likely.count ? likely[choice].gap : likely.first?.gap) ?? Gap()
        if gap.meaning.number >= 0 { gap.textLength = lengths[gap.meaning.number].likely }
        gaps.append(gap)
      }
    }
    return gaps
  }
}

/// A length that most of some texts may have (Boyer and Moore's majority vote).
private struct TextLength {
  private var candidate = 0
  private var lead = 0
  private var count = 0

  mutating func add(_ length: Int) {
    count += 1
    if lead == 0 { candidate = length }
    lead += candidate == length ? 1 : -1
  }

  /// The length, if it is worth expecting; 0 otherwise.
  var likely: Int { lead * 2 > count && candidate >= RawSpan.leastExpected ? candidate : 0 }
}
