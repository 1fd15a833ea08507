/// The header of a script: the environment that it requires.
package struct ScriptHeader: Equatable, Sendable {
  /// The source of the script's feed.
  package enum Feed: Equatable, Sendable {
    /// `builtin:demo`
    case builtin(String)
    /// `attached:NAME`: a file contained in the script.
    case attached(String)
    /// A path below the script's folder.
    case path(String)
    /// A web address, answered from the script's bundle.
    case address(String)
  }

  /// The color depth of exports.
  ///
  /// Expectations are always plain text.
  package enum Color: String, Equatable, Sendable, CaseIterable {
    case off, ansi = "16", indexed = "256", full = "true"
  }

  /// How pictures are shown.
  package enum Images: String, Equatable, Sendable, CaseIterable {
    /// As a line of text.
    case off
    /// As block characters.
    case blocks
    /// As themselves, by kitty's graphics protocol.
    case pixels
  }

  /// A folder of recorded responses, and the digest of its manifest.
  package struct Bundle: Equatable, Sendable {
    package var path: String
    package var digest: String?

    package init(path: String, digest: String?) {
      self.path = path
      self.digest = digest
    }
  }

  package var title: String?
  /// The supported program versions: the minimum, and the exclusive maximum.
  package var (leastVersion, versionLimit): ([Int]?, [Int]?)
  package var feed = Feed.builtin("demo")
  /// The SHA-256 digest of the feed's bytes, in hexadecimal.
  package var feedDigest: String?
  package var bundle: Bundle?
  package var size = ScriptSize(columns: 80, rows: 24)
  /// The start time, in milliseconds since 1970.
  package var clock = 946_684_800_000
  /// The number of milliseconds that each step advances the clock.
  package var tick = 0
  /// `UTC`, or an offset such as `UTC+05:30`.
  package var timeZone = "UTC"
  package var locale = "en_US"
  package var seed: UInt64 = 0
  package var color = Color.indexed
  package var images = Images.off
  /// Whether requests are answered from the bundle.
  ///
  /// Otherwise there is no network.
  package var replaysNetwork = false
  /// The attached file with the initial favorites, notes and settings; nil for none.
  package var state: String?
  package var pace = ScriptPace()
  /// The pause after each step, in milliseconds.
  package var gap = 600
  /// The required features: `images`, `files-out`, `net-replay`.
  package var needs: [String] = []
  package var limits = ScriptLimits()
  package var isStrict = false

  /// The limits of the output: those of the header, with room for the pixels of pictures.
  var outputLimits: ScriptLimits {
    guard images == .pixels else { return limits }
    var limits = limits
    limits.output += 48 << 20
    limits.stepOutput += 15 << 20
    return limits
  }

  /// The checks that `strict: on` adds.
  package var strictness: Strictness { isStrict ? .all : [] }

  /// The variables, in order of definition.
  package var variables: [ScriptVariable] = []
  /// The names of all given fields, including `x-` fields.
  package var names: [String] = []
  /// The header lines, as offsets into ``Script/lines``: from the magic line up to the first blank line.
  package var range = 0..<0

  package init() {}

  /// The offset of the time zone from UTC, in seconds.
  package var secondsAheadOfUTC: Int {
    let parts = timeZone.dropFirst(4).split(separator: ":").compactMap { Int($0) }
    guard let hours = parts.first, let sign = timeZone.dropFirst(3).first else { return 0 }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + (parts.count > 1 ? parts[1] * 60 : 0))
  }
}

/// The checks that are made on request.
package struct Strictness: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Blanks at the ends of lines are compared.
  package static let blanks = Strictness(rawValue: 1)
  /// Every step needs an expectation, and every recorded response a request.
  package static let coverage = Strictness(rawValue: 2)
  package static let all: Strictness = [.blanks, .coverage]
}

/// A variable, used as `${name}`.
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

/// The typing speed of a script.
package struct ScriptPace: Equatable, Sendable {
  /// The speed in characters per second.
  package var speed = 14
  /// The maximum random variation of delays, in percent.
  package var jitter = 20

  package init(speed: Int = 14, jitter: Int = 20) {
    self.speed = speed
    self.jitter = jitter
  }
}

/// Resource limits of a script.
///
/// The header can only lower them.
package struct ScriptLimits: Equatable, Sendable {
  /// The wall-clock time of the script and of one step, in milliseconds.
  package var time = 60_000
  package var stepTime = 10_000
  /// The output of the script and of one step, in bytes.
  package var output = 16 << 20
  package var stepOutput = 1 << 20
  /// The number of steps, counting each repetition.
  package var steps = 2000

  package init() {}
}
