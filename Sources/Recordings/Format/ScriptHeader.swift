/// The world that a script asks for.
package struct ScriptHeader: Equatable, Sendable {
  /// Where the feed of the script comes from.
  package enum Feed: Equatable, Sendable {
    /// `builtin:demo`
    case builtin(String)
    /// `attached:NAME`: a file that the script carries along.
    case attached(String)
    /// A path below the script's own folder.
    case path(String)
    /// An address that the script's bundle answers for.
    case address(String)
  }

  /// How many colors the terminal of a recording shows; what is expected is always plain text.
  package enum Color: String, Equatable, Sendable, CaseIterable {
    case off, ansi = "16", indexed = "256", full = "true"
  }

  /// A folder of recorded answers, and the digest of its manifest.
  package struct Bundle: Equatable, Sendable {
    package var path: String
    package var digest: String?

    package init(path: String, digest: String?) {
      self.path = path
      self.digest = digest
    }
  }

  package var title: String?
  /// The versions of the program that it is for: at least, and below.
  package var (leastVersion, versionLimit): ([Int]?, [Int]?)
  package var feed = Feed.builtin("demo")
  /// The SHA-256 digest of the feed's bytes, in hexadecimal.
  package var feedDigest: String?
  package var bundle: Bundle?
  package var size = ScriptSize(columns: 80, rows: 24)
  /// The moment at which it begins, in milliseconds since 1970.
  package var clock = 946_684_800_000
  /// By how much each step moves the clock, in milliseconds.
  package var tick = 0
  /// `UTC`, or a difference from it such as `UTC+05:30`.
  package var timeZone = "UTC"
  package var locale = "en_US"
  package var seed: UInt64 = 0
  package var color = Color.off
  /// Whether pictures are shown, in blocks.
  package var showsImages = false
  /// Whether recorded answers stand in for the network; otherwise there is none.
  package var replaysNetwork = false
  /// An attached library of favorites, notes and settings to begin with; nil for none.
  package var state: String?
  package var pace = ScriptPace()
  /// The rest after each step, in milliseconds.
  package var gap = 600
  /// What it cannot do without: `images`, `files-out`, `net-replay`.
  package var needs: [String] = []
  package var limits = ScriptLimits()
  package var isStrict = false
  /// The variables, in the order in which they are said.
  package var variables: [ScriptVariable] = []
  /// The names of all fields as they are said, `x-` ones included.
  package var names: [String] = []
  /// The lines it takes, as offsets into ``Script/lines``: from the magic line to before the first blank one.
  package var range = 0..<0

  package init() {}

  /// How far its time zone is ahead of UTC, in seconds.
  package var secondsAheadOfUTC: Int {
    let parts = timeZone.dropFirst(4).split(separator: ":").compactMap { Int($0) }
    guard let hours = parts.first, let sign = timeZone.dropFirst(3).first else { return 0 }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + (parts.count > 1 ? parts[1] * 60 : 0))
  }
}

/// A name that stands for a text in `${name}`.
package struct ScriptVariable: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The size of a terminal in cells.
package struct ScriptSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// How fast somebody types, and how evenly.
package struct ScriptPace: Equatable, Sendable {
  /// Characters in a second.
  package var speed = 14
  /// By how much a rest may be longer or shorter, in percent.
  package var jitter = 20

  package init(speed: Int = 14, jitter: Int = 20) {
    self.speed = speed
    self.jitter = jitter
  }
}

/// What a script may take at most; its header can only lower it.
package struct ScriptLimits: Equatable, Sendable {
  /// Milliseconds on a real clock for all of it, and for one step.
  package var time = 60_000
  package var stepTime = 10_000
  /// Bytes of output for all of it, and for one step.
  package var output = 16 << 20
  package var stepOutput = 1 << 20
  /// Steps, each repetition counted.
  package var steps = 2000

  package init() {}
}
