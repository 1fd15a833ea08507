/// RFC 9111, section 4.2.4, and RFC 5861: what is shown although it is stale.
let staleCases: [Case] = [
  Case(
    "9111 §4.2.4: a stale copy stands in for an origin that is gone",
    Step(.origin, says: "Cache-Control: max-age=10", "ETag: \"a\""),
    Step(.stale, at: 900, isDead: true, body: "content 1")),
  Case(
    "9111 §4.2.4: and so does one that cannot be checked",
    Step(.origin, says: "Cache-Control: max-age=10"),
    Step(.stale, at: 900, isDead: true, body: "content 1")),
  Case(
    "9111 §5.2.2.2: must-revalidate has 504 then",
    Step(.origin, says: "Cache-Control: max-age=10, must-revalidate", "ETag: \"a\""),
    Step(.nobody, at: 900, isDead: true)),
  Case(
    "9111 §5.2.2.4: no-cache has 504 then",
    Step(.origin, says: "Cache-Control: no-cache", "ETag: \"a\""),
    Step(.nobody, at: 1, isDead: true)),
  Case(
    "9111 §4.2.4: a failure of the origin is told",
    Step(.origin, says: "Cache-Control: max-age=10"), Step(.origin, at: 15, origin: 503)),
  Case(
    "5861 §4: stale-if-error stands in for it",
    Step(.origin, says: "Cache-Control: max-age=10, stale-if-error=60"),
    Step(.stale, at: 69, origin: 503, body: "content 1"),
    Step(.origin, at: 71, origin: 503)),
  Case(
    "5861 §4: the request may ask for that",
    Step(.origin, says: "Cache-Control: max-age=10"),
    Step(.stale, at: 69, ask: [("Cache-Control", "stale-if-error=60")], origin: 500),
    Step(.origin, at: 71, ask: [("Cache-Control", "stale-if-error=60")], origin: 500)),
  Case(
    "5861 §4: must-revalidate overrules it",
    Step(.origin, says: "Cache-Control: max-age=10, stale-if-error=60, must-revalidate"),
    Step(.origin, at: 15, origin: 503)),
  Case(
    "5861 §4: a 404 is no error",
    Step(.origin, says: "Cache-Control: max-age=10, stale-if-error=60"),
    Step(.origin, at: 15, origin: 404)),
  Case(
    "5861 §3: stale-while-revalidate shows it and asks behind it",
    Step(.origin, says: "Cache-Control: max-age=10, stale-while-revalidate=60", "ETag: \"a\""),
    Step(.stale, at: 15, says: "Cache-Control: max-age=10", "ETag: \"b\"", body: "content 1"),
    Step(.cache, at: 16, answer: [("ETag", "\"b\"")], body: "content 2")),
  Case(
    "5861 §3: not after the window",
    Step(.origin, says: "Cache-Control: max-age=10, stale-while-revalidate=60", "ETag: \"a\""),
    Step(.validated, at: 71)),
  Case(
    "5861 §3: must-revalidate overrules it",
    Step(
      .origin, says: "Cache-Control: max-age=10, stale-while-revalidate=60, must-revalidate",
      "ETag: \"a\""),
    Step(.validated, at: 15)),
  Case(
    "a failure never erases what is good",
    Step(.origin, says: "Cache-Control: max-age=10, stale-if-error=900"),
    Step(.stale, at: 15, isDead: true), Step(.stale, at: 16, origin: 502),
    Step(.stale, at: 17, isDead: true, body: "content 1")),
]
