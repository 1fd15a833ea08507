@testable import HTTPCache
import LiveWorld
import Synchronization
import TestSupport
import Testing
import World

/// One rule of HTTP caching as a few requests, what the origin would say to each, and who is to answer.
struct Case: Sendable, CustomTestStringConvertible {
  /// The text of the rule, and its section.
  let rule: String
  let steps: [Step]

  init(_ rule: String, _ steps: Step...) {
    self.rule = rule
    self.steps = steps
  }

  var testDescription: String { rule }
}

/// The component that answers a request.
enum Answerer: Equatable, Sendable {
  /// The origin, in full.
  case origin
  /// The cache, and the origin is not asked.
  case cache
  /// The cache, after the origin was asked with a condition and said 304.
  case validated
  /// The cache though it is stale, after the origin failed or without asking.
  case stale
  /// Nobody: 504.
  case nobody
}

/// One request of a case.
struct Step: Sendable {
  /// Seconds since the case began.
  var time = 0.0
  var method = "GET"
  var path = "/"
  var fields: [(String, String)] = []
  var mode = CacheMode.standard
  var origin: Origin
  let answerer: Answerer
  var status = 200
  /// Fields of the answer; nil for one that must not be there.
  var answer: [(String, String?)] = []
  /// Fields that the origin must see; nil for one that it must not.
  var sent: [(String, String?)] = []
  var body: String?

  /// A request, what the origin would say to it, and who is to answer.
  init(
    _ answerer: Answerer, at time: Double = 0, method: String = "GET", path: String = "/",
    ask fields: [(String, String)] = [], mode: CacheMode = .standard, says lines: String...,
    origin status: Int = 200, content: String? = nil, isDead: Bool = false,
    isConfused: Bool = false,
    status answered: Int? = nil, answer: [(String, String?)] = [],
    sent: [(String, String?)] = [], body: String? = nil
  ) {
    self.answerer = answerer
    self.time = time
    self.method = method
    self.path = path
    self.fields = fields
    self.mode = mode
    origin = Origin(
      status: status, lines: lines, content: content, isDead: isDead, isConfused: isConfused)
    self.status = answered ?? (answerer == .nobody ? 504 : answerer == .origin ? status : 200)
    self.answer = answer
    self.sent = sent
    self.body = body
  }
}

/// The response of the origin.
struct Origin: Sendable {
  var status = 200
  /// Fields, a line each; `@N` stands for the date N seconds after the case began.
  var lines: [String] = []
  var content: String?
  var isDead = false
  /// Whether it says 304 to whatever condition.
  var isConfused = false
}

/// Runs a case through a fetcher, libcurl, and a real server on loopback.
///
/// With a folder the cache is kept there, and each step is one of another session. What is returned are the
/// differences to what the case says.
func run(_ rule: Case, in folder: String? = nil) async throws -> [String] {
  let clock = Mutex(0.0)
  let step = Mutex(0)
  let steps = rule.steps
  var faults: [String] = []
  try await withServer({ request, peer in
    let number = step.withLock { $0 }
    answer(request, peer, steps[number], number, at: clock.withLock { $0 })
  }) { server in
    let now: @Sendable () -> Double = { beginning + clock.withLock { $0 } }
    let transport = CurlTransport()
    func session() -> Fetcher {
      Fetcher(
        store: CacheStore(folder: folder, files: LiveFileSystem(), now: now),
        transport: transport,
        surroundings: .init(
          now: now, wait: { _ in }, random: RandomSource(seed: 1)))
    }
    var fetcher = session()
    for (number, wanted) in steps.enumerated() {
      clock.withLock { $0 = wanted.time }
      step.withLock { $0 = number }
      let before = server.requests.count
      var request = FetchRequest(try WebAddress(server.url(wanted.path)))
      request.method = wanted.method
      request.headers = wanted.fields.map {
        HTTPField($0.0, withDates($0.1))
      }
      request.mode = wanted.mode
      request.redirects = .manual
      if folder != nil { fetcher = session() }
      let response = try await fetcher.fetch(request)
      while fetcher.isChecking { await Task.yield() }
      let asked = Array(server.requests[before...])
      faults += check(response, wanted, asked).map { "step \(number + 1): \($0)" }
    }
  }
  return faults
}

/// When every case begins: 2026-09-21 14:13:20 UTC.
let beginning = 1_790_000_000.0

/// A text with `@N` in place of dates written out.
func withDates(_ text: String) -> String {
  guard let at = text.firstIndex(of: "@"), let offset = Double(text[text.index(after: at)...])
  else {
    return text
  }
  return text[..<at] + httpDateText(beginning + offset)
}

private func answer(
  _ request: LoopbackRequest, _ peer: LoopbackPeer, _ step: Step, _ number: Int, at time: Double
) {
  if step.origin.isDead { return peer.hangUp() }
  var fields = step.origin.lines.map { line in
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), withDates(String(parts[1].drop { $0 == " " })))
  }
  if !fields.contains(where: { $0.0 == "Date" }) {
    fields.append(("Date", httpDateText(beginning + time)))
  }
  fields.removeAll { $0.0 == "Date" && $0.1 == "none" }
  let isCurrent =
    (step.answerer == .validated || step.origin.isConfused)
    && (request["if-none-match"] != nil || request["if-modified-since"] != nil)
  let body = step.origin.content ?? "content \(number + 1)"
  switch isCurrent ? 304 : step.origin.status {
  case 304, 204: peer.send(head(isCurrent ? 304 : step.origin.status, fields))
  case let status:
    let length = fields.contains { $0.0 == "Content-Length" || $0.0 == "Transfer-Encoding" }
    peer.send(
      head(status, fields + (length ? [] : [("Content-Length", String(body.utf8.count))]))
        + (request.method == "HEAD" ? "" : body))
  }
}

private func head(_ status: Int, _ fields: [(String, String)]) -> String {
  "HTTP/1.1 \(status) Status\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
}

private func check(
  _ response: FetchedResponse, _ step: Step, _ asked: [LoopbackRequest]
) -> [String] {
  var faults: [String] = []
  let answerer: Answerer =
    switch response.source {
    case .network: .origin
    case .cache: .cache
    case .validated: .validated
    case .stale, .offline: .stale
    case .none: .nobody
    }
  if answerer != step.answerer {
    faults.append("answered by \(answerer), not by \(step.answerer) (\(response.rule))")
  }
  if step.answerer == .cache, !asked.isEmpty { faults.append("the origin was asked") }
  if step.answerer == .validated, asked.count != 1 { faults.append("asked \(asked.count) times") }
  if response.status != step.status {
    faults.append("status \(response.status), not \(step.status)")
  }
  for (name, value) in step.answer {
    let values = response.headers.filter { $0.isNamed(name) }.map(\.value)
    let wanted = value.map { [withDates($0)] } ?? []
    if values != wanted { faults.append("\(name) is \(values), not \(wanted)") }
  }
  for (name, value) in step.sent {
    let values = asked.last?.headers.filter { $0.name == name.lowercased() }.map(\.value) ?? []
    let wanted = value.map { [withDates($0)] } ?? []
    if values != wanted { faults.append("the origin saw \(name) \(values), not \(wanted)") }
  }
  if let body = step.body {
    let bytes = (try? response.content.bytes()) ?? []
    if String(decoding: bytes, as: UTF8.self) != body {
      faults.append("the content is \(String(decoding: bytes, as: UTF8.self)), not \(body)")
    }
  }
  return faults
}
