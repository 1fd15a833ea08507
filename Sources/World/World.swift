import FoundationEssentials
import Synchronization
import Text

/// Everything that the shell reads or changes outside its own memory.
package struct World: Sendable {
  /// Returns the current time.
  package var now: @Sendable () -> Date
  /// Returns the offset of local time from UTC at a time, in seconds.
  package var localOffset: @Sendable (Date) -> Int
  /// Waits for a duration, or until an interruption.
  package var wait: @Sendable (Duration) async throws -> Void
  package var random: RandomSource
  package var environment: [String: String]
  package var folders: Folders
  package var files: any FileSystem
  package var http: any HTTPTransport
  package var opener: Opener
  package var viewer: TextViewer
  package var console: Console
  package var interruptions: Interruptions
  /// Rings the terminal's bell.
  package var ring: @Sendable () -> Void
  /// Sets an action to be called on any thread when memory runs low.
  package var whenMemoryIsShort: @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

  /// Returns the memory available to this process, in bytes.
  package var memory: @Sendable () -> Int = { .max }
  /// Runs this program in a child process on the same terminal.
  ///
  /// Returns its exit status, or 128 plus the signal that ended it; nil if it is not possible.
  package var runAgain: @Sendable (_ words: [String]) -> Int32? = { _ in nil }
  /// Runs an operation that blocks on other tasks.
  ///
  /// A virtual clock ends their waits meanwhile.
  package var whileWaiting: @Sendable (_ body: () -> Void) -> Void = { $0() }

  package init(
    now: @escaping @Sendable () -> Date, localOffset: @escaping @Sendable (Date) -> Int,
    wait: @escaping @Sendable (Duration) async throws -> Void, random: RandomSource,
    environment: [String: String], folders: Folders, files: any FileSystem,
    http: any HTTPTransport, opener: Opener, viewer: TextViewer = .none, console: Console,
    interruptions: Interruptions,
    ring: @escaping @Sendable () -> Void = {},
    whenMemoryIsShort: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    self.now = now
    self.localOffset = localOffset
    self.wait = wait
    self.random = random
    self.environment = environment
    self.folders = folders
    self.files = files
    self.http = http
    self.opener = opener
    self.viewer = viewer
    self.console = console
    self.interruptions = interruptions
    self.ring = ring
    self.whenMemoryIsShort = whenMemoryIsShort
  }

  /// Returns the local date at a time, such as `2026-11-20`.
  package func day(of moment: Date) -> String {
    String(local(moment).prefix(10))
  }

  /// Returns the local date and time at a time, such as `2026-11-20 23:15`.
  package func minute(of moment: Date) -> String {
    let text = local(moment)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  private func local(_ moment: Date) -> String {
    moment.addingTimeInterval(Double(localOffset(moment))).formatted(.iso8601)
  }
}

extension World {
  /// Expands `~` to the home folder.
  package func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] else {
      return path
    }
    return home + path.dropFirst()
  }

  /// Returns the path of the only file whose name is shown as the last part of a path, which no file has.
  ///
  /// Names with control characters, such as line feeds, are shown and typed without them.
  package func file(shownAs path: String) -> String? {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, shown) = (String(path[..<start]), path[start...])
    // A folder that cannot be read has no such file.
    let names = (try? files.names(in: folder.isEmpty ? "." : folder)) ?? []
    let fitting = names.filter { harmless($0) == shown }
    return fitting.count == 1 ? folder + fitting[0] : nil
  }
}

/// The folders for the user's files.
package struct Folders: Equatable, Sendable {
  /// The user's data: favorites, notes, saved records.
  package var data: String
  /// The user's configuration.
  package var configuration: String
  /// State that can be lost without harm, such as the history.
  package var state: String
  /// Data that can be fetched again.
  package var cache: String

  package init(data: String, configuration: String, state: String, cache: String) {
    self.data = data
    self.configuration = configuration
    self.state = state
    self.cache = cache
  }

  /// Creates all folders inside one.
  package init(home: String) {
    self.init(
      data: home + "/data", configuration: home + "/config", state: home + "/state",
      cache: home + "/cache")
  }

  /// Creates the folders of the XDG Base Directory Specification.
  ///
  /// - Throws: ``FolderProblem`` if the environment has no usable home folder.
  package init(xdg environment: [String: String]) throws(FolderProblem) {
    func folder(_ variable: String, _ standard: String) throws(FolderProblem) -> String {
      if let named = environment[variable], named.hasPrefix("/") {
        return try FolderProblem.checked(named, variable) + "/larder"
      }
      return try Self.home(environment) + "/" + standard + "/larder"
    }
    self.init(
      data: try folder("XDG_DATA_HOME", ".local/share"),
      configuration: try folder("XDG_CONFIG_HOME", ".config"),
      state: try folder("XDG_STATE_HOME", ".local/state"),
      cache: try folder("XDG_CACHE_HOME", ".cache"))
  }

  /// The home folder of the environment.
  private static func home(_ environment: [String: String]) throws(FolderProblem) -> String {
    guard let home = environment["HOME"], !home.isEmpty else { throw .unset }
    guard home.hasPrefix("/") else { throw .relative(home) }
    return try FolderProblem.checked(home, "HOME")
  }

  /// Creates the folders of macOS.
  ///
  /// - Throws: ``FolderProblem`` if the environment has no usable home folder.
  package init(mac environment: [String: String]) throws(FolderProblem) {
    let home = try Self.home(environment)
    let support = home + "/Library/Application Support/Larder"
    self.init(
      data: support, configuration: support, state: support,
      cache: home + "/Library/Caches/Larder")
  }
}

/// The reason why the user's folders are not known.
package enum FolderProblem: Error, Equatable, CustomStringConvertible {
  /// `HOME` is not set, or empty.
  case unset
  /// `HOME` is a relative path.
  case relative(String)
  /// A path has bytes that are not UTF-8, which are replaced in it.
  case notUTF8(name: String, path: String)

  /// Returns a path, unless bytes of it were replaced, because another folder may have that name.
  package static func checked(_ path: String, _ name: String) throws(FolderProblem) -> String {
    if path.unicodeScalars.contains("\u{FFFD}") { throw .notUTF8(name: name, path: path) }
    return path
  }

  package var description: String {
    switch self {
    case .unset: "HOME is not set"
    case .relative(let path): "HOME is the relative path `\(harmless(path))`"
    case .notUTF8(let name, let path):
      "\(name) is `\(harmless(path))`, which has a byte that is not UTF-8"
    }
  }
}

/// A seedable random number generator: SplitMix64, as in Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators" (2014).
package final class RandomSource: Sendable {
  private let state: Mutex<UInt64>

  package init(seed: UInt64) { state = Mutex(seed) }

  /// Returns the next random number.
  package func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  /// Returns a random sample without replacement, in random order.
  package func sample<Elements: RandomAccessCollection>(
    _ count: Int, of elements: Elements
  ) -> [Elements.Element] {
    var generator = Numbers(source: self)
    // A small sample is drawn by rejection, which avoids shuffling the whole collection.
    guard elements.count > 4096, count * 16 < elements.count else {
      return Array(elements.shuffled(using: &generator).prefix(count))
    }
    var drawn: Set<Int> = []
    var sample: [Elements.Element] = []
    while sample.count < count {
      let offset = Int.random(in: 0..<elements.count, using: &generator)
      guard drawn.insert(offset).inserted else { continue }
      sample.append(elements[elements.index(elements.startIndex, offsetBy: offset)])
    }
    return sample
  }

  private struct Numbers: RandomNumberGenerator {
    let source: RandomSource
    func next() -> UInt64 { source.next() }
  }
}

/// The interrupt flag of the running command.
package final class Interruptions: Sendable {
  private let raised = Atomic<Bool>(false)
  private let total = Atomic<Int>(0)
  /// The number of checks until an interrupt is raised; negative for never.
  private let looksLeft = Atomic<Int>(-1)

  package init() {}

  /// Whether an interrupt was raised since the last ``clear()``.
  package var isRaised: Bool {
    if looksLeft.load(ordering: .relaxed) > 0,
      looksLeft.subtract(1, ordering: .relaxed).newValue == 0
    {
      raise()
    }
    return raised.load(ordering: .acquiring)
  }

  /// Raises an interrupt.
  ///
  /// Safe in a signal handler.
  package func raise() {
    total.add(1, ordering: .relaxed)
    raised.store(true, ordering: .releasing)
  }

  /// The number of interrupts so far.
  package var count: Int { total.load(ordering: .acquiring) }

  /// Raises an interrupt at a later check of ``isRaised``, so that a test can interrupt at each point.
  package func raise(atLook look: Int) { looksLeft.store(look, ordering: .relaxed) }

  /// Clears the flag before a new command.
  package func clear() { raised.store(false, ordering: .releasing) }
}
