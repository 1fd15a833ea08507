import ArgumentParser
import Dispatch
import FoundationEssentials
import LiveWorld
import Recordings
import Text
import World

/// Asks servers again what scripts recorded.
struct ScriptVerifyNetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-net",
    abstract: "Ask the network again, and say what is not as it was recorded.",
    discussion: """
      Each GET and HEAD of a script's bundle is sent once more, without secrets; nothing is written. It exits with 1 \
      if something is not as it was, and with 3 if there is no answer.
      """)

  @Argument(help: "Scripts with bundles.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Warn of what was recorded more days ago.", valueName: "days"))
  var maxAge: Int?

  func run() throws {
    let run = ScriptRun()
    var exit = ScriptExit.matched
    for file in files {
      do {
        exit = exit.worse(try verify(file, run))
      } catch {
        exit = exit.worse(run.say(error))
      }
    }
    try leave(exit)
  }

  private func verify(_ file: String, _ run: ScriptRun) throws -> ScriptExit {
    guard let bundle = try run.open(file).bundle else {
      throw ScriptRefusal(.unfit, "\(file): it has no bundle; record --net makes one")
    }
    warn(bundle, run)
    let requests = NetworkReview.requests(of: bundle)
    let skipped = bundle.network.exchanges.count - requests.count
    if skipped > 0 {
      run.say(["\(file): \(skipped) requests could change something, and are not sent"])
    }
    let review = NetworkReview(bundle, now: Self.answers(to: requests))
    let differences = try review.differences()
    run.print(differences.map { harmless($0) })
    if differences.isEmpty {
      run.say(["\(file): \(requests.count) requests, answered as they were recorded"])
    }
    return review.isUnanswered ? .unfit : differences.isEmpty ? .matched : .mismatch
  }

  private func warn(_ bundle: RecordedBundle, _ run: ScriptRun) {
    guard let maxAge else { return }
    let days = Int(liveNow().timeIntervalSince(bundle.network.recorded) / 86_400)
    if days > maxAge { run.say(["\(bundle.path): it was recorded \(days) days ago"]) }
  }

  /// Sends requests one after the other.
  private static func answers(to requests: [HTTPRequest]) -> NetworkRecording {
    let transport = RecordingTransport(CurlTransport())
    let done = DispatchSemaphore(value: 0)
    Task {
      for request in requests {
        // Why there is no answer is what the transport keeps.
        _ = try? await transport.response(to: request)
      }
      done.signal()
    }
    done.wait()
    return transport.recording(at: liveNow())
  }
}
