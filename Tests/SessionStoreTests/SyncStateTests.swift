import Testing

@testable import SessionStore

/// Numbers that are the same in each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

/// A machine with its items, its state and its log, as the library and the shared folder hold them.
private struct Machine {
  var state: SyncState
  var items: [SyncItem: String] = [:]
  /// All lines that it has written, the last one for an item holds.
  var log: [String] = []
  var clock: Int64

  init(_ name: String, clock: Int64) {
    state = SyncState(machine: name)
    self.clock = clock
  }

  /// Writes down what the user has changed.
  mutating func write() {
    for item in state.record(items, at: clock) {
      guard let entry = state.entries[state.machine]?[item] else { continue }
      log.append(SyncLog.text(of: .entry(machine: state.machine, item, entry)))
    }
  }

  /// Keeps the last line for each item.
  mutating func compact() {
    log = (state.entries[state.machine] ?? [:]).sorted { $0.key < $1.key }.map {
      SyncLog.text(of: .entry(machine: state.machine, $0.key, $0.value))
    }
  }

  mutating func read(_ bytes: [UInt8]) {
    write()
    for case .entry(let machine, let item, let entry) in SyncLog.lines(of: bytes).lines
    where machine != state.machine {
      _ = state.join(entry, of: item, from: machine)
    }
    items = state.items
  }
}

@Test
func
  `machines agree whatever is lost, late, repeated or cut, and lose nothing that they wrote down`()
{
  var random = Numbers(state: 20_261_127)
  for history in 0..<10_000 {
    // One clock is years ahead, one goes back now and then.
    var machines = [
      Machine("a", clock: 1000), Machine("b", clock: 90_000_000), Machine("c", clock: 500),
    ]
    // Notes that nobody removes.
    var written: [SyncItem: String] = [:]
    var removedNotes: Set<SyncItem> = []
    var oldFiles: [[UInt8]] = []
    for step in 0..<Int.random(in: 3...12, using: &random) {
      let place = Int.random(in: 0..<3, using: &random)
      machines[place].clock += Int64.random(in: -20...200, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let note = SyncItem("note", "\(history)-\(step)")
        machines[place].items[note] = "text \(step)"
        written[note] = "text \(step)"
      case 3, 4:
        let item = SyncItem("pantry", "\(Int.random(in: 0..<3, using: &random))")
        machines[place].items[item] = "\(step)"
      case 5:
        if let item = machines[place].items.keys.sorted().randomElement(using: &random) {
          machines[place].items[item] = nil
          if item.kind == "note" { removedNotes.insert(item) }
        }
      case 6: machines[place].write(); machines[place].compact()
      default:
        machines[place].write()
        var file = Array(machines[place].log.joined().utf8)
        oldFiles.append(file)
        // A file is cut, or an old one arrives again.
        if Bool.random(using: &random) {
          file = Array(file.prefix(Int.random(in: 0...file.count, using: &random)))
        }
        if Bool.random(using: &random), let old = oldFiles.randomElement(using: &random) {
          file = old
        }
        machines[Int.random(in: 0..<3, using: &random)].read(file)
      }
    }
    // Everything arrives in the end, in some order, perhaps twice.
    for place in 0..<3 { machines[place].write() }
    for _ in 0..<2 {
      let files = machines.map { Array($0.log.joined().utf8) }
      for place in 0..<3 {
        for file in files.shuffled(using: &random) { machines[place].read(file) }
      }
    }
    let items = machines.map(\.items)
    guard items[0] == items[1], items[1] == items[2] else {
      Issue.record("history \(history): \(items)")
      return
    }
    for (note, text) in written where !removedNotes.contains(note) && items[0][note] != text {
      Issue.record("history \(history) lost \(note)")
      return
    }
    for note in removedNotes where items[0][note] != nil {
      Issue.record("history \(history) brought \(note) back")
      return
    }
    for var machine in machines {
      machine.compact()
      let count = Set(machine.state.entries.values.flatMap(\.keys)).count
      if machine.log.count > count {
        Issue.record("history \(history): a log of \(machine.log.count) lines for \(count) items")
        return
      }
    }
  }
}

@Test
func `of an addition and a removal that did not know of each other, the addition holds`() {
  var (one, two) = (Machine("a", clock: 10), Machine("b", clock: 20))
  let tag = SyncItem("tag", "pie quick")
  one.items[tag] = ""
  one.write()
  two.read(Array(one.log.joined().utf8))
  one.items[tag] = nil
  one.write()
  two.items[tag] = "again"
  two.write()
  one.read(Array(two.log.joined().utf8))
  two.read(Array(one.log.joined().utf8))
  #expect(one.items[tag] == "again" && two.items[tag] == "again")
  // A removal that knows of both holds.
  two.items[tag] = nil
  two.write()
  one.read(Array(two.log.joined().utf8))
  #expect(one.items.isEmpty)
}

@Test
func `a clock that is years ahead does not win for ever`() {
  var (ahead, right) = (Machine("a", clock: 4_000_000_000_000), Machine("b", clock: 1_000))
  let rating = SyncItem("rating", "pie")
  ahead.items[rating] = "1"
  ahead.write()
  right.read(Array(ahead.log.joined().utf8))
  right.items[rating] = "5"
  right.write()
  ahead.read(Array(right.log.joined().utf8))
  #expect(ahead.items[rating] == "5")
}

@Test
func `a damaged line is left out, and the others are read`() {
  var machine = Machine("a", clock: 1)
  for number in 1...3 { machine.items[SyncItem("note", "\(number)")] = "text" }
  machine.write()
  var bytes = Array(machine.log.joined().utf8)
  let middle = machine.log[0].utf8.count + 20
  bytes[middle] ^= 1
  let read = SyncLog.lines(of: bytes)
  #expect(read.lines.count == 2 && read.damaged == 1)
  #expect(SyncLog.lines(of: Array(bytes.dropLast(5))).damaged == 2)
}
