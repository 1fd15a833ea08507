import FoundationEssentials
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension World {
  /// Creates the world of this machine.
  ///
  /// - Parameters:
  ///   - home: The folder for all files of Larder; nil for the platform's folders.
  ///   - seed: The random seed; nil for a random one.
  /// - Returns: The world, with the folders of the caller or of the environment.
  /// - Throws: ``FolderProblem`` if neither the caller nor the environment names usable folders.
  package static func live(home: String?, seed: UInt64?) throws(FolderProblem) -> World {
    let environment = currentEnvironment()
    let folders: Folders
    if let home {
      folders = Folders(home: try FolderProblem.checked(LiveFileSystem().absolute(home), "--home"))
    } else {
      #if os(macOS)
        folders = try Folders(mac: environment)
      #else
        folders = try Folders(xdg: environment)
      #endif
    }
    return live(folders: folders, seed: seed, environment: environment)
  }

  /// Creates the world of this machine with given folders.
  package static func live(
    folders: Folders, seed: UInt64?, environment: [String: String] = currentEnvironment()
  ) -> World {
    let console = Console.live(environment: environment)
    var world = World(
      now: { liveNow() }, localOffset: { secondsAheadOfUTC($0) },
      wait: { try await Task.sleep(for: $0) },
      random: RandomSource(seed: seed ?? UInt64.random(in: .min ... .max)),
      environment: environment,
      folders: folders, files: LiveFileSystem(), http: CurlTransport(),
      opener: .live(environment: environment), viewer: .live(environment: environment),
      console: console, interruptions: .live(), ring: { ringBell(of: console) },
      whenMemoryIsShort: { MemoryPressure.watch($0) })
    world.memory = { memorySize }
    world.runAgain = { OwnProgram.run($0) }
    return world
  }
}

/// Returns the current time, for code that needs nothing else of a world.
package func liveNow() -> Date { Date() }

/// Returns a randomly seeded generator.
package func liveRandom() -> RandomSource { RandomSource(seed: UInt64.random(in: .min ... .max)) }

/// Rings the bell if standard error is a terminal.
private func ringBell(of console: Console) {
  if console.errors.isTerminal { _ = console.errors.write([0x07]) }
}

/// Returns the environment of this process.
package func currentEnvironment() -> [String: String] {
  var variables = [String: String](minimumCapacity: 64)
  var place = unsafe environ
  while let entry = unsafe place.pointee {
    let bytes = unsafe UnsafeRawBufferPointer(start: entry, count: strlen(entry))
    if let (name, value) = unsafe environmentVariable(bytes) { variables[name] = value }
    unsafe place += 1
  }
  return variables
}

/// Parses an environment entry such as `NAME=value`; nil if it is invalid.
package func environmentVariable(
  _ entry: some Collection<UInt8>
) -> (name: String, value: String)? {
  // Splits by bytes: a combining mark after the equals sign would merge with it to one character.
  guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
  return (
    String(decoding: entry[..<equals], as: UTF8.self),
    String(decoding: entry[entry.index(after: equals)...], as: UTF8.self)
  )
}

/// Returns the offset of local time from UTC, in seconds.
private func secondsAheadOfUTC(_ date: Date) -> Int {
  var seconds = time_t(date.timeIntervalSince1970)
  var local = unsafe tm()
  guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
  return unsafe local.tm_gmtoff
}

/// The interrupt flag, accessible to a signal handler.
let requestedStops = Interruptions()

extension Interruptions {
  /// Ignores SIGPIPE and SIGXFSZ, so that writing to a closed pipe or beyond a file size limit fails instead
  /// of terminating the process.
  package static func takeLostOutputAsErrors() {
    for ending in [SIGPIPE, SIGXFSZ] { signal(ending, SIG_IGN) }
  }

  /// Installs a handler for ^C and returns its interrupt flag.
  ///
  /// Also ignores SIGPIPE and SIGXFSZ.
  package static func live() -> Interruptions {
    _ = requestedStops.isRaised
    takeLostOutputAsErrors()
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = { _ in requestedStops.raise() }
    #else
      unsafe action.__sigaction_u.__sa_handler = { _ in requestedStops.raise() }
    #endif
    unsafe sigaction(SIGINT, &action, nil)
    // The parent process may have blocked the signal.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return requestedStops
  }
}
