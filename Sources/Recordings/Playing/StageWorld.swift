import FoundationEssentials
import World

extension World {
  /// The world of a script: as its header says, and the same on every machine.
  ///
  /// - Parameters:
  ///   - header: What the script asks for.
  ///   - clock: What shows the time.
  ///   - files: What it can read and write.
  ///   - seam: Where its words arrive.
  ///   - interruptions: What asks it to stop.
  ///   - http: What answers for the network; nil for none.
  /// - Returns: The world, in which nothing of this machine shows.
  package static func staged(
    _ header: ScriptHeader, clock: VirtualClock, files: StageFiles, seam: Seam,
    interruptions: Interruptions, http: (any HTTPTransport)?
  ) -> World {
    let console = seam.console
    let offset = header.secondsAheadOfUTC
    var world = World(
      now: { Date(timeIntervalSince1970: Double(clock.now) / 1000) }, localOffset: { _ in offset },
      wait: { try await clock.wait($0) }, chance: Chance(seed: header.seed),
      environment: environment(header), folders: Folders(home: StageFiles.home + "/.larder"),
      files: files, http: http ?? NoNetwork(),
      opener: Opener(
        canOpen: { _ in true },
        open: { link, _ in
          seam.open(link)
          return .opened
        }),
      console: console, interruptions: interruptions)
    world.whileWaiting = { clock.whileWaiting(stop: { interruptions.raise() }, $0) }
    return world
  }

  private static func environment(_ header: ScriptHeader) -> [String: String] {
    var variables = ["HOME": StageFiles.home, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    switch header.color {
    case .off: variables["NO_COLOR"] = "1"
    case .ansi, .indexed: break
    case .full: variables["COLORTERM"] = "truecolor"
    }
    return variables
  }
}

/// The network of a script that has none.
struct NoNetwork: HTTPTransport {
  let origin = HTTPOrigin.nobody

  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    throw .unavailable(reason: "a script has no network, unless its header says net: replay")
  }
}
