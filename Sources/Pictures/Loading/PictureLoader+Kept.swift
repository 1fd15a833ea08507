import HTTPCache
import Terminal

/// Showing what was made before of what is kept.
extension PictureLoader {
  /// Shows at once what is kept, fresh, and small as it was made before: a task would take longer.
  ///
  /// - Returns: Whether that was all that is to be done.
  func showMade(_ request: PictureRequest, _ number: Int) -> Bool {
    guard keeping == .disk, request.priority == .visible, Thumbnail.isPlain(request.frame),
      case .serve(let kept, let rule, isChecked: false) = fetcher.decision(on: request.fetch),
      kept.status == 200, !rule.isStale, kept.responseTime >= request.newerThan,
      let made = made(of: kept.digest, request)
    else { return false }
    let job = job(request, number)
    job.advance(.found(isFresh: true), nil)
    show(made, of: kept, rule, isChecking: false, job)
    return true
  }

  /// Shows what was made before of what is kept.
  func show(
    _ made: (pixels: Pixels, facts: PictureFacts), of kept: StoredResponse, _ rule: CacheRule,
    isChecking: Bool, _ job: Job
  ) {
    fetcher.use(kept, for: sent(job.request), rule)
    var facts = facts(of: kept, rule, isChecking: isChecking)
    facts.take(made.facts)
    var freshUntil: Double?
    if case .fresh(let left, _) = rule { freshUntil = now() + left }
    present(
      made.pixels, facts, isChecking: isChecking, keptAs: kept.digest, job, freshUntil: freshUntil)
  }

  /// What is known of a copy; what lies in the picture itself is yet to be found out.
  func facts(
    of kept: StoredResponse, _ rule: CacheRule, isChecking: Bool
  ) -> PictureFacts {
    PictureFacts(
      format: .jpeg, size: PixelSize(width: 1, height: 1), count: kept.count,
      source: rule == .offline ? .offline : isChecking ? .stale : .cache,
      date: now() - fetcher.age(of: kept), identity: PictureFacts.identity(of: kept.digest))
  }
}
