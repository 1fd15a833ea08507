import Interpreter
import Testing

@Suite struct SuggestionTailTests {
  /// `^` is the cursor; the suggestion is for the text from `[` to the cursor.
  @Test(arguments: [
    ("filter cuisine=[It^", "Italian", "filter cuisine=Italian"),
    ("filter cuisine=[It^ x", "Italian", "filter cuisine=Italian x"),
    ("filter cuisine=[It^alian", "Italian", "filter cuisine=Italian"),
    ("filter cuisine=[it^ALIAN name=x", "Italian", "filter cuisine=Italian name=x"),
    ("filter cuisine=[It^al", "Italian", "filter cuisine=Italian"),
    ("filter cuisine=[It^Greek", "Italian", "filter cuisine=ItalianGreek"),
    ("filter cuisine=[^Greek", "Italian", "filter cuisine=ItalianGreek"),
    ("filter (cuisine=[It^alian)", "Italian", "filter (cuisine=Italian)"),
    ("filter [cui^sine=Italian", "cuisine=", "filter cuisine=Italian"),
    ("filter [year^>1950", "year=", "filter year>1950"),
    ("filter [ye^ar<=1950 x", "year=", "filter year<=1950 x"),
    ("filter [cui^~an", "cuisine=", "filter cuisine~an"),
    ("filter [cui^x=Italian", "cuisine=", "filter cuisine=x=Italian"),
    ("filter name=[\"Chi^cken Pie\" x", "\"Chicken Soup\"", "filter name=\"Chicken Soup\" x"),
    ("filter name=[\"Chi^cken Pie", "\"Chicken Pie\"", "filter name=\"Chicken Pie\""),
    ("filter name=[\"Chi^ name=x", "\"Chicken Pie\"", "filter name=\"Chicken Pie\" name=x"),
    ("filter name=[\"Pie\" x^ y", "\"Pie\" xyz", "filter name=\"Pie\" xyz y"),
    ("filter name=[Chi^cken", "\"Chicken Soup\"", "filter name=\"Chicken Soup\""),
    ("load [re^cipes/pies.json", "recipes/", "load recipes/pies.json"),
    ("[so^rt name", "sort", "sort name"),
  ])
  func `text after the cursor is not duplicated`(
    marked: String, text: String, expected: String
  ) {
    let parts = marked.split(omittingEmptySubsequences: false) { "[^".contains($0) }
    let (start, line) = (parts[0].utf8.count, parts.joined())
    let cursor = start + parts[1].utf8.count
    let suggestion = Suggestion(text: text, range: start..<cursor)
      .replacingTail(of: line, behind: cursor)
    #expect(
      slice(line, 0..<suggestion.range.lowerBound) + suggestion.text
        + slice(line, suggestion.range.upperBound..<line.utf8.count) == expected)
  }
}
