/// Types in place of a person, as a script does.
package protocol Typist: AnyObject {
  /// The bytes of the next key as a terminal sends them, none if the screen is to be looked at anew; nil at the end.
  ///
  /// It is called when everything that the last key asked for is done and drawn, and may take its time.
  func nextKey() -> [UInt8]?

  /// Whether the next key comes at once, so that nothing need be drawn before it.
  var isHurried: Bool { get }
}

/// A line in the middle of being edited.
package struct LineGlance: Equatable, Sendable {
  package var text: String
  /// The scalars before the cursor.
  package var cursor: Int
  /// How many rows the line goes on below the one with the cursor.
  package var rowsBelowCursor: Int

  package init(text: String, cursor: Int, rowsBelowCursor: Int) {
    self.text = text
    self.cursor = cursor
    self.rowsBelowCursor = rowsBelowCursor
  }
}
