import Diagnostics
import FoundationEssentials
import HTTPCache
import Interpreter
import Output
import SessionStore
import Shell
import Synchronization
import TestSupport
import World

/// A shell in a world of its own, and everything it wrote and opened.
final class ShellUnderTest {
  let shell: Shell
  let files: MemoryFileSystem
  let http: FixedTransport
  let library: Library
  let cache: CacheStore
  private let record: Record

  /// Runs in place of each pause.
  struct Pauses: Sendable {
    let body: @Sendable (Duration) -> Void
  }

  /// The bytes written.
  private final class Record: Sendable {
    let afterWrite = Mutex<(@Sendable () -> Void)?>(nil)
    let output = Mutex<[UInt8]>([])
    let errors = Mutex<[UInt8]>([])
    let both = Mutex<[UInt8]>([])
    let opened = Mutex<[[String]]>([])
    let sent = Mutex<[[String]]>([])
    let memoryWatches = Atomic(0)
    /// How often the clock was looked at.
    let looks = Atomic(0)
    /// How often the bell was rung.
    let rings = Atomic(0)
    /// The seconds that the clock was set forward.
    let ahead = Atomic(0)
  }

  init(
    feed: String? = "demo", files: MemoryFileSystem = MemoryFileSystem(),
    answers: [String: FixedTransport.Answer] = [:], library: Library? = nil,
    isInteractive: Bool = false, columns: Int = 100, rows: Int = 24, hasOpener: Bool = true,
    pauses: Pauses? = nil, input: String = "", showsErrors: Bool = false,
    secondsPerLook: Double = 0, gate: Gate? = nil,
    environment: [String: String] = ["HOME": "/home/x", "TERM": "xterm", "CI": "true"],
    programs: Set<String> = [],
    options adjust: (inout RunOptions) -> Void = { _ in }
  ) {
    let record = Record()
    self.record = record
    self.files = files
    let transport = FixedTransport(answers)
    http = transport
    let now: @Sendable () -> Date = {
      let looks = record.looks.wrappingAdd(1, ordering: .relaxed).newValue
      let ahead = record.ahead.load(ordering: .relaxed)
      return Date(
        timeIntervalSince1970: 1_790_000_000 + Double(ahead) + Double(looks) * secondsPerLook)
    }
    let world = World(
      now: now, localOffset: { _ in 0 }, wait: { pauses?.body($0) }, random: RandomSource(seed: 7),
      environment: environment, folders: Folders(home: "/home/x/.larder"), files: files,
      http: gate.map { GatedTransport(inner: transport, gate: $0) } ?? transport,
      opener: Opener(
        canOpen: { _ in hasOpener },
        open: { link, command in
          record.opened.withLock { $0.append([command ?? "desktop", link]) }
          return hasOpener ? .opened : .none
        }, canRun: { programs.contains($0) }),
      viewer: TextViewer(
        start: { _ in nil },
        send: { command, text in
          record.sent.withLock { $0.append([command, String(decoding: text, as: UTF8.self)]) }
          return 0
        }),
      console: Console(
        output: .init(isTerminal: isInteractive) { bytes in
          record.afterWrite.withLock { $0 }?()
          record.output.withLock { $0 += bytes }
          record.both.withLock { $0 += bytes }
          return .written
        },
        errors: .init(isTerminal: showsErrors) { bytes in
          record.errors.withLock { $0 += bytes }
          record.both.withLock { $0 += bytes }
          return .written
        },
        size: { .init(columns: columns, rows: rows) },
        readLine: { () throws(FileError) in nil },
        readInput: { (_) throws(FileError) in Array(input.utf8) }),
      interruptions: Interruptions(),
      ring: { record.rings.add(1, ordering: .relaxed) },
      whenMemoryIsShort: { _ in
        record.memoryWatches.wrappingAdd(1, ordering: .sequentiallyConsistent)
      })
    var options = RunOptions()
    options.isInteractive = isInteractive
    options.color = .never
    adjust(&options)
    cache = CacheStore(folder: nil, files: files, now: { now().timeIntervalSince1970 })
    self.library = library ?? Library(path: nil, files: files, now: now)
    shell = Shell(
      world: world, library: self.library,
      history: HistoryFile(path: "/home/x/.larder/state/history", files: files, now: now),
      cache: cache,
      options: options)
    if let feed { _ = shell.start(feed) }
    _ = takeOutput()
    _ = takeErrors()
    _ = takeBoth()
  }

  /// How often the bell was rung.
  var rings: Int { record.rings.load(ordering: .relaxed) }

  /// Sets the clock forward.
  func advance(seconds: Int) { record.ahead.add(seconds, ordering: .relaxed) }

  /// The links that were opened, each after the command that opened it.
  var opened: [[String]] { record.opened.withLock { $0 } }

  /// The texts that programs got, each after the command.
  var sent: [[String]] { record.sent.withLock { $0 } }

  /// How often the system was asked to tell when memory is short.
  var memoryWatches: Int { record.memoryWatches.load(ordering: .sequentiallyConsistent) }

  /// The prompt as it is shown next, after news was taken.
  func nextPrompt() -> String {
    shell.takeBackgroundResults()
    return shell.prompt
  }

  /// The standard output since the last call.
  func takeOutput() -> String {
    record.output.withLock { bytes in
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The standard error since the last call.
  func takeErrors() -> String {
    record.errors.withLock { bytes in
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Both outputs since the last call, as a terminal shows them.
  func takeBoth() -> String {
    record.both.withLock { bytes in
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Asks to stop as soon as something is written, as ^C does.
  func stopAtOutput() {
    let interruptions = shell.world.interruptions
    record.afterWrite.withLock { $0 = { interruptions.raise() } }
  }

  /// Opens a gate as soon as something is written.
  func open(_ gate: Gate) { record.afterWrite.withLock { $0 = { gate.open() } } }

  /// Runs lines as from the command line, and gives standard output.
  @discardableResult
  func run(_ lines: String...) -> String {
    status = shell.runBatch(lines)
    return takeOutput()
  }

  /// How the last run went.
  private(set) var status = RunStatus.success
}

/// Lets no request pass until a gate is open.
private struct GatedTransport: HTTPTransport {
  let inner: FixedTransport
  let gate: Gate

  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    await gate.pass()
    return try await inner.response(to: request)
  }
}
