import HTTPCache

/// RFC 9111, section 4.3, RFC 9110, section 13: checking what is kept.
let validationCases: [Case] = [
  Case(
    "9111 §4.3.1: a tag is asked by",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\""),
    Step(.validated, at: 9, sent: [("If-None-Match", "\"a\"")], body: "content 1")),
  Case(
    "9111 §4.3.1: a weak tag, too",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: W/\"a\""),
    Step(.validated, at: 9, sent: [("If-None-Match", "W/\"a\"")], body: "content 1")),
  Case(
    "9111 §4.3.1: a date is asked by as it was written",
    Step(
      .origin, says: "Cache-Control: max-age=1", "Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT"),
    Step(
      .validated, at: 9, sent: [("If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT")],
      body: "content 1")),
  Case(
    "9111 §4.3.3: another answer takes its place",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\""),
    Step(.origin, at: 9, says: "Cache-Control: max-age=60", "ETag: \"b\"", body: "content 2"),
    Step(.cache, at: 10, answer: [("ETag", "\"b\"")], body: "content 2")),
  Case(
    "9111 §4.3.4: a 304 makes it fresh again",
    Step(.origin, says: "Cache-Control: max-age=10", "ETag: \"a\""),
    Step(.validated, at: 11, says: "Cache-Control: max-age=10", "ETag: \"a\""),
    Step(.cache, at: 20), Step(.validated, at: 22)),
  Case(
    "9111 §3.2: a 304 changes fields and leaves others",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\"", "X: 1", "Y: 1"),
    Step(
      .validated, at: 9, says: "Cache-Control: max-age=60", "ETag: \"a\"", "X: 2",
      answer: [("X", "2"), ("Y", "1"), ("Cache-Control", "max-age=60")]),
    Step(.cache, at: 60, answer: [("X", "2"), ("Y", "1")])),
  Case(
    "9111 §3.2: a 304 does not change what describes the content",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\"", "Content-Type: text/plain"),
    Step(
      .validated, at: 9, says: "ETag: \"a\"", "Content-Length: 3", "Content-Encoding: gzip",
      "Content-Range: bytes 0-1/2",
      answer: [("Content-Length", "9"), ("Content-Encoding", nil), ("Content-Range", nil)],
      body: "content 1")),
  Case(
    "9111 §4.3.4: a 304 about another strong tag says nothing, and the whole is fetched",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\""),
    Step(
      .origin, at: 9, says: "Cache-Control: max-age=60", "ETag: \"b\"", isConfused: true,
      answer: [("ETag", "\"b\"")], sent: [("If-None-Match", nil)], body: "content 2"),
    Step(.cache, at: 10, body: "content 2")),
  Case(
    "9111 §4.3.4: nor does one with another date, whatever tag is kept",
    Step(
      .origin, says: "Cache-Control: max-age=1", "ETag: \"a\"",
      "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"),
    Step(
      .origin, at: 9, says: "Cache-Control: max-age=60",
      "Last-Modified: Mon, 07 Nov 1994 08:49:37 GMT", isConfused: true,
      sent: [("If-None-Match", nil)], body: "content 2"),
    Step(.cache, at: 10, body: "content 2")),
  Case(
    "9111 §4.3.4: a 304 with another weak tag is about something else",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: W/\"a\""),
    Step(
      .origin, at: 9, says: "Cache-Control: max-age=60", "ETag: W/\"b\"", isConfused: true,
      answer: [("ETag", "W/\"b\"")], body: "content 2")),
  Case(
    "9111 §4.3.4: a 304 with the same tag, weak or not, is about what is kept",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\""),
    Step(.validated, at: 9, says: "Cache-Control: max-age=60", "ETag: W/\"a\"", body: "content 1")),
  Case(
    "9111 §4.3.4: a 304 of another date is about something else",
    Step(.origin, says: "Cache-Control: max-age=1", "Last-Modified: @-500"),
    Step(
      .origin, at: 9, says: "Cache-Control: max-age=60", "Last-Modified: @-400", isConfused: true,
      body: "content 2")),
  Case(
    "9111 §4.2.3: after a 304 the old Age is gone",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\"", "Age: 100"),
    Step(.validated, at: 1, says: "ETag: \"a\""),
    Step(.cache, at: 50, answer: [("Age", "49")])),
  Case(
    "9111 §4.2.3: a 304 without a date is from now",
    Step(.origin, says: "Cache-Control: max-age=10", "ETag: \"a\""),
    Step(.validated, at: 100, says: "ETag: \"a\"", "Date: none"),
    Step(.cache, at: 109)),
  Case(
    "9110 §13.1.2: the requester's tag is compared with a fresh copy",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(
      .cache, at: 1, ask: [("If-None-Match", "\"b\", W/\"a\"")], status: 304,
      answer: [("ETag", "\"a\""), ("Content-Length", nil)], body: ""),
    Step(.cache, at: 2, ask: [("If-None-Match", "\"b\"")], status: 200, body: "content 1"),
    Step(.cache, at: 3, ask: [("If-None-Match", "*")], status: 304)),
  Case(
    "9110 §13.1.3: the requester's date is compared with a fresh copy",
    Step(.origin, says: "Cache-Control: max-age=60", "Last-Modified: @-100"),
    Step(.cache, at: 1, ask: [("If-Modified-Since", "@-100")], status: 304),
    Step(.cache, at: 2, ask: [("If-Modified-Since", "@-50")], status: 304),
    Step(.cache, at: 3, ask: [("If-Modified-Since", "@-101")], status: 200)),
  Case(
    "9110 §13.1.3: a tag comes before a date",
    Step(.origin, says: "Cache-Control: max-age=60", "Last-Modified: @-100", "ETag: \"a\""),
    Step(
      .cache, at: 1, ask: [("If-None-Match", "\"b\""), ("If-Modified-Since", "@-50")],
      status: 200)),
  Case(
    "9111 §4.3.2: the requester's condition is answered after a check of our own",
    Step(.origin, says: "Cache-Control: max-age=1", "ETag: \"a\""),
    Step(
      .validated, at: 9, ask: [("If-None-Match", "\"a\"")], status: 304,
      sent: [("If-None-Match", "\"a\"")]),
    Step(
      .validated, at: 19, ask: [("If-None-Match", "\"old\"")], status: 200,
      sent: [("If-None-Match", "\"a\"")], body: "content 1")),
  Case(
    "9110 §13.1.2: without a copy the requester's condition goes to the origin",
    Step(
      .origin, ask: [("If-None-Match", "\"a\"")], origin: 304,
      sent: [("If-None-Match", "\"a\"")])),
  Case(
    "9110 §13.1.1: If-Match is for the origin alone",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.origin, at: 1, ask: [("If-Match", "\"a\"")], sent: [("If-Match", "\"a\"")])),
  Case(
    "9111 §4.3.5: HEAD is answered by a fresh copy, without content",
    Step(.origin, says: "Cache-Control: max-age=60", "X: 1"),
    Step(.cache, at: 1, method: "HEAD", answer: [("X", "1"), ("Content-Length", "9")], body: "")),
  Case(
    "9111 §4.3.5: the answer to HEAD makes a copy fresh that is the same",
    Step(.origin, says: "Cache-Control: max-age=10", "ETag: \"a\""),
    Step(
      .origin, at: 11, method: "HEAD", mode: .reload, says: "Cache-Control: max-age=10",
      "ETag: \"a\"",
      "Content-Length: 9"),
    Step(.cache, at: 20, body: "content 1")),
  Case(
    "9111 §4.3.5: the answer to HEAD makes a copy doubtful that is not the same",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.origin, at: 1, method: "HEAD", mode: .reload, says: "ETag: \"b\""),
    Step(.origin, at: 2, says: "ETag: \"b\"", sent: [("If-None-Match", "\"a\"")])),
]
