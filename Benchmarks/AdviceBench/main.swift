import Diagnostics
import FoundationEssentials
import HTTPCache
import Interpreter
import LiveWorld
import Output
import SessionStore
import Shell
import Text
import World

/// Times what a person waits for at a key, in microseconds: advice on lines, completion, the history.
///
/// Usage: AdviceBench FEED
let home = "/tmp/larder-advice-bench-\(UInt64.random(in: 0 ... .max))"
var world = try World.live(home: home, seed: 1)
let quiet = Console.Stream(isTerminal: false) { _ in .written }
world.console = Console(
  output: quiet, errors: quiet, size: { .init(columns: 80, rows: 24) },
  readLine: { () throws(FileError) in nil }, readInput: { (_) throws(FileError) in [] })
var options = RunOptions()
options.isInteractive = true
let files = world.files
let history = HistoryFile(path: home + "/history", files: files, now: world.now)
let now = world.now
let shell = Shell(
  world: world, library: Library(path: nil, files: files, now: now), history: history,
  cache: CacheStore(folder: nil, files: files, now: { now().timeIntervalSince1970 }),
  options: options)
guard shell.start(CommandLine.arguments[1]) == .success else { fatalError("no such feed") }

/// Does a piece of work often and prints the first, the median and the longest of its times.
@MainActor
func time(_ name: String, _ count: Int = 101, _ work: () -> String) {
  let clock = ContinuousClock()
  var answer = ""
  let times = (0..<count).map { _ in clock.measure { answer = work() } }
  func shown(_ time: Duration) -> String {
    "\(Double(time.components.attoseconds / 100_000_000_000) / 10)"
  }
  let sorted = times.sorted()
  print(
    "\(name)\t\(shown(times[0]))\t\(shown(sorted[count / 2]))\t\(shown(sorted[count - 1]))\t\(answer)"
  )
}

@MainActor
func advise(_ line: String) {
  time("advice on `\(line)`") {
    let advice = shell.advice(on: line, at: line.utf8.count)
    return "\(advice.spans.map(\.kind.rawValue)) \(advice.proposal?.text ?? "-") \(advice.remark)"
  }
}

let typed = [
  "", "f", "filter cuisine=It", "filter cuisine=Italian", "filter cuisine=Italian has:video",
  "filter rice", "filter cusine=x", "filter name=la", "filter name~la", "filter time<30",
  "search rice", "show x", "show xyz", "show 3", "sort name", "load d", "set page",
]
print("# the whole feed")
for line in typed { advise(line) }
_ = shell.run("filter has:video; sort name desc")
print("# a view in another order")
for line in typed { advise(line) }
print("# completion")
for line in ["show x", "show chi", "show xyzzy", "show crê", "filter cuisine=", "filter name=la"] {
  time("Tab after `\(line)`", 11) {
    "\(shell.suggestions(for: line, at: line.utf8.count).count)"
  }
}
print("# hostile lines")
for piece in ["a;", "filter cusine=x ", "filter cuisine=Thai cuisine=Thai;", "\"", "(", "show x;"] {
  let line = String(repeating: piece, count: 4096 / piece.utf8.count)
  time("4096 bytes of `\(piece)`", 11) {
    "\(shell.advice(on: line, at: line.utf8.count).spans.count)"
  }
}
print("# 10 000 lines of history")
let kinds = ["filter cuisine=Italian time<", "show Lasagne ", "search rice and beans ", "list "]
let lines = (0..<10_000).map { "\(1_790_000_000 + $0)\t\(kinds[$0 % 4])\($0)\n" }.joined()
try files.write(Array(lines.utf8), to: home + "/history", replacing: true)
@MainActor
func newHistory() -> HistoryFile {
  let history = HistoryFile(path: home + "/history", files: files, now: now)
  history.refresh()
  return history
}
time("learn", 11) { "\(newHistory().count)" }
history.refresh()
time("learn nothing new") {
  history.refresh()
  return "\(history.count)"
}
time("first search", 11) { "\(newHistory().matches("rice 77", limit: 100).count)" }
time("search") { "\(history.matches("rice 77", limit: 100).count)" }
time("search in vain") { "\(history.matches("nowhere", limit: 100).count)" }
time("first use of words", 11) { "\(newHistory().usage(of: "rice"))" }
time("use of words") { "\(history.usage(of: "rice"))" }
time("latest line that begins so, in vain") {
  "\(history.latest(startingWith: "zzz", before: history.count) ?? -1)"
}
try files.remove(home + "/history")
