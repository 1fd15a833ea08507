import HTTPCache
import Terminal
import World

/// The stages of a picture, from the cache or its server to pixels.
extension PictureLoader {
  /// The work on one request.
  struct Job: Sendable {
    let request: PictureRequest
    let number: Int
    let advance: @Sendable (PicturePhase, Pixels?) -> Void
  }

  func load(_ request: PictureRequest, _ number: Int) async {
    let job = job(request, number)
    switch request.place {
    case .web(let address):
      await load(Download(job: job, address: address, fetch: sent(request, to: address)))
    case .file(let picture): await load(picture, job)
    }
  }

  /// The work on a picture from the web.
  private struct Download: Sendable {
    let job: Job
    let address: WebAddress
    let fetch: FetchRequest

    var request: PictureRequest { job.request }
  }

  private func load(_ download: Download) async {
    let (job, request) = (download.job, download.request)
    var mode: CacheMode?
    switch fetcher.decision(following: download.fetch) {
    case .serve(let stored, let rule, let isChecked) where stored.status == 200:
      let isOld = stored.responseTime < request.newerThan && rule != .offline
      let isSuspect = isChecked || request.isAsked && brokenContents.contains(stored.digest)
      job.advance(.found(isFresh: !rule.isStale), nil)
      if stored.key.address != download.address.text,
        let target = try? WebAddress(stored.key.address)
      {
        // A picture on the screen is protected from eviction, also behind a redirect; what is stored has an address.
        fetcher.hold(target, for: download.fetch)
      }
      if await show(stored, rule, isChecking: isSuspect || isOld, download) { return }
      mode = isOld ? .reload : isSuspect ? .noCache : nil
    case .validate(let stored, let rule) where stored.status == 200,
      .fetch(let rule, fallback: let stored?) where stored.status == 200:
      job.advance(.found(isFresh: false), nil)
      _ = await show(stored, rule, isChecking: true, download)
      mode = stored.responseTime < request.newerThan ? .reload : nil
    case .serve(let stored, _, _) where stored.responseTime < request.newerThan: mode = .reload
    case .serve where request.isAsked: mode = .noCache
    case .serve, .validate, .fetch, .refuse: break
    }
    if Task.isCancelled { return }
    await fetch(download, mode)
  }

  func job(_ request: PictureRequest, _ number: Int) -> Job {
    let board = board
    return Job(request: request, number: number) { phase, pixels in
      board.advance(request.key, number, to: phase, pixels)
    }
  }

  /// The request for a picture, adapted to where copies are stored.
  func sent(_ request: PictureRequest, to address: WebAddress) -> FetchRequest {
    var sent = request.fetch(from: address)
    if cachePlace == .off { sent.mode = .noStore }
    return sent
  }

  /// Shows the stored copy.
  ///
  /// - Returns: Whether nothing else needs to be done.
  private func show(
    _ stored: StoredResponse, _ rule: CacheRule, isChecking: Bool, _ download: Download
  ) async -> Bool {
    let job = download.job
    if let made = made(of: stored.digest, job.request) {
      show(made, of: stored, rule, isChecking: isChecking, download.fetch, job)
      return !isChecking
    }
    // A damaged or unreadable copy is fetched again.
    guard let bytes = try? fetcher.content(of: stored)?.bytes() else { return false }
    fetcher.use(stored, for: download.fetch, rule)
    let facts = facts(of: stored, rule, isChecking: isChecking)
    do throws(DecodingError) {
      try await decode(bytes, facts, isChecking: isChecking, storedAs: stored.digest, job)
    } catch {
      brokenContents.note(stored.digest, error)
      // The server may have a picture by now.
      if !isChecking { job.advance(.broken(reason: "\(error)"), nil) }
    }
    return !isChecking
  }

  /// Fetches a picture, or validates the displayed copy.
  private func fetch(_ download: Download, _ mode: CacheMode?) async {
    let job = download.job
    var request = download.fetch
    if let mode { request.mode = mode }
    if !isShown(job) {
      request.progress = { job.advance(.downloading(received: $0, total: $1), nil) }
    }
    let response: FetchedResponse
    do throws(HTTPFailure) {
      response = try await fetcher.fetch(request)
    } catch {
      return fail(error, request, job)
    }
    if response.status == 504, response.source == .none {
      return miss(response.rule == .offline ? nil : "\(response.rule)", request, job)
    }
    if [404, 410].contains(response.status) {
      return job.advance(.broken(reason: response.words), nil)
    }
    guard (200..<300).contains(response.status) else { return miss(response.words, request, job) }
    await take(response, download)
  }

  /// Handles the response.
  private func take(_ response: FetchedResponse, _ download: Download) async {
    let job = download.job
    brokenContents.note(download.address, isBroken: false)
    if response.address != download.address {
      fetcher.hold(response.address, for: download.fetch)
    }
    var facts = PictureFacts(
      format: .jpeg, size: PixelSize(width: 1, height: 1), count: response.content.count,
      source: .init(response.source), date: response.date,
      identity: response.digest.map { PictureFacts.identity(of: $0) } ?? 0)
    if case .staleIfError(_, let reason) = response.rule { facts.failure = reason }
    if case .failedBefore = response.rule { facts.failure = "\(response.rule)" }
    if let digest = response.digest, let made = made(of: digest, job.request) {
      facts.take(made.facts)
      return present(made.pixels, facts, isChecking: false, storedAs: digest, job)
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try response.content.bytes()
    } catch {
      return job.advance(.failed(reason: "\(error)", retryAt: now()), nil)
    }
    do throws(DecodingError) {
      try await decode(bytes, facts, isChecking: false, storedAs: response.digest, job)
    } catch {
      brokenContents.note(response.digest, error)
      // A login page in place of a picture does not replace the displayed picture.
      if isShown(job) { return miss("\(error)", download.fetch, job) }
      job.advance(.broken(reason: "\(error)"), nil)
    }
  }

  func isShown(_ job: Job) -> Bool { pixels(of: job.request) != nil }

  /// Handles a temporary failure: the displayed picture stays.
  private func miss(_ reason: String?, _ request: FetchRequest, _ job: Job) {
    if case .ready(var facts, _) = phase(of: job.request) {
      facts.failure = reason
      return job.advance(.ready(facts, isChecking: false), nil)
    }
    guard let reason else { return job.advance(.offline, nil) }
    let retryAt = fetcher.failure(of: request)?.until ?? now()
    job.advance(.failed(reason: reason, retryAt: retryAt), nil)
  }

  private func fail(_ failure: HTTPFailure, _ request: FetchRequest, _ job: Job) {
    switch failure {
    case .cancelled: break
    case .tooLarge, .tooMuchSent, .packedTooDensely, .badURL, .unsupportedScheme, .refusedRedirect,
      .tooManyRedirects:
      brokenContents.note(request.address, isBroken: true)
      job.advance(.broken(reason: "\(failure)"), nil)
    default: miss("\(failure)", request, job)
    }
  }
}

extension PictureFacts {
  /// A number that distinguishes contents as their digests do.
  static func identity(of digest: String) -> UInt64 { UInt64(digest.prefix(16), radix: 16) ?? 0 }

  /// Adds the facts from the picture itself.
  mutating func take(_ other: PictureFacts) {
    (format, size, isIncomplete) = (other.format, other.size, other.isIncomplete)
  }
}

extension CacheRule {
  /// Whether the stored copy is stale.
  var isStale: Bool {
    switch self {
    case .fresh, .immutable, .anyCopy: false
    default: true
    }
  }
}

extension FetchedResponse {
  /// The status for people.
  fileprivate var words: String { reason.isEmpty ? "\(status)" : "\(status) \(reason)" }
}
