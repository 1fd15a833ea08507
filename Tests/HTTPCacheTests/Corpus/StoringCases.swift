import HTTPCache

/// RFC 9111, sections 3 and 5.2.2: what is kept.
let storingCases: [Case] = [
  Case(
    "9111 §5.2.2.5: no-store is not kept",
    Step(.origin, says: "Cache-Control: no-store, max-age=60"), Step(.origin, at: 1)),
  Case(
    "9111 §5.2.2.5: no-store leaves what is kept already",
    Step(.origin, says: "Cache-Control: max-age=60"),
    Step(.origin, at: 1, mode: .noCache, says: "Cache-Control: no-store"),
    Step(.cache, at: 2, body: "content 1")),
  Case(
    "9111 §5.2.2.3: must-understand overrules no-store where the status is understood",
    Step(.origin, says: "Cache-Control: no-store, must-understand, max-age=60"),
    Step(.cache, at: 1)),
  Case(
    "9111 §5.2.2.3: must-understand forbids to keep another status",
    Step(.origin, says: "Cache-Control: must-understand, max-age=60", origin: 299),
    Step(.origin, at: 1, origin: 299)),
  Case(
    "9111 §5.2.2.7: private is kept by a private cache",
    Step(.origin, says: "Cache-Control: private, max-age=60"), Step(.cache, at: 1)),
  Case(
    "9111 §5.2.2.4: no-cache is kept and checked each time",
    Step(.origin, says: "Cache-Control: no-cache, max-age=60", "ETag: \"a\""),
    Step(.validated, at: 1, sent: [("If-None-Match", "\"a\"")], body: "content 1")),
  Case(
    "9111 §5.2.2.4: no-cache without a validator is fetched each time",
    Step(.origin, says: "Cache-Control: no-cache, max-age=60"), Step(.origin, at: 1)),
  Case(
    "9111 §5.2.2.4: the fields that no-cache names are not kept",
    Step(
      .origin, says: "Cache-Control: no-cache=\"a, B\", max-age=60", "A: 1", "B: 2", "C: 3",
      answer: [("A", "1")]),
    Step(.cache, at: 1, answer: [("A", nil), ("B", nil), ("C", "3")])),
  Case(
    "9111 §3.1: fields of the connection are not kept",
    Step(
      .origin, says: "Connection: a, keep-alive", "A: 1", "Keep-Alive: timeout=9", "Upgrade: h2c",
      "Proxy-Authenticate: Basic", "Cache-Control: max-age=60", "C: 3"),
    Step(
      .cache, at: 1,
      answer: [
        ("A", nil), ("Connection", nil), ("Keep-Alive", nil), ("Upgrade", nil),
        ("Proxy-Authenticate", nil), ("C", "3"),
      ])),
  Case(
    "9111 §3.1: all other fields are kept, repeated ones apart",
    Step(
      .origin, says: "Cache-Control: max-age=60", "Set-Cookie: a=b", "Set-Cookie: c=d",
      "X-Unknown: ü"),
    Step(.cache, at: 1, answer: [("X-Unknown", "ü")])),
  Case(
    "9111 §3: a failure with a lifetime is kept",
    Step(.origin, says: "Cache-Control: max-age=60", origin: 404),
    Step(.cache, at: 59, status: 404), Step(.origin, at: 61, origin: 404)),
  Case(
    "9111 §3: a failure without a lifetime is not",
    Step(.origin, origin: 503), Step(.origin, at: 1, origin: 503)),
  Case(
    "9111 §3: a redirect with a lifetime is kept",
    Step(.origin, says: "Cache-Control: max-age=60", "Location: /b", origin: 302),
    Step(.cache, at: 1, status: 302)),
  Case(
    "9111 §3: a failure does not take the place of what is good",
    Step(.origin, says: "Cache-Control: max-age=10", "ETag: \"a\""),
    Step(.origin, at: 11, says: "Cache-Control: max-age=60", origin: 500),
    Step(.validated, at: 12, body: "content 1")),
  Case(
    "9111 §2: another query is another resource",
    Step(.origin, path: "/?a", says: "Cache-Control: max-age=60"),
    Step(.origin, at: 1, path: "/?b", says: "Cache-Control: max-age=60"),
    Step(.cache, at: 2, path: "/?a", body: "content 1")),
  Case(
    "9110 §4.2.3: another spelling is the same resource",
    Step(.origin, path: "/a/../b", says: "Cache-Control: max-age=60"),
    Step(.cache, at: 1, path: "/b")),
  Case(
    "9110 §9.3.3: an answer to POST that says it is what is there now is kept",
    Step(
      .origin, method: "POST", says: "Cache-Control: max-age=60", "Content-Location: /"),
    Step(.cache, at: 1, body: "content 1")),
  Case(
    "9110 §9.3.3: any other answer to POST is not",
    Step(.origin, method: "POST", says: "Cache-Control: max-age=60"), Step(.origin, at: 1)),
  Case(
    "9111 §5.4: Pragma in an answer says nothing",
    Step(.origin, says: "Cache-Control: max-age=60", "Pragma: no-cache"), Step(.cache, at: 1)),
  Case(
    "9110 §15.3.5: an answer without content is kept",
    Step(.origin, says: "Cache-Control: max-age=60", origin: 204),
    Step(.cache, at: 1, status: 204, body: "")),
  Case(
    "9110 §8.4: an encoding that nobody knows is handed on as it is",
    Step(.origin, says: "Cache-Control: max-age=60", "Content-Encoding: x-own"),
    Step(.cache, at: 1, answer: [("Content-Encoding", "x-own")], body: "content 1")),
]
