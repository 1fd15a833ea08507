import HTTPCache

/// RFC 9111, section 5.2.1, and the Fetch standard: what a request may demand.
let requestCases: [Case] = [
  Case(
    "9111 §5.2.1.1: max-age=0 has it checked",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.validated, at: 1, ask: [("Cache-Control", "max-age=0")])),
  Case(
    "9111 §5.2.1.1: nothing older than max-age",
    Step(.origin, says: "Cache-Control: max-age=600"),
    Step(.cache, at: 10, ask: [("Cache-Control", "max-age=10")]),
    Step(.origin, at: 11, ask: [("Cache-Control", "max-age=10")])),
  Case(
    "9111 §5.2.1.3: nothing that goes stale before min-fresh",
    Step(.origin, says: "Cache-Control: max-age=60"),
    Step(.cache, at: 30, ask: [("Cache-Control", "min-fresh=30")]),
    Step(.origin, at: 31, ask: [("Cache-Control", "min-fresh=30")])),
  Case(
    "9111 §5.2.1.2: a stale one within max-stale",
    Step(.origin, says: "Cache-Control: max-age=10"),
    Step(.stale, at: 15, ask: [("Cache-Control", "max-stale=5")]),
    Step(.stale, at: 900, ask: [("Cache-Control", "max-stale")]),
    Step(.origin, at: 901, ask: [("Cache-Control", "max-stale=5")])),
  Case(
    "9111 §5.2.2.2: must-revalidate overrules max-stale",
    Step(.origin, says: "Cache-Control: max-age=10, must-revalidate"),
    Step(.origin, at: 15, ask: [("Cache-Control", "max-stale=500")])),
  Case(
    "9111 §5.2.1.4: no-cache has it checked",
    Step(.origin, says: "Cache-Control: max-age=60", "Last-Modified: @-500"),
    Step(.validated, at: 1, ask: [("Cache-Control", "no-cache")])),
  Case(
    "9111 §5.2.1.5: no-store is not kept",
    Step(.origin, ask: [("Cache-Control", "no-store")], says: "Cache-Control: max-age=60"),
    Step(.origin, at: 1)),
  Case(
    "9111 §5.2.1.7: only-if-cached has 504 where nothing is",
    Step(.nobody, ask: [("Cache-Control", "only-if-cached")])),
  Case(
    "9111 §5.2.1.7: only-if-cached has what is fresh",
    Step(.origin, says: "Cache-Control: max-age=60"),
    Step(.cache, at: 1, ask: [("Cache-Control", "only-if-cached")]),
    Step(.nobody, at: 61, ask: [("Cache-Control", "only-if-cached")])),
  Case(
    "9111 §5.2.1.7: only-if-cached keeps to the other demands of the request",
    Step(.origin, says: "Cache-Control: max-age=100", "ETag: \"a\""),
    Step(.nobody, at: 50, ask: [("Cache-Control", "only-if-cached, max-age=5")]),
    Step(.nobody, at: 50, ask: [("Cache-Control", "only-if-cached, min-fresh=60")]),
    Step(.nobody, at: 50, ask: [("Cache-Control", "only-if-cached, no-cache")]),
    Step(.cache, at: 50, ask: [("Cache-Control", "only-if-cached, max-age=60")]),
    Step(.stale, at: 150, ask: [("Cache-Control", "only-if-cached, max-stale")]),
    Step(.nobody, at: 150, ask: [("Cache-Control", "only-if-cached, max-stale=20")])),
  Case(
    "9111 §5.4: Pragma counts where there is no Cache-Control",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.validated, at: 1, ask: [("Pragma", "no-cache")]),
    Step(.cache, at: 2, ask: [("Pragma", "no-cache"), ("Cache-Control", "max-age=9")])),
  Case(
    "Fetch §4.6: no-cache sends max-age=0",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.validated, at: 1, mode: .noCache, sent: [("Cache-Control", "max-age=0")])),
  Case(
    "Fetch §4.6: reload sends no condition and keeps the answer",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(
      .origin, at: 1, mode: .reload, says: "Cache-Control: max-age=60",
      sent: [("If-None-Match", nil), ("Cache-Control", "no-cache"), ("Pragma", "no-cache")]),
    Step(.cache, at: 2, body: "content 2")),
  Case(
    "Fetch §4.6: no-store neither reads nor writes",
    Step(.origin, says: "Cache-Control: max-age=60"),
    Step(.origin, at: 1, mode: .noStore, says: "Cache-Control: max-age=60"),
    Step(.cache, at: 2, body: "content 1")),
  Case(
    "Fetch §4.6: force-cache takes what is there",
    Step(.origin, says: "Cache-Control: max-age=1"), Step(.cache, at: 0.5, mode: .forceCache),
    Step(.stale, at: 900, mode: .forceCache),
    Step(.origin, at: 901, path: "/other", mode: .forceCache)),
  Case(
    "Fetch §4.6: only-if-cached takes what is there, or 504",
    Step(.origin, says: "Cache-Control: max-age=1"), Step(.stale, at: 900, mode: .onlyIfCached),
    Step(.nobody, at: 901, path: "/other", mode: .onlyIfCached)),
  Case(
    "8246 §2: immutable is not checked while it is fresh",
    Step(.origin, says: "Cache-Control: max-age=60, immutable", "ETag: \"a\""),
    Step(.cache, at: 59, mode: .noCache),
    Step(.validated, at: 61, mode: .noCache, sent: [("Cache-Control", "max-age=0")])),
  Case(
    "8246 §2: immutable is fetched when that is asked for",
    Step(.origin, says: "Cache-Control: max-age=60, immutable", "ETag: \"a\""),
    Step(.origin, at: 1, mode: .reload)),
]
