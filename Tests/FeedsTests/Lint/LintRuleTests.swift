import Catalog
import Testing
import Text

@testable import Feeds

/// Returns a valid recipe with some members replaced; an empty text removes a member.
private func record(_ number: Int, _ members: KeyValuePairs<String, String> = [:]) -> String {
  var all = [
    ("uuid", "\"00000000-0000-4000-8000-00000000000\(number)\""), ("name", "\"Dish \(number)\""),
    ("cuisine", "\"Thai\""), ("photo_url_large", "\"https://p.example/\(number).jpg\""),
    ("source_url", "\"https://s.example/\(number)\""),
  ]
  for (key, value) in members {
    all.removeAll { $0.0 == key }
    if !value.isEmpty { all.append((key, value)) }
  }
  return "{" + all.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
}

private func findings(_ records: String...) throws -> [LintFinding] {
  let text = "{\"recipes\": [\n" + records.joined(separator: ",\n") + "\n]}"
  return try Feed(Array(text.utf8)).lint().elements
}

@Suite struct LintRuleTests {
  @Test(
    arguments: [
      (["name": ""], LintRule.missingValue, LintSeverity.error, ".name"),
      (["name": "null"], .missingValue, .error, ".name"),
      (["name": "\" \""], .missingValue, .error, ".name"),
      (["name": "7"], .wrongType, .error, ".name"),
      (["source_url": "7"], .wrongType, .warning, ".source_url"),
      (["uuid": "\"a\""], .badID, .warning, ".uuid"),
      (["more\": 1, \"more": "2"], .repeatedKey, .warning, ".more"),
      (["uuid": "\"00000000-0000-4000-8000-000000000001\""], .duplicateID, .warning, ""),
      (["source_url": "\"javascript:alert(1)\""], .unsafeLink, .error, ".source_url"),
      (["source_url": "\"HTTP:nowhere\""], .unsafeLink, .error, ".source_url"),
      (["source_url": "\"https://a\\u200Db.example/\""], .unsafeLink, .error, ".source_url"),
      (["source_url": "\"https://a.example\\\\@b.example/\""], .unsafeLink, .error, ".source_url"),
      (["source_url": "\"https://a..example/\""], .unsafeLink, .error, ".source_url"),
      (["source_url": "\"https://me:word@a.example/\""], .passwordInLink, .warning, ".source_url"),
      (["name": "\"Pie \\u202E\""], .hiddenCharacter, .warning, ".name"),
      (["name": "\"Pie\\u001B[31m\""], .hiddenCharacter, .warning, ".name"),
      (["source_url": "\"/dishes/2\""], .relativeLink, .warning, ".source_url"),
      (["source_url": "\"http://s.example/2\""], .plainLink, .note, ".source_url"),
      (["source_url": "\" http://s.example/2 \""], .plainLink, .note, ".source_url"),
      (["source_url": "\" \""], .blankValue, .note, ".source_url"),
      (["photo_url_large": ""], .missingPicture, .warning, ""),
      (["name": "\"NaleÅ›niki\""], .mojibake, .warning, ".name"),
      (["cuisine": "\"FranÃ§ais\""], .mojibake, .warning, ".cuisine"),
      (["name": "\"Nale\\u00c5\\u203aniki\""], .mojibake, .warning, ".name"),
      (
        [
          "name": "\"Dish 1\"", "source_url": "\"https://s.example/1\"",
          "photo_url_large": "\"https://p.example/1.jpg\"",
        ], .duplicateRecord, .warning, ""
      ),
    ] as [(KeyValuePairs<String, String>, LintRule, LintSeverity, String)])
  func `a record that breaks a rule is found and located`(
    members: KeyValuePairs<String, String>, rule: LintRule, severity: LintSeverity, path: String
  ) throws {
    let found = try findings(record(1), record(2, members), record(3))
    #expect(found.map(\.rule) == [rule])
    #expect(found.first?.severity == severity)
    #expect(found.first?.path == "$.recipes[1]\(path)")
    #expect(found.first?.line == 3)
    #expect(found.first?.record == 1)
  }

  @Test(
    arguments: [
      [:], ["name": "\"Walnut Roll Gužvara\""], ["name": "\"Crème Brûlée\""],
      ["name": "\"Ã\""], ["name": "\"Dish 1\""], ["source_url": ""], ["video": "null"],
      ["source_url": "\"https://s.example/1\""], ["source_url": "\"https://me@s.example/1\""],
      ["name": "\"Pie\\u200D\""], ["source_url": "\"https://пирог.рф/\""],
    ] as [KeyValuePairs<String, String>])
  func `a valid record breaks no rule`(members: KeyValuePairs<String, String>) throws {
    #expect(try findings(record(1), record(2, members)).map(\.rule) == [])
  }

  @Test func `no picture is missing if no record has one`() throws {
    let bare = [record(1, ["photo_url_large": ""]), record(2, ["photo_url_large": "null"])]
    #expect(try findings(bare[0], bare[1]).map(\.rule) == [])
  }

  @Test(arguments: [("7", "is a number, not an object"), ("[]", "is a list, not an object")])
  func `a value that is not an object is a broken record`(text: String, reason: String) throws {
    let found = try findings(record(1), text)
    #expect(found.map(\.rule) == [.brokenRecord])
    #expect(found.map(\.message) == [reason])
  }

  @Test(arguments: [
    (
      #"[{"@type":"Recipe","name":"B","recipeIngredient":["1 egg"],"prepTime":"soon"}]"#, "prepTime"
    ),
    (#"[{"@type":"Recipe","name":"B","recipeIngredient":["1 egg"],}]"#, "comma"),
  ])
  func `a value that is read leniently or not at all is a note`(text: String, word: String) throws {
    let found = try Feed(Array(text.utf8)).lint().elements.filter { $0.message.contains(word) }
    #expect(found.map(\.rule) == [.readingNote] && found.first?.severity == .note)
  }

  @Test func `findings are in the order of the document`() throws {
    let found = try findings(
      record(3, ["source_url": "\"ftp://a/\""]), record(2, ["name": ""]),
      record(1, ["name": "\"NaleÅ›niki\"", "source_url": "\"http://a/\""]))
    #expect(found.map(\.record) == [0, 1, 2, 2])
    #expect(found.map(\.offset) == found.map(\.offset).sorted())
  }

  @Test func `ids are also compared in feeds without a profile`() throws {
    let text =
      "[{\"id\": 7, \"name\": \"A\"}, {\"id\": 8, \"name\": \"B\"}, {\"id\": 7, \"name\": \"C\"}]"
    let found = try Feed(Array(text.utf8)).lint().elements
    #expect(found.map(\.rule) == [.duplicateID])
    #expect(found.map(\.message) == ["has the same id as record 0"])
    #expect(found.map(\.path) == ["$[2]"])
  }

  @Test func `a value is located at its quote`() throws {
    let text =
      "[{\"name\": \"Ä\", \"links\": {\"a page\": [\"x\", \"http://a.example/\"]}, "
      + "\"page\": \"http://a.example/\"}]"
    // Values that no field can hold are reported, too.
    let found = try #require(try Feed(Array(text.utf8)).lint().elements.first { $0.path != "$" })
    #expect(found.path == "$[0].links['a page'][1]")
    let offset = try #require(text.utf8.firstRange(of: "\"http".utf8)).lowerBound
    #expect(found.offset == text.utf8.distance(from: text.startIndex, to: offset))
    #expect(found.column == text.distance(from: text.startIndex, to: offset) + 1)
  }

  @Test func `an empty feed is a note`() throws {
    #expect(try findings().map(\.rule) == [.emptyFeed])
  }

  @Test(arguments: [
    ("{\"recipes\": [\n{", LintRule.notAFeed, 2), ("<html>", .notAFeed, 1), ("", .notAFeed, 1),
  ])
  func `a document that is not a feed is a single located finding`(
    text: String, rule: LintRule, line: Int
  ) throws {
    let error = try #require(throws: FeedError.self) { try Feed(Array(text.utf8)) }
    let finding = try #require(LintFinding(error))
    #expect(finding.rule == rule)
    #expect(finding.line == line)
  }

  @Test(arguments: [
    ("NaleÅ›niki", "Naleśniki"), ("â€”", "—"), ("ClÃ©ment Bardot", "Clément Bardot"),
    ("Crème", nil), ("plain", nil), ("ÃƒÂ©", "Ã©"), ("Å›niki Gužvara", nil), ("", nil),
  ])
  func `a text was encoded twice if its bytes as Windows-1252 are UTF-8`(
    text: String, meant: String?
  ) { #expect(textEncodedTwice(text) == meant) }

  @Test func `every rule has a short name and a distinct summary`() {
    #expect(Set(LintRule.allCases.map(\.summary)).count == LintRule.allCases.count)
    #expect(LintRule.allCases.allSatisfy { $0.rawValue.utf8.count < 26 })
  }
}
