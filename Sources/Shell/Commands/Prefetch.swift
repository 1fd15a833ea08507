import HTTPCache
import Interpreter
import Pictures
import SessionStore
import Terminal
import World

extension Command<Shell> {
  static var prefetch: Self {
    Self(
      "prefetch",
      .choice(
        "small|large", isOptional: true,
        [Candidate("large", "what show has"), Candidate("small", "what pictures has")]),
      summary: "Fetch the view's pictures into the cache; ^C stops, and the next time goes on.",
      examples: ["prefetch", "filter cuisine=Italian; prefetch small"]
    ) { shell, arguments in
      var sizes = Shell.PictureSize.allCases
      if let word = arguments["small|large"] {
        guard let size = Shell.PictureSize(rawValue: word.text) else {
          throw Failure(
            "`prefetch` takes small, large or nothing", at: word.range, in: arguments.line)
        }
        sizes = [size]
      }
      try shell.prefetch(sizes)
    }
  }
}

extension Shell {
  fileprivate func prefetch(_ sizes: [PictureSize]) throws {
    session.refresh(rows: rows(of: session.view))
    guard hasPictures else { throw Failure("the records of this feed have no pictures") }
    let requests = pictureRequests(sizes)
    if requests.isEmpty { return say("no row of the view has a picture", .warning) }
    let prefetch = PicturePrefetch(requests, with: pictures)
    let promise = Promise<Void>()
    let task = Task { await promise.keep { await prefetch.run() } }
    let progress = Progress("pictures", on: world.console)
    while !promise.isKept(withinMilliseconds: 100) {
      if world.interruptions.isRaised { task.cancel() }
      progress.show(prefetch.outcome.done, of: prefetch.count)
    }
    progress.clear()
    sayTrace()
    say(summary(of: prefetch))
    if world.interruptions.isRaised { throw Failure.interrupted }
  }

  /// The pictures of the view, each address once.
  private func pictureRequests(_ sizes: [PictureSize]) -> [PictureRequest] {
    var seen: Set<String> = []
    var requests: [PictureRequest] = []
    for row in session.rows {
      for size in sizes {
        guard let address = pictureAddress(row, size), seen.insert(address.text).inserted else {
          continue
        }
        requests.append(pictureRequest(address))
      }
    }
    return requests
  }

  private func summary(of prefetch: PicturePrefetch) -> String {
    let outcome = prefetch.outcome
    var parts = [
      "\(outcome.fetched) of \(prefetch.count) pictures fetched, \(byteText(outcome.bytes))"
    ]
    if outcome.kept > 0 { parts.append("\(outcome.kept) were there") }
    if outcome.broken > 0 { parts.append("\(outcome.broken) broken") }
    if outcome.failed > 0 { parts.append("\(outcome.failed) failed") }
    let left = prefetch.count - outcome.done
    if left > 0 { parts.append("\(left) left: prefetch goes on with them") }
    return parts.joined(separator: " · ")
  }
}
