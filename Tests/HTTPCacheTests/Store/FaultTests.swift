import HTTPCache
import LiveWorld
import Testing
import TestSupport
import World

/// A disk that fails: at one moment, or from one moment on.
struct FaultTests {
  let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  /// Bytes of four lengths, made once for thousands of uses.
  private static let contents = [0, 300, 400, 5000].map { content($0) }

  /// Uses all of a store, and expects it to tell the truth whatever the disk does.
  ///
  /// Where the disk fails for good, a long content may be lost, and has to say so.
  private func use(_ store: CacheStore, isLasting: Bool, _ comment: Comment) throws {
    let (none, short, other, long) = (
      Self.contents[0], Self.contents[1], Self.contents[2], Self.contents[3]
    )
    for (name, bytes) in [("a", short), ("b", long), ("a", other), ("c", none)] {
      let old = store.responses(for: key(name))
      let kept = store.keep(bench.response(name), store.intake(bytes), replacing: old)
      // The one fault may be that of this reading.
      let read = (try? kept.bytes()) ?? (try? kept.bytes())
      #expect(read == bytes || isLasting && read == nil, comment)
      for response in store.responses(for: key(name)) {
        let content = store.content(of: response)
        if let found = try? content?.bytes() { #expect(found == bytes, comment) }
      }
    }
    if var response = store.responses(for: key("a")).first {
      response.headers = [HTTPField("ETag", "\"2\"")]
      store.update(response)
      let found = store.responses(for: key("a")).first
      #expect(found == nil || found?.headers == response.headers, comment)
    }
    store.invalidate(address: key("a").address)
    #expect(!store.responses(for: key("a")).map(\.isInvalidated).contains(false), comment)
    store.responses(for: key("b")).forEach { store.remove($0) }
    #expect(store.responses(for: key("b")).isEmpty, comment)
    for bytes in [short, long] {
      store.insertPartial(bench.response("d"), store.intake(bytes))
      if let (_, intake) = store.takePartial(for: key("d")) {
        intake.append([7])
        #expect(intake.count == bytes.count + 1, comment)
        let whole = intake.finish()
        let read = (try? whole.bytes()) ?? (try? whole.bytes())
        #expect(read == bytes + [7] || isLasting && read == nil, comment)
      }
    }
    let failure = RememberedFailure(
      key: key("e"), status: 503, reason: "", until: bench.now, times: 2)
    store.remember(failure)
    #expect(store.failure(for: key("e")) == failure, comment)
    store.count(.hit, host: "example.org")
    store.flush()
    #expect(store.statistics().total.hits <= 2, comment)
    _ = store.clear(CacheSelection(host: "nowhere.example"))
  }

  private func store(in folder: Int) -> CacheStore {
    store(at: "\(bench.folder.path)/\(folder)")
  }

  private func store(at path: String) -> CacheStore {
    bench.store(at: path) { ($0.bytesInMemory, $0.bytes) = (1000, 20_000) }
  }

  /// The errors of a disk.
  static let reasons: [FileError.Reason] = [
    .full, .readOnly, .missing, .other("Input/output error"),
  ]

  @Test(arguments: reasons)
  func `any single failed disk operation gives no wrong answer, and later writes succeed`(
    reason: FileError.Reason
  ) throws {
    var calls = 0
    for place in 0... {
      let comment: Comment = "call \(place) fails: \(reason)"
      let store = store(in: place)
      bench.files.fail(place..<place + 1, reason)
      try use(store, isLasting: false, comment)
      calls = bench.files.calls
      _ = store.takeNotice()
      #expect(store.takeNotice() == nil, comment)
      // A while later it is as if nothing had been.
      bench.now += 61
      bench.files.fail(0..<0, .full)
      try store.put(bench.response("a"), Self.contents[2])
      #expect(try self.store(in: place).bytes(key("a")) == Self.contents[2], comment)
      if place >= calls { break }
    }
    #expect(calls > 100)
  }

  @Test(arguments: reasons)
  func `a disk that keeps failing is replaced by memory, with one notice`(
    reason: FileError.Reason
  ) throws {
    for place in stride(from: 0, to: Int.max, by: reason == .full ? 1 : 4) {
      let comment: Comment = "from call \(place) on: \(reason)"
      let store = store(in: place)
      bench.files.fail(place..<Int.max, reason)
      try use(store, isLasting: true, comment)
      if bench.files.calls < place { break }
      try store.put(bench.response("x"), content(200))
      #expect(try store.bytes(key("x")) == content(200), comment)
      let notice = store.takeNotice()
      #expect(notice?.contains("stored in memory for now") == true, comment)
      #expect(store.takeNotice() == nil, comment)
      bench.files.fail(0..<0, .full)
    }
  }

  /// A process whose files may not grow cannot write what it has covered.
  private static let unmeasured = ["LLVM_PROFILE_FILE": "/dev/null"]

  @Test @MainActor func `an append that finds no room on the disk leaves no part of its line`()
    throws
  {
    let terminal = try PseudoTerminal(
      running: probePath, arguments: [bench.folder.path, "append"], environment: Self.unmeasured)
    #expect(try terminal.expectEnd(timeout: .seconds(60)) == .status(0))
    #expect(terminal.output == "900\r\n")
  }

  @Test @MainActor func `changes on a full disk take place in memory`() throws {
    let terminal = try PseudoTerminal(
      running: probePath, arguments: [bench.path, "full"], environment: Self.unmeasured,
      columns: 400)
    #expect(try terminal.expectEnd(timeout: .seconds(60)) == .status(0))
    let lines = terminal.output.split(separator: "\r\n").map(String.init)
    #expect(
      lines.dropLast(2) == [
        "updated: [true]", "invalidated: []", "removed: []", "new: [true]", "left alone: [false]",
      ])
    #expect(lines.dropLast().last?.hasSuffix("responses are stored in memory for now") == true)
    #expect(lines.last == "left: 0, refused: true")
    // What was on disk still is, less the room that its contents had.
    let later = bench.store()
    #expect(later.statistics().total.entries == 4)
    try expectSound(bench.path)
  }
}
