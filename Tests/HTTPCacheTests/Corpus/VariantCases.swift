/// RFC 9111, section 4.1: choosing among variants.
let variantCases: [Case] = [
  Case(
    "9111 §4.1: a request like the first gets its variant",
    Step(.origin, ask: [("Foo", "1")], says: "Cache-Control: max-age=60", "Vary: Foo"),
    Step(.cache, at: 1, ask: [("Foo", "1")])),
  Case(
    "9111 §4.1: another request does not",
    Step(.origin, ask: [("Foo", "1")], says: "Cache-Control: max-age=60", "Vary: Foo"),
    Step(.origin, at: 1, ask: [("Foo", "2")])),
  Case(
    "9111 §4.1: absent is not the same as anything",
    Step(.origin, says: "Cache-Control: max-age=60", "Vary: Foo"),
    Step(.origin, at: 1, ask: [("Foo", "1")])),
  Case(
    "9111 §4.1: absent is the same as absent",
    Step(.origin, says: "Cache-Control: max-age=60", "Vary: Foo"), Step(.cache, at: 1)),
  Case(
    "9111 §4.1: several variants are kept",
    Step(.origin, ask: [("Foo", "1")], says: "Cache-Control: max-age=60", "Vary: Foo"),
    Step(.origin, at: 1, ask: [("Foo", "2")], says: "Cache-Control: max-age=60", "Vary: Foo"),
    Step(.cache, at: 2, ask: [("Foo", "1")], body: "content 1"),
    Step(.cache, at: 3, ask: [("Foo", "2")], body: "content 2")),
  Case(
    "9111 §4.1: all fields that Vary names count, on whatever line",
    Step(
      .origin, ask: [("Foo", "1"), ("Bar", "2")], says: "Cache-Control: max-age=60", "Vary: Foo",
      "Vary: , BAR"),
    Step(.origin, at: 1, ask: [("Foo", "1"), ("Bar", "3")], says: "Vary: Foo, Bar"),
    Step(.cache, at: 2, ask: [("Bar", "2"), ("foo", "1"), ("Other", "x")], body: "content 1")),
  Case(
    "9111 §4.1: a star never fits",
    Step(.origin, says: "Cache-Control: max-age=60", "Vary: *"), Step(.origin, at: 1)),
  Case(
    "9111 §4.1: a star among others never fits",
    Step(.origin, says: "Cache-Control: max-age=60", "Vary: Foo", "Vary: , *"),
    Step(.origin, at: 1)),
  Case(
    "9111 §4.1: blanks and lines make no difference",
    Step(.origin, ask: [("Foo", "1,2")], says: "Cache-Control: max-age=60", "Vary: Foo"),
    Step(.cache, at: 1, ask: [("Foo", "1"), ("Foo", " 2 ")])),
  Case(
    "9110 §12.5.4: the case and the order of languages make no difference",
    Step(
      .origin, ask: [("Accept-Language", "en, de;q=0.5")], says: "Cache-Control: max-age=60",
      "Vary: Accept-Language"),
    Step(.cache, at: 1, ask: [("Accept-Language", "DE; q=0.5,EN")])),
  Case(
    "9110 §12.5.4: their weights do",
    Step(
      .origin, ask: [("Accept-Language", "en, de;q=0.5")], says: "Cache-Control: max-age=60",
      "Vary: Accept-Language"),
    Step(.origin, at: 1, ask: [("Accept-Language", "de, en;q=0.5")])),
  Case(
    "what came with a cookie goes to nobody else",
    Step(.origin, ask: [("Cookie", "me=1")], says: "Cache-Control: max-age=60"),
    Step(.origin, at: 1, ask: [("Cookie", "me=2")], says: "Cache-Control: max-age=60"),
    Step(.origin, at: 2, says: "Cache-Control: max-age=60"),
    Step(.cache, at: 3, ask: [("Cookie", "me=1")], body: "content 1")),
  Case(
    "what everybody gets is good for who has a cookie",
    Step(.origin, says: "Cache-Control: max-age=60"),
    Step(.cache, at: 1, ask: [("Cookie", "me=1")], body: "content 1")),
  Case(
    "what everybody gets is not for who says who he is",
    Step(.origin, says: "Cache-Control: max-age=60"),
    Step(.origin, at: 1, ask: [("Authorization", "Bearer x")], body: "content 2"),
    Step(.origin, at: 2, ask: [("X-Api-Key", "y")], body: "content 3"),
    Step(.cache, at: 3, body: "content 1")),
]
