import Assistance
import Diagnostics
import HTTPCache
import Interpreter
import Output
import Pictures
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<ImagesContext> {
  static var prefetch: Self {
    Self(
      "prefetch",
      Context.pictureSizes,
      summary: "Download the pictures of the view into the cache; ^C stops it.",
      examples: [
        Example("prefetch", prints: "128 of 128 pictures fetched, 897 KB"),
        Example(
          "filter cuisine=Italian; prefetch small", prints: "6 of 6 pictures fetched, 39.4 KB"),
      ]
    ) { context, sizes in try context.prefetch(sizes) }
  }
}

extension ImagesContext {
  /// The size of pictures; all sizes without a word.
  fileprivate static var pictureSizes: Parameter<ImagesContext, [PictureViews.Size]> {
    choice(
      "small|large",
      [
        Candidate("large", "the size that `show` uses"),
        Candidate("small", "the size that `pictures` uses"),
      ]
    ).map { _, argument in
      guard let size = PictureViews.Size(rawValue: argument.text) else {
        throw Failure(
          "`prefetch` takes small, large or nothing", at: argument.range, in: argument.line)
      }
      return [size]
    }.or { _ in PictureViews.Size.allCases }
  }
}

extension ImagesContext {
  /// The number of rows whose pictures are looked up at a time, so that the first download starts soon, whatever the
  /// length of the view.
  private static let slab = 2000

  fileprivate func prefetch(_ sizes: [PictureViews.Size]) throws {
    session.refresh()
    guard pictures.hasPictures else { throw Failure("the records of this feed have no pictures") }
    guard pictures.loader.cachePlace != .off else {
      throw Failure("pictures are not cached: picture-cache is off", hint: "set picture-cache disk")
    }
    var work = PrefetchWork(rowsLeft: session.rows.count)
    let progress = output.progress("pictures")
    output.keepingKeys {
      while work.rowsLeft > 0, !world.interruptions.isRaised {
        run(PicturePrefetch(nextRequests(sizes, &work), with: pictures.loader), &work, progress)
      }
      progress.clear()
    }
    output.sayPending()
    if work.isEmpty { return output.say("no row of the view has a picture", .warning) }
    if work.outcome.failed > 0, !world.interruptions.isRaised {
      throw Failure(summary(of: work))
    }
    output.say(summary(of: work))
    if world.interruptions.isRaised { throw Failure.interrupted }
  }

  /// Fetches until all is done, or the user interrupts.
  private func run(_ prefetch: PicturePrefetch, _ work: inout PrefetchWork, _ progress: Progress) {
    let promise = Promise<Void>()
    let task = Task { await promise.keep { await prefetch.run() } }
    work.count += prefetch.count
    while !promise.isKept(withinMilliseconds: 100) {
      if world.interruptions.isRaised { task.cancel() }
      var outcome = work.outcome
      outcome.add(prefetch.outcome)
      progress.show(
        outcome.done, of: work.rowsLeft == 0 ? work.count : nil,
        bytes: outcome.bytes > 0 ? outcome.bytes : nil)
    }
    work.outcome.add(prefetch.outcome)
  }

  /// The pictures of the next rows of the view, without duplicates.
  private func nextRequests(
    _ sizes: [PictureViews.Size], _ work: inout PrefetchWork
  ) -> [PictureRequest] {
    let start = session.rows.count - work.rowsLeft
    let rows = session.rows[start..<min(start + Self.slab, session.rows.count)]
    work.rowsLeft -= rows.count
    var requests: [PictureRequest] = []
    for row in rows {
      for size in sizes {
        guard let place = pictures.picturePlace(row, size), work.isNew(place) else {
          continue
        }
        requests.append(pictures.pictureRequest(place))
      }
    }
    return requests
  }

  private func summary(of work: PrefetchWork) -> String {
    let outcome = work.outcome
    let fetched =
      work.rowsLeft == 0
      ? "\(outcome.fetched) of \(counted(work.count, "picture"))"
      : counted(outcome.fetched, "picture")
    var parts = ["\(fetched) fetched, \(byteText(outcome.bytes))"]
    if outcome.stored > 0 { parts.append("\(outcome.stored) already cached") }
    if outcome.broken > 0 { parts.append("\(outcome.broken) broken") }
    if outcome.failed > 0 { parts.append("\(outcome.failed) failed") }
    if outcome.offline > 0 { parts.append("\(outcome.offline) not cached, and offline") }
    let left = work.count - outcome.done
    if work.rowsLeft > 0 {
      parts.append("more are left: run prefetch again")
    } else if left > 0 {
      parts.append("\(left) left: run prefetch again")
    }
    return parts.joined(separator: " · ")
  }
}

/// The remaining work of a prefetch.
private struct PrefetchWork {
  /// The number of rows whose pictures were not looked up yet.
  var rowsLeft: Int
  /// The number of pictures in the other rows.
  var count = 0
  var outcome = PicturePrefetch.Outcome()
  // Only the hashes of millions of places fit in memory.
  private var seen: Set<Int> = []

  init(rowsLeft: Int) { self.rowsLeft = rowsLeft }

  /// Whether there is nothing to fetch.
  var isEmpty: Bool { count == 0 && rowsLeft == 0 }

  /// Adds a place; returns whether it is new.
  mutating func isNew(_ place: PicturePlace) -> Bool {
    seen.insert(place.id.hashValue).inserted
  }
}
