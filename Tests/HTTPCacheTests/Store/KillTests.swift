import Foundation
import LiveWorld
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The probe lies in the build folder, beside the bundle or program that holds these tests.
let probePath: String = {
  let tests = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
  let folders = tests.flatMap { [$0.deletingLastPathComponent(), $0] }
  let paths = folders.map { $0.appending(path: "CacheProbe").path }
  return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "CacheProbe"
}()

/// Processes that are killed while they write.
struct KillTests {
  /// How often; more often if `LARDER_KILL_ROUNDS` says so.
  private static let rounds = environmentValue("LARDER_KILL_ROUNDS").flatMap { Int($0) } ?? 60

  @Test @MainActor func `four processes killed at any moment leave a consistent store`() throws {
    let bench = try StoreWorkbench()
    var numbers = SeededNumbers(seed: 5)
    var damaged = 0
    for round in 0..<Self.rounds {
      let terminals = try (0..<4).map { process in
        try PseudoTerminal(running: probePath, arguments: [bench.path, "\(round * 4 + process)"])
      }
      // Each is killed after it did so much, at whatever it does then.
      for terminal in terminals {
        let length = 30 * (1 + numbers.below(20))
        try terminal.expect(timeout: .seconds(60)) { _ in terminal.transcript.count >= length }
        terminal.process.send(SIGKILL)
      }
      for terminal in terminals {
        #expect(
          try terminal.expectEnd(timeout: .seconds(60)) == .signal(SIGKILL), "round \(round)")
        #expect(!terminal.output.contains("wrong"), "round \(round): \(terminal.output)")
      }
      try expectSound(bench.path, "round \(round)")
      let last = try PseudoTerminal(running: probePath, arguments: [bench.path, "look"])
      #expect(try last.expectEnd(timeout: .seconds(60)) == .status(0), "round \(round)")
      #expect(last.output.hasPrefix("sound: "), "round \(round): \(last.output)")
      damaged = last.output.split(separator: " ").last.flatMap { Int($0.dropLast()) } ?? damaged
    }
    print("rounds: \(Self.rounds), entries without a body: \(damaged)")
  }
}
