#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The cache on a disk that fails, at one call after the other: nobody gets anything wrong.
  ///
  /// With `LARDER_EVERY_FAULT` set each single call fails once, which takes some minutes.
  @MainActor @Suite struct CacheFaultTests {
    /// The state of the cache when a fetch begins.
    enum Start: String, CaseIterable { case nothing, fresh, stale, part }

    private let origin = Origin()

    nonisolated private static let faults = [
      "open:ENOSPC", "open:EMFILE*", "open:EACCES*", "pwrite:EIO", "pwrite:ENOSPC*",
      "write:ENOSPC*", "rename:EIO", "mkdir:EROFS*", "unlink:EACCES*", "fsync:EIO", "mmap:EIO",
      "pread:EIO", "any:EROFS*",
    ]

    /// Those that are most likely to hurt.
    nonisolated private static let cases: [(Start, String)] = [
      (.nothing, "open:ENOSPC"), (.nothing, "open:EMFILE*"), (.nothing, "pwrite:ENOSPC*"),
      (.nothing, "write:ENOSPC*"), (.nothing, "rename:EIO"), (.nothing, "mkdir:EROFS*"),
      (.nothing, "any:EROFS*"), (.fresh, "open:EACCES*"), (.fresh, "open:EMFILE*"),
      (.fresh, "pread:EIO"), (.stale, "pwrite:ENOSPC*"), (.stale, "any:EROFS*"),
      (.part, "open:EMFILE*"), (.part, "write:ENOSPC*"), (.part, "rename:EIO"),
      (.part, "unlink:EACCES*"),
    ]

    @Test(
      arguments: ProcessInfo.processInfo.environment["LARDER_EVERY_FAULT"] == nil
        ? cases : Start.allCases.flatMap { start in faults.map { (start, $0) } })
    func `a disk that fails changes no answer, and the next run is right`(
      start: Start, fault: String
    ) throws {
      let server = try LoopbackServer { [origin] in origin.answer($0, $1) }
      defer { server.stop() }
      let before = try place(start, server)
      let (home, url) = (before.home, server.url("/\(start)"))
      let parts = fault.replacing("*", with: "").split(separator: ":")
      let lasting = fault.hasSuffix("*") ? "*" : ""
      var (number, isOver) = (1, false)
      while !isOver {
        let rules = (0..<4).map { _ in
          defer { number += max(1, isThorough ? 1 : number / 2) }
          return "\(parts[0]):\(number)\(lasting):\(parts[1])"
        }
        let trials = try rules.map { try Trial(at: url, from: home, $0) }
        for trial in trials { try trial.finish() }
        for trial in trials {
          #expect(trial.problem == nil, "\(start), \(trial.rule)")
          if !trial.hasFailed { isOver = true }
        }
      }
    }

    private var isThorough: Bool {
      ProcessInfo.processInfo.environment["LARDER_EVERY_FAULT"] != nil
    }

    /// A place where a fetch can begin.
    private func place(_ start: Start, _ server: LoopbackServer) throws -> Workplace {
      let place = try Workplace()
      if start == .nothing { return place }
      origin.isBreaking.store(start == .part, ordering: .relaxed)
      _ = try place.larder("fetch", server.url("/\(start)"))
      origin.isBreaking.store(false, ordering: .relaxed)
      return place
    }
  }

  /// A fetch during which a system call fails, and the next one, beside others of their kind.
  private final class Trial {
    let rule: String
    private(set) var hasFailed = false
    private(set) var problem: String?
    private let place: Workplace
    private let url: String
    private let first: (process: ChildProcess, output: String, errors: String)

    /// Starts the first one.
    init(at url: String, from home: String, _ rule: String) throws {
      self.rule = rule
      self.url = url
      place = try Workplace(copying: home)
      first = try place.start(
        larderPath, ["--home", place.home, "fetch", url],
        environment: place.failing(rule, report: "\(place.path)/failed"))
    }

    /// Waits for it, and has the next one run if anything failed.
    func finish() throws {
      problem = problem(of: try place.outcome(of: first), isFaulty: true)
      let failed = FileManager.default.contents(atPath: "\(place.path)/failed") ?? Data()
      hasFailed = !failed.isEmpty
      if hasFailed, problem == nil {
        problem = problem(of: try place.larder("fetch", url), isFaulty: false).map { "then \($0)" }
      }
      if let told = problem { problem = "\(told) after \(String(decoding: failed, as: UTF8.self))" }
    }

    private func problem(of run: Run, isFaulty: Bool) -> String? {
      let warnings = run.errors.split(separator: "\n").filter { $0.hasPrefix("warning:") }
      let isRight = run.output == Origin.content
      if run.status == 0, isRight, warnings.count <= 1 { return nil }
      // What arrived in a file that cannot be read back is lost, and that is said.
      let isLost = isFaulty && (rule.hasPrefix("pread") || rule.hasPrefix("any"))
      let isSaid = run.status == 74 && run.errors.contains("error: ")
      if isLost, isSaid, Origin.content.hasPrefix(run.output), warnings.count <= 1 { return nil }
      return "\(run.status), \(isRight ? "right" : "wrong"): \(run.errors)"
    }
  }

  /// A server of one text, that can be made to break off.
  private final class Origin: Sendable {
    /// More than is held in memory, so that it arrives in a file.
    static let content = String(repeating: "All that is eaten is here.\n", count: 60_000)

    let isBreaking = Atomic(false)

    func answer(_ request: LoopbackRequest, _ peer: LoopbackPeer) {
      let bytes = Array(Self.content.utf8)
      let life = request.path == "/stale" ? "max-age=0" : "max-age=600"
      let fields = [("Cache-Control", life), ("ETag", "\"1\"")]
      if request["if-none-match"] == "\"1\"" {
        peer.send("HTTP/1.1 304 Same\r\nCache-Control: \(life)\r\nETag: \"1\"\r\n\r\n")
      } else if isBreaking.load(ordering: .relaxed) {
        peer.send(
          "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(bytes.count)\r\n\r\n")
        peer.send(Array(bytes.prefix(1_200_000)))
        peer.hangUp()
      } else if let range = request["range"], let start = Int(range.dropFirst(6).dropLast()) {
        let sent = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        peer.answer(206, fields + [("Content-Range", sent)], body: Array(bytes[start...]))
      } else {
        peer.answer(200, fields, body: bytes)
      }
    }
  }

  extension Workplace {
    /// A place with the files of another one's home.
    convenience init(copying home: String) throws {
      try self.init()
      try FileManager.default.removeItem(atPath: self.home)
      try FileManager.default.copyItem(atPath: home, toPath: self.home)
    }
  }
#endif
