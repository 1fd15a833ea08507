/// A script with all that it includes, in the order in which it is played.
package struct PlayableScript: Equatable, Sendable {
  /// An item, once for each time that it is played; none is a repetition, a condition or an inclusion.
  package struct Item: Equatable, Sendable {
    package var item: ScriptItem
    /// The script that it stands in, as an offset into ``PlayableScript/scripts``.
    package var script: Int
    /// What has to be so for it to be played.
    package var conditions: [ScriptCondition]
    /// Whether the same item was played before.
    package var isRepeated: Bool
  }

  /// The script itself, then those that it includes.
  package var scripts: [Script]
  package var items: [Item] = []
  /// The variables of all headers; the first one to say a value is right.
  package var variables: [String: String] = [:]
}
