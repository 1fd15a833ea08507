/// The keys of what a saved record has beside its fields.
package enum SavedRecord {
  /// Which feed it comes from.
  package static let source = "saved-from"
  /// The record of that feed, as it was published.
  package static let original = "original"
}
