import Recordings
import TerminalEmulator
import Testing

@Suite("Playing of scripts")
struct PlayerTests {
  @Test(arguments: [
    ("> say a\n| a", [], ScriptExit.matched), ("> say a\n| b", [3], .mismatch),
    ("> say a", [], .matched), ("> fail\n! it fails", [3], .mismatch),
    ("> fail\n! it fails\n? error broken", [], .matched),
    ("> fail\n!...\n? error else", [3], .mismatch),
    ("@ xfail \"why\"\n> say a\n| b", [], .matched),
    ("@ xfail \"why\"\n> say a\n| a", [4], .mismatch),
    ("@ xfail \"why\"\n> say a\n| b\n\n> say a\n| b", [7], .mismatch),
    ("> quit\n? quit\n\n> say b\n| b", [], .matched), ("> say a\n? quit", [3], .mismatch),
    ("@ stop\n> say a\n| b", [], .matched), ("@ when !app>=1.2\n> say a\n| b", [], .matched),
    ("@ when app>=1.2\n> say a\n| b", [4], .mismatch),
    ("> ask\n| Sure? no\n| then not", [3], .mismatch),
    ("> ask\n! Sure? no\n| then not", [], .matched),
    ("@ answer yes\n> ask\n! Sure? yes\n| as you wish", [], .matched),
    ("@ answer yes\n> ask\n|...\n!...\n|...\n\n> ask\n! Sure? no\n| then not", [], .matched),
    ("@ answer yes\n> say a\n| a\n\n> ask\n! Sure? yes\n|...", [], .matched),
    ("@ set x = say\n> ${x} $$5\n| $5", [], .matched), ("> flood", [], .limit),
    ("@ repeat 5\n> flood 400\n@ end", [], .limit),
    ("@ repeat 3\n> flood 400\n@ end", [], .matched),
    ("> time\n| 946684800000\n@ clock +1s\n> time\n| 946684801000", [], .matched),
    ("@ repeat 3\n> say a\n| b\n@ end", [4, 4, 4], .mismatch),
    ("@ keys \"sa\" \"y\"\n_ say{^}\n\n@ keys \" b\" Backspace \"a\" Enter\n| a", [], .matched),
    ("@ keys \"say a\"\n_ say b{^}\n@ keys Ctrl+C\n_ {^}", [3], .mismatch),
    ("> say\n|", [], .matched), ("> say a\n+ b\n| a b", [], .matched),
    ("@ screen\n| ❯", [], .matched),
  ])
  func `a script is played and compared`(body: String, faults: [Int], exit: ScriptExit) throws {
    let report = ScriptReport(
      try played(body, header: "limit: step-output=500B output=1500B"))
    // The header adds one line.
    #expect(report.faults.map { $0.line - 1 } == faults, "\(report.summary)")
    #expect(report.exit == exit)
  }

  /// Returns the logged events other than output and keys.
  private func events(_ player: Player) -> [String] {
    (player.log?.events ?? []).compactMap { event in
      switch event.kind {
      case .output, .key: nil
      case .command(let line): "> \(line)"
      case .line(let stream, let line): "\(stream.rawValue) \(line)"
      case .chapter(let title): "== \(title)"
      case .narration(let text): "% \(text)"
      case .shot(let name): "@ \(name)"
      case .edit(let keys, let line, _): "@ keys \(keys) _ \(line)"
      case .resize(let size): "\(size.columns)x\(size.rows)"
      }
    }
  }

  @Test func `everything except hidden output is logged`() throws {
    let player = try played(
      """
      == One
      % Look
      %! Secret
      > say a
      @ hide
      > say b
      @ shot no
      @ show
      > fail
      @ resize 40x10
      @ shot end
      """)
    #expect(
      events(player) == [
        "== One", "% Look", "> say a", "| a", "> fail", "! it fails", "40x10", "@ end",
      ])
    #expect(player.screen.lines.count == 10)
  }

  @Test func `hidden output is not on the screen that is shown next`() throws {
    let audience = FakeAudience()
    let player = try played(
      "> say a\n\n@ hide\n> say hidden\n\n@ show\n> say b", for: audience)
    #expect(!String(decoding: audience.shown, as: UTF8.self).contains("hidden"))
    #expect(player.screen.lines.prefix(6) == ["❯ say a", "a", "❯ say b", "b", "❯", ""])
    let bytes = player.log?.cast2(withInput: true) ?? []
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hidden"))
  }

  @Test func `hidden steps take no time`() throws {
    func duration(_ body: String) throws -> Int? { try played(body).log?.duration }
    let hidden = "@ hide\n> say hidden\n\n@ pause 2s\n@ show\n"
    #expect(try duration("> say a\n\n\(hidden)") == duration("> say a\n"))
    #expect(try duration("> say a\n\n\(hidden)> say b") ?? 0 > duration("> say a\n") ?? 0)
  }

  @Test func `log times depend only on keys and pauses`() throws {
    func times(_ body: String) throws -> [Int] {
      (try played(body).log?.events ?? []).map(\.time)
    }
    let plain = try times("> say a\n\n> say b")
    #expect(plain == plain.sorted())
    #expect(try times("> say a\n\n> say b") == plain)
    let paused = try times("@ pause 2s\n> say a\n\n> say b")
    #expect(paused.last == (plain.last ?? 0) + 2_000_000)
    #expect(try times("@ keys \"x\"@1500ms").last == 1_500_000)
  }

  @Test func `a change to one step leaves the rhythm of the others`() throws {
    func rests(_ first: String) throws -> [Int] {
      var rests: [Int] = []
      let audience = FakeAudience()
      audience.rest = { rests.append($1) }
      let player = try played("> say \(first)\n\n> say something", for: audience)
      #expect(player.stop == nil)
      return Array(rests.suffix("say something".count + 2))
    }
    #expect(try rests("a") == rests("something longer"))
  }

  @Test func `redraws are skipped only without an audience`() throws {
    var hurried = 0
    let audience = FakeAudience()
    audience.rest = { player, _ in if player.isHurried { hurried += 1 } }
    _ = try played("> say abc", Player.Options(), for: audience)
    #expect(hurried > 0)
    audience.rest = { player, _ in #expect(!player.isHurried) }
    _ = try played("> say abc", for: audience)
  }

  @Test func `a user takes over until the player is stopped`() throws {
    var keys = ["s", "a", "y", " ", "x", "\r"].map { Array($0.utf8) }
    let audience = FakeAudience()
    audience.onCue = { player, _ in player.handOver() }
    audience.liveKeys = { [unowned audience] player in
      #expect(audience.isIdle)
      if !keys.isEmpty { return keys.removeFirst() }
      player.end(.moved(to: 0))
      return nil
    }
    let player = try played("> say a\n| a", for: audience)
    #expect(events(player) == ["> say x", "| x"])
    #expect(player.stop == .moved(to: 0))
    #expect(ScriptReport(player).faults == [])
  }

  @Test func `cues before the first shown one are played unseen`() throws {
    var cues: [Int] = []
    let audience = FakeAudience()
    audience.onCue = { _, number in cues.append(number) }
    let player = try played(
      "> say first\n\n== Two\n> say second", Player.Options(isLogged: true, firstSeenCue: 1),
      for: audience)
    #expect(cues == [1, 2])
    let text = String(decoding: audience.shown, as: UTF8.self)
    #expect(text.contains("say first") && text.contains("second"))
    #expect(player.screen.lines.prefix(4) == ["❯ say first", "first", "❯ say second", "second"])
    let log = try #require(player.log)
    let shown = log.events.compactMap {
      if case .output(let bytes) = $0.kind { bytes } else { nil }
    }
    var screen = TerminalScreen(columns: log.size.columns, rows: log.size.rows)
    screen.feed(shown.flatMap(\.self))
    #expect(screen.lines == player.screen.lines)
    #expect(log.transcript() == "Two\n---\n\n> say second\nsecond\n")
    #expect(log.events.first?.time == 0)
  }
}
