import FoundationEssentials
import HTTPCache
import LiveWorld
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Uses a cache without end, and stops as soon as it is given anything but what was put there.
///
/// Usage: CacheProbe FOLDER SEED to use it, a line of output for each thing done;
/// CacheProbe FOLDER look to look at everything in it once, and say how much that is;
/// CacheProbe FOLDER keep USER to keep one thing in the name of a user, and print the notice.
/// CacheProbe FOLDER together to keep without end, some at a time, and print each address once it is kept;
/// CacheProbe FOLDER append to add lines to a file until the disk takes none, and print how long it is.
/// CacheProbe FOLDER full to use it on a disk that takes no byte more from some moment on.
/// The line of a cache that is wrong begins with that word.
let arguments = CommandLine.arguments
let now = World.live(folders: Folders(home: arguments[1]), seed: nil).now
let chance = RandomSource(seed: UInt64(arguments[2]) ?? 0)

var limits = CacheLimits()
limits.bytes = 600_000
limits.freeBytes = 0
limits.bytesInMemory = 8192
let store = CacheStore(
  folder: arguments[1], files: LiveFileSystem(), limits: limits,
  now: { now().timeIntervalSince1970 })

func number(below bound: Int) -> Int { Int(chance.next() >> 1) % bound }

func fail(_ words: String) -> Never {
  print("wrong: \(words)")
  exit(1)
}

func key(_ host: Int, _ number: Int) -> CacheKey {
  CacheKey(address: "http://h\(host).example/\(number)")
}

/// Looks at everything under a key, and returns what is there.
func look(at key: CacheKey) -> [StoredResponse] {
  let found = store.responses(for: key)
  for response in found {
    guard let content = store.content(of: response) else { continue }
    guard let bytes = try? content.bytes() else { fail("\(key.address) cannot be read") }
    if !CacheSample(response).isRight(response, bytes) { fail("\(key.address) is another") }
  }
  return found
}

/// Keeps something new, in pieces; now and then it breaks off in the middle.
func keep(_ key: CacheKey, replacing old: [StoredResponse]) {
  let sample = CacheSample(key: key, version: number(below: 1 << 30))
  let intake = store.intake(isStorable: true)
  let isPart = number(below: 8) == 0
  let bytes = isPart ? Array(sample.bytes.prefix(1 + sample.bytes.count / 2)) : sample.bytes
  for start in stride(from: 0, to: bytes.count, by: 3000) {
    intake.append(Array(bytes[start..<min(start + 3000, bytes.count)]))
  }
  let response = sample.response(at: now().timeIntervalSince1970)
  if isPart {
    store.insertPartial(response, intake)
  } else if (try? store.keep(response, intake, replacing: old).bytes()) != bytes {
    fail("\(key.address) is not what was just kept")
  }
}

/// Keeps something that can be told from what it replaces.
func keepWhole(_ key: CacheKey, isInvalidated: Bool = false) {
  let sample = CacheSample(key: key, version: number(below: 1 << 30))
  let intake = store.intake(isStorable: true)
  intake.append(sample.bytes)
  var response = sample.response(at: now().timeIntervalSince1970)
  response.isInvalidated = isInvalidated
  _ = store.keep(response, intake, replacing: [])
}

/// Goes on with what broke off.
func resume(_ key: CacheKey) {
  guard let (response, intake) = store.takePartial(for: key) else { return }
  let sample = CacheSample(response)
  intake.append(Array(sample.bytes.dropFirst(intake.count)))
  let bytes = try? store.keep(response, intake, replacing: []).bytes()
  if bytes.map({ sample.isRight(response, $0) }) != true { fail("\(key.address) broke again") }
}

/// Keeps some things at the same time, each its own address, and prints that address.
func keepTogether(_ numbers: Range<Int>) async {
  await withTaskGroup(of: Void.self) { [store, now] group in
    for number in numbers {
      group.addTask {
        let address = "http://together.example/\(number)"
        let intake = store.intake(isStorable: true)
        intake.append(Array(address.utf8))
        let time = now().timeIntervalSince1970
        let response = StoredResponse(
          key: CacheKey(address: address), status: 200, headers: [], requestTime: time,
          responseTime: time)
        _ = await store.insertTogether(response, intake, replacing: [])
        print(address)
      }
    }
  }
}

func use() async {
  // Some are killed before what they have answered is kept.
  store.isWriteBehind = number(below: 2) == 0
  let key = key(number(below: 5), number(below: 12))
  let old = look(at: key)
  switch number(below: 10) {
  case 0: old.forEach { store.remove($0) }
  case 1: if let first = old.first { store.update(first) }
  case 2: store.invalidate(address: key.address)
  case 3: resume(key)
  case 4: store.flush()
  case 5:
    let first = number(below: 40)
    await keepTogether(first..<first + 6)
  default: keep(key, replacing: old)
  }
  if let notice = store.takeNotice() { fail(notice) }
  print(key.address)
}

switch arguments[2] {
case "look":
  let found = (0..<5).flatMap { host in (0..<12).flatMap { look(at: key(host, $0)) } }
  if let notice = store.takeNotice() { fail(notice) }
  print("sound: \(found.count), damaged: \(store.statistics().total.damaged)")
case "keep":
  // The tests may run as a user whom no permissions bind.
  if arguments.count > 3, let user = UInt32(arguments[3]), setuid(user) != 0 {
    fail("no such user")
  }
  keep(key(1, 1), replacing: [])
  print("kept: \(look(at: key(1, 1)).count)")
  print("notice: \(store.takeNotice() ?? "none")")
case "together":
  store.limits.bytes = 100_000_000
  for start in stride(from: 0, to: Int.max, by: 8) { await keepTogether(start..<start + 8) }
case "append":
  signal(SIGXFSZ, SIG_IGN)
  var some = rlimit(rlim_cur: 1000, rlim_max: 1000)
  guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &some) == 0 else {
    fail("the disk cannot be filled")
  }
  let line = [UInt8](repeating: 0x61, count: 299) + [0x0A]
  while (try? LiveFileSystem().append(line, to: arguments[1] + "/lines")) != nil {}
  print(try LiveFileSystem().status(of: arguments[1] + "/lines").size)
case "full":
  let keys = (1...4).map { key(0, $0) }
  for key in keys { keepWhole(key) }
  store.flush()
  signal(SIGXFSZ, SIG_IGN)
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none) == 0 else {
    fail("the disk cannot be filled")
  }
  for var response in look(at: keys[0]) {
    response.isInvalidated = true
    store.update(response)
  }
  store.invalidate(address: keys[1].address)
  look(at: keys[2]).forEach { store.remove($0) }
  keepWhole(key(0, 5), isInvalidated: true)
  let names = ["updated", "invalidated", "removed", "new", "left alone"]
  for (name, number) in zip(names, [1, 2, 3, 5, 4]) {
    print("\(name): \(look(at: key(0, number)).map(\.isInvalidated))")
  }
  print(store.takeNotice() ?? "no notice")
  // No row can be removed; what they hold is given back all the same.
  _ = store.clear(CacheSelection())
  let left = store.responses(for: keys[3]).filter { store.content(of: $0) != nil }
  print("left: \(left.count), refused: \(store.isRefused)")
default:
  while true { await use() }
}
