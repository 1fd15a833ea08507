import HTTPCache
import LiveWorld
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Times the store of the HTTP cache with many entries in it, in microseconds.
///
/// Usage: CacheBench FOLDER [ENTRIES [BYTES]], where FOLDER is filled unless it is full already; or
/// CacheBench FOLDER fetch, which fetches the addresses in the lines of standard input instead.
let arguments = CommandLine.arguments
if arguments.count > 2, arguments[2] == "fetch" {
  let addresses = Array(sequence(state: (), next: { _ in readLine() }))
  fetch(addresses, into: arguments[1])
  exit(0)
}
let entries = arguments.count > 2 ? Int(arguments[2]) ?? 30_000 : 30_000
let size = arguments.count > 3 ? Int(arguments[3]) ?? 20_480 : 20_480
var limits = CacheLimits()
limits.bytes = 4 << 30
let clock = ContinuousClock()
let store = CacheStore(
  folder: arguments[1], files: LiveFileSystem(), limits: limits, now: { 1_800_000_000 })

let chance = RandomSource(seed: 1)

func key(_ number: Int) -> CacheKey {
  CacheKey(address: "https://images\(number % 20).example.org/recipes/\(number)/large.jpg?v=3")
}

func response(_ number: Int) -> StoredResponse {
  var response = StoredResponse(
    key: key(number), status: 200, reason: "OK",
    headers: [
      HTTPField("Content-Type", "image/jpeg"), HTTPField("Content-Length", "\(size)"),
      HTTPField("Cache-Control", "public, max-age=31536000"),
      HTTPField("ETag", "\"5f3e-\(number)-18c\""), HTTPField("Server", "nginx"),
      HTTPField("Last-Modified", "Tue, 03 Nov 2026 08:12:31 GMT"),
      HTTPField("Date", "Sat, 21 Nov 2026 05:29:11 GMT"), HTTPField("Accept-Ranges", "bytes"),
    ], requestTime: 1_800_000_000, responseTime: 1_800_000_000)
  response.purpose = .picture
  return response
}

func content(_ number: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ number >> ($0 & 15)) }
}

/// Runs something often and prints the median of its times, and the longest.
func time(_ name: String, _ times: Int, _ work: (Int) -> Int) {
  var answer = 0
  var durations: [Duration] = []
  for turn in 0..<times { durations.append(clock.measure { answer += work(turn) }) }
  durations.sort()
  func microseconds(_ duration: Duration) -> Double {
    Double(duration.components.attoseconds / 10_000_000_000) / 100
      + Double(duration.components.seconds) * 1e6
  }
  print(
    name, microseconds(durations[times / 2]), microseconds(durations[times * 99 / 100]),
    microseconds(durations[times - 1]), answer, separator: "\t")
}

print("what", "median", "99 %", "longest", "answer", separator: "\t")
let found = store.statistics().total.entries
if found < entries {
  let contents = (found..<entries).map { content($0) }
  time("write", entries - found) { turn in
    let intake = store.intake(isStorable: true)
    intake.append(contents[turn])
    return store.keep(response(found + turn), intake, replacing: []).count
  }
}
let picks = (0..<20_000).map { _ in Int(chance.next() % UInt64(entries)) }
time("hit", 20_000) { turn in
  guard let found = store.responses(for: key(picks[turn])).first else { return 0 }
  return store.content(of: found)?.count ?? 0
}
time("open, and a hit", 101) { turn in
  let store = CacheStore(
    folder: arguments[1], files: LiveFileSystem(), limits: limits, now: { 1_800_000_000 })
  return store.responses(for: key(picks[turn])).first.flatMap { store.content(of: $0) }?.count ?? 0
}
time("hit, the index alone", 20_000) { turn in
  store.responses(for: key(picks[turn])).count
}
time("statistics", 101) { _ in store.statistics().total.entries }
time("statistics after events", 101) { turn in
  for host in 0..<20 { store.count(.hit, host: "images\(host).example.org") }
  store.flush()
  return store.statistics().hosts.count
}
