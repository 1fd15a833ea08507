/// How a feed is to be read.
package struct FeedReading: Sendable {
  /// How to map it; nil to recognise it by its shape.
  package var profile: Profile? {
    get { named?.profile }
    set { named = newValue.map { NamedProfile($0) } }
  }
  private(set) var named: NamedProfile?
  /// Those to recognise it by.
  package var profiles: ProfileSet
  /// Whether one malformed record is enough to refuse all.
  package var isStrict: Bool
  /// Whether text that was encoded twice is repaired.
  package var repairsText = true
  /// The address it came from, against which relative links are resolved; nil if it came from none.
  package var address: String?
  /// The most bytes to hold in memory of a document that cannot be read where it lies.
  package var limit: @Sendable () -> Int
  /// How to go about it; no choice changes what is read.
  package var options: ScanOptions
  /// The fields that no mapping names, if they are known already; nil to infer them from the records.
  var inferredFields: [InferredField]?
  /// Whether nobody wants the feed any more; asked now and then.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(
    as profile: Profile? = nil, among profiles: ProfileSet = ProfileSet(), isStrict: Bool = false,
    limit: @escaping @Sendable () -> Int = { 4 << 30 }, options: ScanOptions = ScanOptions()
  ) {
    named = profile.map { NamedProfile($0) }
    (self.profiles, self.isStrict, self.limit, self.options) = (profiles, isStrict, limit, options)
  }

  /// By a profile that need not be read yet, or by the shape of the feed.
  package init(named profile: NamedProfile?, among profiles: ProfileSet) {
    self.init(among: profiles)
    named = profile
  }
}
