import Testing

@testable import Feeds

/// Returns the outline of a feed with one field.
private func outline(_ rows: Int, _ present: Int, _ type: String = "link") -> FeedOutline {
  FeedOutline(records: rows, rows: rows, fields: [.init("photo", type, present: present)])
}

@Suite struct FeedOutlineTests {
  @Test(arguments: [
    (outline(100, 100), outline(100, 61), [LintRule.presenceDropped], "`photo` 100 → 61 %"),
    (outline(100, 100), outline(100, 95), [.presenceDropped], "`photo` 100 → 95 %"),
    (outline(60, 60), outline(60, 57), [.presenceDropped], "`photo` 100 → 95 %"),
    (outline(1000, 1000), outline(1000, 951), [], ""),
    (outline(100, 50), outline(100, 100), [], ""),
    (outline(100, 1), outline(100, 0), [.fieldGone], "`photo` 1 → 0 %: no record has it"),
    (
      outline(9, 9), FeedOutline(records: 9, rows: 9, fields: []), [.fieldGone],
      "`photo` 100 → 0 %: no record has it"
    ),
    (outline(9, 9), outline(9, 9, "text"), [.typeChanged], "`photo` link → text"),
    (outline(10, 10), outline(5, 5), [.recordsDropped], "records 10 → 5"),
    (outline(10, 10), outline(6, 6), [.recordCount], "records 10 → 6"),
    (outline(10, 10), outline(11, 11), [.recordCount], "records 10 → 11"),
    (outline(10, 10), outline(0, 0), [.recordsDropped], "records 10 → 0"),
    (outline(0, 0), outline(0, 0), [], ""), (outline(7, 0), outline(7, 0), [], ""),
  ])
  func `changes that affect readers of the baseline are reported`(
    before: FeedOutline, now: FeedOutline, rules: [LintRule], message: String
  ) {
    let changes = now.changes(since: before)
    #expect(changes.map(\.rule) == rules)
    #expect(changes.map(\.message).joined() == message)
  }

  /// Returns the changes of a feed whose records all have other members in place of a cuisine.
  private func changes(_ members: [String]) throws -> [String] {
    func outline(_ members: [String]) throws -> FeedOutline {
      let records = members.enumerated().map { number, member in
        "{\"uuid\": \"00000000-0000-4000-8000-00000000000\(number)\", \"name\": \"A\", "
          + "\"source_url\": \"https://a/\"\(member)}"
      }
      return FeedOutline(
        try Feed(Array("{\"recipes\": [\(records.joined(separator: ","))]}".utf8)))
    }
    let before = try outline(Array(repeating: ", \"cuisine\": \"B\"", count: members.count))
    return try outline(members).changes(since: before).map { "\($0.rule.rawValue): \($0.message)" }
  }

  @Test(arguments: [
    (["", ""], "contract-field-gone: `cuisine` 100 → 0 %: no record has it"),
    (
      [#", "kitchen": "B""#, #", "cuisine": null"#],
      "contract-field-gone: `cuisine` 100 → 0 %: no record has it"
    ),
    (
      [#", "cuisine": 7"#, #", "cuisine": 8"#],
      "contract-type-changed: `cuisine` keyword → number, in every record"
    ),
    (
      [#", "cuisine": ["B"]"#, #", "cuisine": ["B"]"#, ""],
      "contract-type-changed: `cuisine` keyword → list, in every record"
    ),
    ([#", "cuisine": "B""#, ""], "contract-presence-dropped: `cuisine` 100 → 50 %"),
  ])
  func `a required field that is gone, renamed or of another type is reported`(
    members: [String], change: String
  ) throws {
    #expect(try changes(members) == [change])
  }

  @Test func `an outline counts all records and the values of valid ones`() throws {
    let text =
      "{\"recipes\": [{\"uuid\": \"00000000-0000-4000-8000-000000000001\", "
      + "\"name\": \"A\", \"cuisine\": \"B\", \"source_url\": \"https://a/\"}, {\"name\": \"C\"}]}"
    let outline = FeedOutline(try Feed(Array(text.utf8)))
    #expect(outline.records == 2 && outline.rows == 1)
    #expect(outline.fields.first { $0.name == "source" }?.present == 1)
    #expect(outline.fields.first { $0.name == "source" }?.type == "link")
    #expect(outline.fields.first { $0.name == "video" }?.present == 0)
  }
}
