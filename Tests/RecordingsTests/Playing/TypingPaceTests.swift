import Testing

@testable import Recordings

@Suite("The rhythm of simulated typing")
struct TypingPaceTests {
  private func rests(
    _ text: String, step: Int = 0, seed: UInt64 = 1, speed: Int = 10, jitter: Int = 20
  ) -> [Int] {
    let pace = TypingPace(pace: ScriptPace(speed: speed, jitter: jitter), seed: seed)
    var previous: Unicode.Scalar?
    return text.unicodeScalars.enumerated().map { number, scalar in
      defer { previous = scalar }
      return pace.rest(before: scalar, after: previous, step: step, key: number)
    }
  }

  @Test func `delays depend on seed, step and key only`() {
    #expect(rests("a longer line") == rests("a longer line"))
    #expect(rests("a longer line") != rests("a longer line", seed: 2))
    #expect(rests("a longer line") != rests("a longer line", step: 1))
    #expect(Set(rests("abcdefgh")).count > 4)
  }

  @Test(arguments: [
    ("ab", [100, 100]), ("aa", [100, 80]), ("a b", [100, 130, 100]), ("A1.", [160, 160, 160]),
    ("/a", [160, 120]), ("\"a", [160, 120]), ("  ", [130, 80]), ("é日", [100, 160]),
  ])
  func `delays depend on the typed text`(text: String, milliseconds: [Int]) {
    #expect(rests(text, jitter: 0) == milliseconds.map { $0 * 1000 })
  }

  @Test(arguments: [0, 10, 50, 100]) func `delays stay within the jitter`(jitter: Int) {
    for step in 0..<50 {
      for rest in rests("bcdefghijk", step: step, jitter: jitter) {
        #expect(abs(rest - 100_000) <= jitter * 1000)
        #expect(rest >= 0)
      }
    }
  }

  @Test(arguments: [
    (ScriptKey(.named(.enter)), 250_000), (ScriptKey(.named(.tab)), 300_000),
    (ScriptKey(.named(.up)), 150_000), (ScriptKey(.character("a"), modifiers: .control), 150_000),
  ])
  func `control keys have longer delays`(key: ScriptKey, rest: Int) {
    #expect(TypingPace(pace: ScriptPace(speed: 10, jitter: 0), seed: 0).rest(before: key) == rest)
  }

  @Test(arguments: [(0, 0), (1, 25_000), (100, 2_500_000), (1000, 3_000_000)])
  func `the reading time is at most three seconds`(lines: Int, rest: Int) {
    #expect(TypingPace.readingTime(lines: lines) == rest)
  }
}
