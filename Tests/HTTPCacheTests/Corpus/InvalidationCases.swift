/// RFC 9111, section 4.4: what cannot be relied on any more.
let invalidationCases: [Case] =
  ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"].map { method in
    Case(
      "9111 §4.4: \(method) makes its address doubtful",
      Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
      Step(.origin, at: 1, method: method), Step(.validated, at: 2, body: "content 1"))
  } + [
    Case(
      "9111 §4.4: not if it fails",
      Step(.origin, says: "Cache-Control: max-age=60"),
      Step(.origin, at: 1, method: "POST", origin: 500), Step(.cache, at: 2)),
    Case(
      "9111 §4.4: a safe method does nothing",
      Step(.origin, says: "Cache-Control: max-age=60"),
      Step(.origin, at: 1, method: "OPTIONS"), Step(.cache, at: 2)),
    Case(
      "9111 §4.4: Location and Content-Location, too",
      Step(.origin, path: "/a", says: "Cache-Control: max-age=60"),
      Step(.origin, path: "/b", says: "Cache-Control: max-age=60"),
      Step(.origin, path: "/c", says: "Cache-Control: max-age=60"),
      Step(
        .origin, at: 1, method: "POST", path: "/", says: "Location: a", "Content-Location: /b",
        origin: 201),
      Step(.origin, at: 2, path: "/a"), Step(.origin, at: 2, path: "/b"),
      Step(.cache, at: 2, path: "/c")),
    Case(
      "9111 §4.4: all variants of an address",
      Step(.origin, ask: [("Foo", "1")], says: "Cache-Control: max-age=60", "Vary: Foo"),
      Step(.origin, ask: [("Foo", "2")], says: "Cache-Control: max-age=60", "Vary: Foo"),
      Step(.origin, at: 1, method: "DELETE"), Step(.origin, at: 2, ask: [("Foo", "1")]),
      Step(.origin, at: 2, ask: [("Foo", "2")])),
  ]
