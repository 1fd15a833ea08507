import HTTPCache
import Terminal

/// Decoding pictures, once for each size.
extension PictureLoader {
  /// A picture that was decoded for a frame before, in memory or on disk.
  func made(of digest: String, _ request: PictureRequest) -> (pixels: Pixels, facts: PictureFacts)?
  {
    if let held = memory.held(request.key), held.facts.identity == PictureFacts.identity(of: digest)
    {
      return (held.pixels, held.facts)
    }
    guard cachePlace == .disk, let bytes = fetcher.store.thumbnail(Self.key(digest, request)) else {
      return nil
    }
    return Thumbnail(bytes: bytes, decoder).map { ($0.pixels, $0.facts) }
  }

  /// Decodes a picture, and shows it.
  ///
  /// - Throws: ``DecodingError`` if it cannot be shown.
  func decode(
    _ bytes: [UInt8], _ facts: PictureFacts, isChecking: Bool, storedAs digest: String?, _ job: Job
  ) async throws(DecodingError) {
    if !isShown(job) { job.advance(.decoding, nil) }
    let (decoder, frame) = (decoder, job.request.frame)
    let picture = try await decodingQueue.make { () throws(DecodingError) in
      try decoder.picture(of: bytes, in: frame)
    }
    if let digest { brokenContents.forget(digest) }
    var facts = facts
    facts.format = picture.header.format
    facts.size = picture.header.size
    facts.isIncomplete = picture.isIncomplete
    facts.count = bytes.count
    if cachePlace == .disk, let digest {
      keep(picture.pixels, facts, Self.key(digest, job.request))
    }
    present(picture.pixels, facts, isChecking: isChecking, storedAs: digest, job)
  }

  /// Shows a picture, and retains it in memory if it may be cached.
  ///
  /// The end of its freshness is looked up, unless it is known.
  func present(
    _ pixels: Pixels, _ facts: PictureFacts, isChecking: Bool, storedAs digest: String?, _ job: Job,
    freshUntil: Double? = nil
  ) {
    if digest != nil, cachePlace != .off {
      let until = freshUntil ?? job.request.fetch.map { fetcher.freshUntil($0) ?? 0 } ?? .infinity
      var held = facts
      // The source of later uses.
      if held.source != .file { held.source = .cache }
      memory.hold(.init(pixels: pixels, facts: held, freshUntil: until), for: job.request.key)
    }
    if Task.isCancelled { return }
    job.advance(.ready(facts, isChecking: isChecking), pixels)
  }

  private func keep(_ pixels: Pixels, _ facts: PictureFacts, _ key: ThumbnailKey) {
    if let bytes = Thumbnail(pixels: pixels, facts: facts).bytes(decoder) {
      fetcher.store.insertThumbnail(bytes, for: key)
    }
  }

  private static func key(_ digest: String, _ request: PictureRequest) -> ThumbnailKey {
    let frame = request.frame
    return ThumbnailKey(
      digest: digest,
      form: "\(frame.width)x\(frame.height) \(frame.aspect) v\(PictureDecoder.version)")
  }
}

/// Showing thumbnails of stored pictures.
extension PictureLoader {
  /// Shows the thumbnail of a fresh stored picture at once: starting a task would take longer.
  ///
  /// - Returns: Whether nothing else needs to be done.
  func showMade(_ request: PictureRequest, _ number: Int) -> Bool {
    guard cachePlace == .disk, request.priority == .visible, Thumbnail.isPlain(request.frame),
      let fetch = request.fetch,
      case .serve(let stored, let rule, isChecked: false) = fetcher.decision(on: fetch),
      stored.status == 200, !rule.isStale, stored.responseTime >= request.newerThan,
      let made = made(of: stored.digest, request)
    else { return false }
    let job = job(request, number)
    job.advance(.found(isFresh: true), nil)
    show(made, of: stored, rule, isChecking: false, fetch, job)
    return true
  }

  /// Shows the thumbnail of a stored picture.
  func show(
    _ made: (pixels: Pixels, facts: PictureFacts), of stored: StoredResponse, _ rule: CacheRule,
    isChecking: Bool, _ fetch: FetchRequest, _ job: Job
  ) {
    fetcher.use(stored, for: fetch, rule)
    var facts = facts(of: stored, rule, isChecking: isChecking)
    facts.take(made.facts)
    var freshUntil: Double?
    if case .fresh(let left, _) = rule { freshUntil = now() + left }
    present(
      made.pixels, facts, isChecking: isChecking, storedAs: stored.digest, job,
      freshUntil: freshUntil)
  }

  /// The facts about a stored response; those in the picture itself are added later.
  func facts(
    of stored: StoredResponse, _ rule: CacheRule, isChecking: Bool
  ) -> PictureFacts {
    PictureFacts(
      format: .jpeg, size: PixelSize(width: 1, height: 1), count: stored.count,
      source: rule == .offline ? .offline : isChecking ? .stale : .cache,
      date: now() - fetcher.age(of: stored), identity: PictureFacts.identity(of: stored.digest))
  }
}
