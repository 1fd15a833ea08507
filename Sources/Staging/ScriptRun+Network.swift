import Dispatch
import FoundationEssentials
import LiveWorld
import Recordings
import Text
import World

extension ScriptRun {
  /// Repeats the recorded requests of scripts, and prints the differences.
  ///
  /// Each GET and HEAD request of a bundle is sent once, without credentials. Nothing is written.
  ///
  /// - Parameters:
  ///   - files: The paths of scripts with bundles.
  ///   - maximumAge: The age in days above which a recording is reported; nil for none.
  /// - Returns: The most severe exit status.
  package func verifyNetwork(of files: [String], maximumAge: Int?) -> ScriptExit {
    var exit = ScriptExit.matched
    for file in files {
      exit = exit.worse(
        saying {
          try sessions(in: file).reduce(.matched) {
            $0.worse(try verifyNetwork(of: $1, file, maximumAge: maximumAge))
          }
        })
    }
    return exit
  }

  private func verifyNetwork(
    of session: ScriptSession, _ file: String, maximumAge: Int?
  ) throws -> ScriptExit {
    guard let bundle = session.bundle else {
      throw ScriptRefusal(
        .unfit,
        "\(file): there is no bundle of recorded responses; larder script record --net makes one")
    }
    if let maximumAge { warn(of: bundle, olderThan: maximumAge) }
    let requests = NetworkReview.requests(of: bundle)
    let skipped = bundle.network.exchanges.count - requests.count
    if skipped > 0 {
      say([
        "\(file): \(counted(skipped, "request")) not sent, because that could change something on the server"
      ])
    }
    let review = NetworkReview(bundle, now: Self.answers(to: requests))
    let differences = try review.differences()
    print(differences.map { harmless($0) })
    if differences.isEmpty {
      say(["\(file): \(counted(requests.count, "request")), the responses are as recorded"])
    }
    return review.isUnanswered ? .unfit : differences.isEmpty ? .matched : .mismatch
  }

  private func warn(of bundle: RecordedBundle, olderThan maximumAge: Int) {
    let days = Int(liveNow().timeIntervalSince(bundle.network.recorded) / 86_400)
    if days > maximumAge { say(["\(bundle.path): recorded \(days) days ago"]) }
  }

  /// Sends requests one after the other.
  private static func answers(to requests: [HTTPRequest]) -> NetworkRecording {
    let transport = RecordingTransport(CurlTransport())
    let done = DispatchSemaphore(value: 0)
    Task {
      for request in requests {
        // The transport records failures as well.
        _ = try? await transport.response(to: request)
      }
      done.signal()
    }
    done.wait()
    return transport.recording(at: liveNow())
  }
}
