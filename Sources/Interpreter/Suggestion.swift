/// One way in which the text around the cursor can be completed.
package struct Suggestion: Equatable, Sendable {
  /// What replaces the range.
  package var text: String
  /// What it is, for somebody who chooses; may be empty.
  package var description: String
  /// How many rows it would leave, if that is known.
  package var count: Int?
  /// What is replaced: UTF-8 offsets into the line.
  package var range: Range<Int>
  /// Whether a space follows when it is the only one.
  package var isWhole: Bool
  /// How well it fits what was typed.
  package var fit: Fit
  /// The text without the quotes that it could do without where it stands; nil if there is no other way to write it.
  package var plainText: String?
  /// Whether there are others that are not offered, so that nobody knows what all begin with.
  package var hidesOthers = false

  package init(
    text: String, description: String = "", count: Int? = nil, range: Range<Int>,
    isWhole: Bool = false, fit: Fit = .start, plainText: String? = nil
  ) {
    self.text = text
    self.description = description
    self.count = count
    self.range = range
    self.isWhole = isWhole
    self.fit = fit
    self.plainText = plainText
  }
}

extension [Suggestion] {
  /// The same, with it said that there are others.
  package var hidingOthers: [Suggestion] {
    map { suggestion in
      var suggestion = suggestion
      suggestion.hidesOthers = true
      return suggestion
    }
  }
}
