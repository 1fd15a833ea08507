import HTTPCache
import LiveWorld
import Pictures
import Synchronization
import Terminal
import TestSupport
import World

/// A folder for copies, a clock that stands still until it is set, and loaders on it as several shells have them.
final class PictureWorkbench: Sendable {
  let folder: TemporaryFolder
  private let time = Mutex(1_795_238_400.0)

  init() throws { folder = try TemporaryFolder() }

  var now: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Where copies are kept.
  var path: String { folder.path + "/cache" }

  /// Takes the bytes of all pictures away.
  func loseBodies() throws {
    for name in ["b", "pack"] {
      try LiveFileSystem().rename("\(path)/\(name)", to: "\(path)/lost-\(name)")
    }
  }

  /// A loader as a shell that was just started has it.
  func loader(
    _ cachePlace: PictureLoader.CachePlace = .disk,
    memory: PictureMemory = PictureMemory(limit: 1 << 20)
  ) -> PictureLoader {
    let now: @Sendable () -> Double = { [self] in self.now }
    let store = CacheStore(
      folder: cachePlace == .disk ? path : nil, files: LiveFileSystem(), now: now)
    let fetcher = Fetcher(
      store: store, transport: PatientTransport(),
      surroundings: .init(now: now, wait: { _ in }, random: RandomSource(seed: 1)))
    return PictureLoader(
      fetcher: fetcher, memory: memory, decoder: PictureDecoder(now: now), cachePlace: cachePlace,
      now: now)
  }
}

/// A request for what a server has at a path, in a frame.
func wanted(
  _ server: LoopbackServer, _ path: String = "/", _ width: Int = 16
) throws -> PictureRequest {
  PictureRequest(.web(try WebAddress(server.url(path))), in: PixelFrame(width: width, height: 100))
}

extension PictureLoader {
  /// Wants pictures and waits until nothing more happens to any of them.
  func settle(_ requests: [PictureRequest]) async -> [PicturePhase] {
    want(requests)
    return await wait(for: requests)
  }

  func settle(_ request: PictureRequest) async -> PicturePhase { await settle([request])[0] }

  /// Waits until nothing more happens to pictures that are wanted.
  func wait(for requests: [PictureRequest]) async -> [PicturePhase] {
    while true {
      let phases = requests.compactMap { phase(of: $0) }
      if phases.allSatisfy(\.isSettled) { return phases }
      await Task.yield()
    }
  }

  /// Waits until a picture is in a phase that is wanted.
  func wait(for request: PictureRequest, until isWanted: (PicturePhase) -> Bool) async {
    while true {
      if let phase = phase(of: request), isWanted(phase) { return }
      await Task.yield()
    }
  }
}

extension PicturePhase {
  /// The facts about a picture that can be shown.
  var facts: PictureFacts? {
    if case .ready(let facts, _) = self { facts } else { nil }
  }
}
