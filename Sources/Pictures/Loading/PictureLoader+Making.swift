import HTTPCache
import Terminal

/// Making pixels of bytes, once for each size.
extension PictureLoader {
  /// What was made before of some content for a frame: in memory, or on disk.
  func made(of digest: String, _ request: PictureRequest) -> (pixels: Pixels, facts: PictureFacts)?
  {
    if let held = memory.held(request.key), held.facts.identity == PictureFacts.identity(of: digest)
    {
      return (held.pixels, held.facts)
    }
    guard keeping == .disk, let bytes = fetcher.store.thumbnail(Self.key(digest, request)) else {
      return nil
    }
    return Thumbnail(bytes: bytes, decoder).map { ($0.pixels, $0.facts) }
  }

  /// Makes pixels of bytes, and shows them.
  ///
  /// - Throws: ``DecodingError`` if they are no picture that can be shown.
  func decode(
    _ bytes: [UInt8], _ facts: PictureFacts, isChecking: Bool, keptAs digest: String?, _ job: Job
  ) async throws(DecodingError) {
    if !isShown(job) { job.advance(.decoding, nil) }
    let (decoder, frame) = (decoder, job.request.frame)
    let picture = try await workshop.make { () throws(DecodingError) in
      try decoder.picture(of: bytes, in: frame)
    }
    if let digest { brokenContents.forget(digest) }
    var facts = facts
    facts.format = picture.header.format
    facts.size = picture.header.size
    facts.isIncomplete = picture.isIncomplete
    facts.count = bytes.count
    if keeping == .disk, let digest { keep(picture.pixels, facts, Self.key(digest, job.request)) }
    present(picture.pixels, facts, isChecking: isChecking, keptAs: digest, job)
  }

  /// Shows a picture, and holds it in memory if it may be kept at all.
  ///
  /// Until when it may be shown from there is found out, unless it is known.
  func present(
    _ pixels: Pixels, _ facts: PictureFacts, isChecking: Bool, keptAs digest: String?, _ job: Job,
    freshUntil: Double? = nil
  ) {
    if digest != nil, keeping != .off {
      let until = freshUntil ?? fetcher.freshUntil(job.request.fetch) ?? 0
      var held = facts
      // Where it comes from when it is shown again.
      held.source = .cache
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
