/// Counts the separators that follow each value, until it is worth expecting them.
struct SeparatorStatistics {
  /// The number of records that are counted.
  private static let recordsToLearn = 32
  /// The number of distinct separators that are counted after a value.
  private static let countedLimit = 8

  private var counted: [[(separator: ValueSeparator, count: Int)]]
  /// The typical length of each key's texts.
  private var lengths: [TextLength]
  private var recordsLeft = Self.recordsToLearn

  init(states: Int) {
    counted = Array(repeating: [], count: states)
    lengths = Array(repeating: TextLength(), count: states)
  }

  /// Whether separators are being counted.
  var isLearning: Bool { recordsLeft > 0 }

  /// Counts a separator that was read after a value, unless it is too long.
  mutating func learn(
    _ text: RawSpan, _ range: Range<Int>, _ contents: ValueSeparator.Contents, after state: Int
  ) {
    if range.count > ValueSeparator.limit { return }
    for number in counted[state].indices
    where counted[state][number].separator.occurs(text, range, contents) {
      counted[state][number].count += 1
      return
    }
    if counted[state].count < Self.countedLimit {
      counted[state].append((ValueSeparator(text, range, contents), 1))
    }
  }

  /// Counts the length of a text.
  mutating func learn(length: Int, of number: Int) { lengths[number].add(length) }

  /// Counts records.
  ///
  /// If mispredictions are frequent, counting starts again.
  ///
  /// - Parameters:
  ///   - records: The number of records.
  ///   - values: The number of their values.
  ///   - misses: The number of values after which no expected separator followed.
  /// - Returns: The separators to expect from now on; nil for no change.
  mutating func note(records: Int, values: Int, misses: Int) -> [ValueSeparator]? {
    if isLearning {
      recordsLeft -= records
      return isLearning ? nil : expectations()
    }
    if misses * 8 > values {
      self = Self(states: counted.count)
    }
    return nil
  }

  private func expectations() -> [ValueSeparator] {
    var separators: [ValueSeparator] = []
    separators.reserveCapacity(counted.count * ValueSeparator.choices)
    for choices in counted {
      let likely = choices.sorted { $0.count > $1.count }
      for choice in 0..<ValueSeparator.choices {
        // Missing choices are filled with the first one, which has already failed to match.
        var separator =
          (choice < likely.count ? likely[choice].separator : likely.first?.separator)
          ?? ValueSeparator()
        if separator.contents.number >= 0 {
          separator.textLength = lengths[separator.contents.number].likely
        }
        separators.append(separator)
      }
    }
    return separators
  }
}

/// The majority element of a series of lengths, if there is one (the Boyer–Moore majority vote algorithm).
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
