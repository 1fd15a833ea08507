/// RFC 9110, section 14: parts of what is kept.
let rangeCases: [Case] = [
  Case(
    "9110 §14.2: a part is cut from a whole",
    Step(.origin, says: "Cache-Control: max-age=60", content: "0123456789"),
    Step(
      .cache, at: 1, ask: [("Range", "bytes=2-4")], status: 206,
      answer: [("Content-Range", "bytes 2-4/10"), ("Content-Length", "3")], body: "234"),
    Step(.cache, at: 2, ask: [("Range", "bytes=7-")], status: 206, body: "789"),
    Step(.cache, at: 3, ask: [("Range", "bytes=-2")], status: 206, body: "89"),
    Step(.cache, at: 4, ask: [("Range", "bytes=8-99")], status: 206, body: "89"),
    Step(.cache, at: 5, ask: [("Range", "bytes=-99")], status: 206, body: "0123456789")),
  Case(
    "9110 §15.5.17: there is no such part",
    Step(.origin, says: "Cache-Control: max-age=60", content: "0123456789"),
    Step(
      .cache, at: 1, ask: [("Range", "bytes=10-")], status: 416,
      answer: [("Content-Range", "bytes */10")], body: "")),
  Case(
    "9110 §14.2: what is no range means the whole",
    Step(.origin, says: "Cache-Control: max-age=60", content: "0123456789"),
    Step(.cache, at: 1, ask: [("Range", "bytes=4-2")], status: 200, body: "0123456789"),
    Step(.cache, at: 2, ask: [("Range", "lines=1-2")], status: 200, body: "0123456789"),
    Step(.cache, at: 3, ask: [("Range", "bytes=1-2,4-5")], status: 200, body: "0123456789")),
  Case(
    "9110 §13.1.5: If-Range has the part only of the same",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\"", content: "0123456789"),
    Step(
      .cache, at: 1, ask: [("Range", "bytes=0-1"), ("If-Range", "\"a\"")], status: 206, body: "01"),
    Step(
      .cache, at: 2, ask: [("Range", "bytes=0-1"), ("If-Range", "\"b\"")], status: 200,
      body: "0123456789")),
  Case(
    "9110 §13.1.5: If-Range has a part that is kept only of the same",
    Step(
      .origin, ask: [("Range", "bytes=2-4")], says: "Cache-Control: max-age=60", "ETag: \"a\"",
      "Content-Range: bytes 2-4/10", origin: 206, content: "234"),
    Step(
      .cache, at: 1, ask: [("Range", "bytes=2-4"), ("If-Range", "\"a\"")], status: 206, body: "234"),
    Step(.origin, at: 2, ask: [("Range", "bytes=2-4"), ("If-Range", "\"b\"")])),
  Case(
    "9111 §3.3: a part is kept for the same range",
    Step(
      .origin, ask: [("Range", "bytes=2-4")], says: "Cache-Control: max-age=60",
      "Content-Range: bytes 2-4/10", origin: 206, content: "234",
      sent: [("Accept-Encoding", "identity")]),
    Step(.cache, at: 1, ask: [("Range", "bytes=2-4")], status: 206, body: "234")),
  Case(
    "9111 §3.3: a part is no answer to a request for the whole",
    Step(
      .origin, ask: [("Range", "bytes=2-4")], says: "Cache-Control: max-age=60",
      "Content-Range: bytes 2-4/10", origin: 206, content: "234"),
    Step(.origin, at: 1, content: "0123456789")),
  Case(
    "9110 §8.4: what is encoded cannot be cut",
    Step(
      .origin, says: "Cache-Control: max-age=60", "Content-Encoding: x-own", content: "0123456789"),
    Step(.origin, at: 1, ask: [("Range", "bytes=2-4")])),
]
