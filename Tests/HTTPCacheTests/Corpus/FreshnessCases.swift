/// RFC 9111, section 4.2: how long a response is fresh.
let freshnessCases: [Case] = [
  Case(
    "9111 §4.2.1: max-age holds",
    Step(.origin, says: "Cache-Control: max-age=60"), Step(.cache, at: 59, body: "content 1"),
    Step(.origin, at: 61, body: "content 3")),
  Case(
    "9111 §4.2: equal ages are stale",
    Step(.origin, says: "Cache-Control: max-age=60"), Step(.origin, at: 60)),
  Case(
    "9111 §4.2.1: max-age comes before Expires",
    Step(.origin, says: "Cache-Control: max-age=60", "Expires: @9000"), Step(.origin, at: 70)),
  Case(
    "9111 §4.2.1: max-age comes before an Expires in the past",
    Step(.origin, says: "Cache-Control: max-age=60", "Expires: @-9000"), Step(.cache, at: 30)),
  Case(
    "9111 §4.2.1: s-maxage is for shared caches",
    Step(.origin, says: "Cache-Control: s-maxage=9000, max-age=60"), Step(.origin, at: 70)),
  Case(
    "9111 §5.3: Expires holds, counted from Date",
    Step(.origin, says: "Expires: @60"), Step(.cache, at: 59), Step(.origin, at: 61)),
  Case(
    "9111 §5.3: an Expires equal to Date is stale",
    Step(.origin, says: "Expires: @0"), Step(.origin, at: 1)),
  Case(
    "9111 §5.3: an Expires of 0 is in the past", Step(.origin, says: "Expires: 0"),
    Step(.origin, at: 1)),
  Case(
    "9111 §5.3: an Expires that is no date is in the past",
    Step(.origin, says: "Expires: tomorrow", "Last-Modified: @-90000"),
    Step(.validated, at: 1)),
  Case(
    "9111 §4.2.1: two Expires that differ are nonsense",
    Step(.origin, says: "Expires: @60", "Expires: @90"), Step(.origin, at: 1)),
  Case(
    "9110 §5.6.7: the date of RFC 850",
    Step(.origin, says: "Expires: Monday, 21-Sep-26 15:13:20 GMT"), Step(.cache, at: 3590),
    Step(.origin, at: 3601)),
  Case(
    "9110 §5.6.7: the date of asctime",
    Step(.origin, says: "Expires: Mon Sep 21 15:13:20 2026"), Step(.cache, at: 3590),
    Step(.origin, at: 3601)),
  Case(
    "9110 §5.6.7: another time zone is no date",
    Step(.origin, says: "Expires: Mon, 21 Sep 2026 15:13:20 CEST"), Step(.origin, at: 1)),
  Case(
    "9110 §5.6.7: one digit for the hour is no date",
    Step(.origin, says: "Expires: Mon, 21 Sep 2027 5:13:20 GMT"), Step(.origin, at: 1)),
  Case(
    "9111 §4.2.2: a tenth of its age when it came is guessed",
    Step(.origin, says: "Last-Modified: @-1000"), Step(.cache, at: 99),
    Step(.validated, at: 101)),
  Case(
    "9111 §4.2.2: nothing is guessed for more than a day",
    Step(.origin, says: "Last-Modified: @-90000000"), Step(.cache, at: 86_000),
    Step(.validated, at: 87_000)),
  Case(
    "9111 §4.2.2: nothing is guessed without Last-Modified", Step(.origin),
    Step(.origin, at: 1)),
  Case(
    "9111 §4.2.2: nothing is guessed for a Last-Modified to come",
    Step(.origin, says: "Last-Modified: @1000"), Step(.validated, at: 1)),
  Case(
    "9111 §4.2.2: nothing is guessed for a status that is not for it",
    Step(.origin, says: "Last-Modified: @-90000", origin: 403), Step(.origin, at: 1, origin: 403)),
  Case(
    "9111 §4.2.2: public allows a guess for any status",
    Step(.origin, says: "Last-Modified: @-90000", "Cache-Control: public", origin: 299),
    Step(.cache, at: 1, status: 299)),
  Case(
    "9111 §4.2.3: the Age that a response came with counts",
    Step(.origin, says: "Cache-Control: max-age=60", "Age: 50"),
    Step(.cache, at: 9, answer: [("Age", "59")]), Step(.origin, at: 11)),
  Case(
    "9111 §4.2.3: the age since Date counts",
    Step(.origin, says: "Cache-Control: max-age=60", "Date: @-50"), Step(.cache, at: 9),
    Step(.origin, at: 11)),
  Case(
    "9111 §4.2.3: the larger of both counts",
    Step(.origin, says: "Cache-Control: max-age=60", "Date: @-20", "Age: 50"),
    Step(.origin, at: 11)),
  Case(
    "9111 §4.2.3: a Date to come adds nothing",
    Step(.origin, says: "Cache-Control: max-age=60", "Date: @500"), Step(.cache, at: 59),
    Step(.origin, at: 61)),
  Case(
    "9110 §6.6.1: without Date the moment of its coming counts",
    Step(.origin, says: "Cache-Control: max-age=60", "Date: none"), Step(.cache, at: 59),
    Step(.origin, at: 61)),
  Case(
    "9111 §5.1: an Age that is no number is left out",
    Step(.origin, says: "Cache-Control: max-age=60", "Age: old"), Step(.cache, at: 59)),
  Case(
    "9111 §5.1: a negative Age is left out",
    Step(.origin, says: "Cache-Control: max-age=60", "Age: -900"), Step(.origin, at: 61)),
  Case(
    "9111 §5.1: of several Ages the first counts",
    Step(.origin, says: "Cache-Control: max-age=60", "Age: 50, 0"), Step(.origin, at: 11)),
  Case(
    "9111 §5.1: an Age is sent with what comes from the cache",
    Step(.origin, says: "Cache-Control: max-age=60", answer: [("Age", nil)]),
    Step(.cache, at: 30, answer: [("Age", "30")])),
  Case(
    "9111 §1.2.2: what is too large to count is very long",
    Step(.origin, says: "Cache-Control: max-age=99999999999999999999"),
    Step(.cache, at: 1_000_000_000)),
  Case(
    "9111 §4.2.1: a max-age that is no number is stale",
    Step(.origin, says: "Cache-Control: max-age=soon"), Step(.origin, at: 1)),
  Case(
    "9111 §4.2.1: a negative max-age is stale",
    Step(.origin, says: "Cache-Control: max-age=-60"), Step(.origin, at: 1)),
  Case(
    "9111 §4.2.1: of two max-ages the smaller holds",
    Step(.origin, says: "Cache-Control: max-age=9000", "Cache-Control: max-age=1"),
    Step(.origin, at: 2)),
  Case(
    "9111 §5.2: names of directives have no case",
    Step(.origin, says: "cache-control: MAX-AGE=60"), Step(.cache, at: 59)),
  Case(
    "9111 §5.2: an argument may be quoted",
    Step(.origin, says: "Cache-Control: max-age=\"60\""), Step(.cache, at: 59)),
  Case(
    "9110 §5.6.4: what stands in quotes is no directive",
    Step(.origin, says: "Cache-Control: extension=\"max-age=9000, x\", max-age=1"),
    Step(.origin, at: 2)),
  Case(
    "9111 §5.2: a blank before the equals sign makes it another word",
    Step(.origin, says: "Cache-Control: max-age =60"), Step(.origin, at: 1)),
  Case(
    "a clock that was set back does not make anything fresh for ever",
    Step(.origin, at: 90_000, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.validated, at: 10)),
  Case(
    "a clock that was set forward makes things stale, not wrong",
    Step(.origin, says: "Cache-Control: max-age=60", "ETag: \"a\""),
    Step(.validated, at: 1_000_000_000)),
]
