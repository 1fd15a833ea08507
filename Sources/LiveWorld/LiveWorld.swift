import FoundationEssentials
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension World {
  /// This machine, as it is.
  ///
  /// - Parameters:
  ///   - home: The folder that everything of ours goes to; nil for the platform's own places.
  ///   - seed: What chance begins with; nil for another beginning each time.
  /// - Returns: nil if the environment does not say where a person's files are.
  package static func live(home: String?, seed: UInt64?) -> World? {
    let environment = currentEnvironment()
    #if os(macOS)
      let standard = Folders(mac: environment)
    #else
      let standard = Folders(xdg: environment)
    #endif
    let files = LiveFileSystem()
    let folders = home.map { Folders(home: files.absolute($0)) } ?? standard
    return folders.map { live(folders: $0, seed: seed, environment: environment) }
  }

  /// This machine, with files in given folders.
  package static func live(
    folders: Folders, seed: UInt64?, environment: [String: String] = currentEnvironment()
  ) -> World {
    let console = Console.live(environment: environment)
    var world = World(
      now: { liveNow() }, localOffset: { secondsAheadOfUTC($0) },
      wait: { try await Task.sleep(for: $0) },
      chance: Chance(seed: seed ?? UInt64.random(in: .min ... .max)), environment: environment,
      folders: folders, files: LiveFileSystem(), http: CurlTransport(),
      opener: .live(environment: environment), viewer: .live(environment: environment),
      console: console, interruptions: .live(), ring: { ringBell(of: console) },
      whenMemoryIsShort: { MemoryPressure.watch($0) })
    world.memory = { memorySize }
    world.runAgain = { OwnProgram.run($0) }
    return world
  }
}

/// The present moment, where nothing else of a world is needed.
package func liveNow() -> Date { Date() }

/// Chance with another beginning each time.
package func liveChance() -> Chance { Chance(seed: UInt64.random(in: .min ... .max)) }

/// Rings the bell of the terminal that messages go to, if they go to one.
private func ringBell(of console: Console) {
  if console.errors.isTerminal { _ = console.errors.write([0x07]) }
}

/// The environment of this process.
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

/// The variable that an entry of an environment has, as in `NAME=value`; nil if it has none.
package func environmentVariable(
  _ entry: some Collection<UInt8>
) -> (name: String, value: String)? {
  // By bytes: a mark behind the sign would make one letter of the two.
  guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
  return (
    String(decoding: entry[..<equals], as: UTF8.self),
    String(decoding: entry[entry.index(after: equals)...], as: UTF8.self)
  )
}

/// How far local time is ahead of UTC, in seconds.
private func secondsAheadOfUTC(_ date: Date) -> Int {
  var seconds = time_t(date.timeIntervalSince1970)
  var local = unsafe tm()
  guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
  return unsafe local.tm_gmtoff
}

/// What a signal handler may reach.
let requestedStops = Interruptions()

extension Interruptions {
  /// From here on, writing to a pipe that nobody reads, or more to a file than a limit allows, is an error instead of
  /// the program's end.
  package static func takeLostOutputAsErrors() {
    for ending in [SIGPIPE, SIGXFSZ] { signal(ending, SIG_IGN) }
  }

  /// The interruptions that ^C asks for while a command runs; lost output is an error from here on, too.
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
    // Whoever starts the program from a thread that lets no signal through leaves it that way.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return requestedStops
  }
}
