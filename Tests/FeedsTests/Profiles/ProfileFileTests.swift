import Catalog
import Feeds
import Testing

/// A profile with an additional line in its only field, or with additional lines at the top.
private func profile(_ line: String = "", top: String = "") -> String {
  """
  name = "books"
  \(top)
  [[field]]
  name = "name"
  role = "name"
  \(line)
  """
}

private let noTable = "a table name must follow the bracket"

@Test func `the example profile is valid`() throws {
  let example = try Profile(toml: Profile.example)
  #expect(example.name == "books")
  #expect(example.service?.feeds.map(\.name) == ["books"])
  let records = """
    {"total": 1, "books": [{"isbn": "1", "title": "Dune", "genre": "sf", "creator": {"name": "Frank Herbert"},
    "reading_time": "PT9H", "published": "1965-08-01", "chapter1": "Arrakis", "chapter_number1": "I",
    "cover": "dune", "shelf": "A"}]}
    """
  let feed = try Feed(
    Array(records.utf8), FeedReading(among: ProfileSet(own: [example])))
  #expect(feed.profile == "books")
  let catalog = feed.catalog
  func value(_ name: String) -> Value? {
    catalog.schema.index(of: name).flatMap { catalog.value($0, 0) }
  }
  #expect(value("genre") == .text("science fiction"))
  #expect(value("author") == .text("Frank Herbert"))
  #expect(value("reading") == .number(540))
  #expect(value("chapters") == .list(["I Arrakis"]))
  #expect(value("photo") == .text("https://covers.example.org/dune.jpg"))
  #expect(value("shelf") == .text("A"))
}

@Test func `a line of a multi-line text is not a table`() throws {
  let text = profile(top: "summary = \"\"\"\nTides\n[°C] of the water\n\"\"\"\n")
  #expect(try Profile(toml: text).summary.contains("[°C]"))
  for comment in ["# a = \"\"\"", "a = '#' # = '''"] {
    #expect(throws: ProfileFault.self) { try Profile(toml: "\(comment)\n[°C]") }
  }
}

@Test(arguments: ["x = [}", "x = [1, # {\n }", "x = [{a = [}]}]", "x = [ '''{''' , }"])
func `a brace that closes a list is an error`(text: String) {
  #expect(throws: ProfileFault.self) { try Profile(toml: text) }
}

@Test(arguments: [
  "\"{ [\"", "'}'", "\"\"\"a \\\" } \"\"\"\"", "'''}''''", "[[1], [2, 3]]",
  "{ a = [{ b = \"}\" }], c = '#' } # }",
])
func `braces in texts, comments and tables are accepted`(value: String) {
  #expect {
    try Profile(toml: "unknown = \(value)\n")
  } throws: { error in
    (error as? ProfileFault)?.reason.contains("unknown") ?? false
  }
}

@Test func `every built-in profile is valid and has a unique name`() {
  #expect(Profile.builtIn.map(\.name) == Profile.builtInNames)
  for (container, name) in Profile.builtInContainers {
    #expect(Profile.builtIn(named: name)?.container == container)
  }
  #expect(Profile.builtInContainers.map(\.name) + ["recipemd", "records"] == Profile.builtInNames)
  for name in Profile.builtInNames { #expect(Profile.builtIn(named: name)?.name == name) }
}

@Test func `the feeds of built-in profiles are found by name`() {
  for profile in Profile.builtIn {
    for feed in profile.service?.feeds ?? [] {
      #expect(ProfileSet().candidates(feed: feed.name).contains { $0.name == profile.name })
    }
  }
  #expect(ProfileSet().candidates(feed: "feed.json").isEmpty)
}

@Test(arguments: [
  ("name = ", 1, 8, "", ""),
  ("summary = \"x\"", 1, 1, "a profile needs a name", "name = \"books\""),
  (
    "name = \"two words\"", 1, 1, "`two words` cannot name a profile",
    "use letters, digits, - _ and ."
  ),
  ("name = \"x\"", 1, 1, "a profile needs a [[field]]", "see feeds example"),
  (
    profile(top: "sumary = \"x\""), 2, 1, "`sumary` is not a valid key here",
    "did you mean summary?"
  ),
  (profile("tpye = \"text\""), 6, 1, "`tpye` is not a valid key here", "did you mean type?"),
  (profile("type = \"txt\""), 6, 1, "`type` cannot be `txt`", "did you mean text?"),
  (profile("type = 3"), 6, 1, "`type` has to be a text", ""),
  (profile("  required = \"yes\""), 6, 3, "`required` is true or false", ""),
  (profile("read = \"recipe\""), 6, 1, "`read` cannot be `recipe`", nil),
  (
    profile("type = \"link\""), 6, 1, "a field with the role name cannot have the type link",
    "type = \"text\""
  ),
  (
    "name = \"p\"\n" + String(repeating: "a.", count: 300_000) + "b = 1", 2, 1,
    "there are more than 64 dots in one line", ""
  ),
  (profile("\n  [[ .field]]"), 7, 1, noTable, "[service] or [[field]]"),
  ("[", 1, 1, noTable, "[service] or [[field]]"),
  (profile("[\nfield]"), 6, 1, noTable, "[service] or [[field]]"),
  (profile("[é]"), 6, 1, noTable, "[service] or [[field]]"),
  ("\u{FEFF}\u{A0}[:", 1, 1, noTable, "[service] or [[field]]"),
  (profile("from = []"), 6, 1, "`from` needs a key", ""),
  (
    profile("from = [\"a\", \"$index\"]"), 6, 1, "`$index` is not a valid source",
    "$key, $address or $document.KEY"
  ),
  ("name = \"p\"\n\n[[feild]]\nname = \"a\"", 3, 1, "`feild` is not a valid key here", nil),
  (
    "name = \"p\"\n" + String(repeating: "[[field]]\nname = \"a\"\n", count: 40_000), 2, 1,
    "there are more than 500 [[field]]", ""
  ),
  (profile("from = [1]"), 6, 1, "`from` has to be a text or a list of texts", ""),
  (
    profile("from = [\"a{1-2}\", \"b\"]"), 6, 1, "a numbered key must be the only key",
    "from = \"a{1-2}\""
  ),
  (profile("from = \"a{1-2}\""), 6, 1, "numbered keys need the type list", "type = \"list\""),
  (
    profile("[[field]]\nname = \"l\"\ntype = \"list\"\ninside = \"a\""), 9, 1,
    "`inside` needs a field of ingredients", "read = \"ingredients\""
  ),
  (
    profile("[[field]]\nname = \"t\"\ntype = \"number\"\nsum = [\"later\"]"), 9, 1,
    "`sum` needs earlier fields of the same type", ""
  ),
  (
    profile("[service]\n[[feed]]\nname = \"x\""), 7, 1, "a [[feed]] needs a base in [service]", ""
  ),
  (
    profile("[service]\nbase = \"https://a.example\"\n[[feed]]\nname = \"x y\""), 9, 1,
    "a feed needs a name of letters, digits, - _ and .", ""
  ),
  ("name = \"p\"\nfield = 3", 2, 1, "`field` is written [[field]], once for each", ""),
  ("name = \"p\"\nfield = [3]", 2, 1, "`field` is written [[field]], once for each", ""),
  (profile("shorten = 0"), 6, 1, "`shorten` has to be a whole number from 1 on", ""),
  (profile("make = \"x\""), 6, 1, "`make` needs {} where the value goes", ""),
  (
    profile("from = \"a{1-}\""), 6, 1, "`from` is not a series of numbered keys",
    "such as ingredient{1-20}"
  ),
  (profile("[[field]]\nname = \"name\""), 7, 1, "there is a field `name` already", ""),
  (
    profile("[[field]]\nname = \"title\"\nrole = \"name\""), 8, 1,
    "`name` has the role name already", ""
  ),
  (
    profile("[[field]]\nname = \"Title\""), 7, 1,
    "a field needs a name of small letters, digits and -", ""
  ),
  (profile("[[field]]\nname = \"row\""), 7, 1, "`row` is a reserved word at the prompt", ""),
  (profile("[[feed]]\nname = \"x\""), 6, 1, "a [[feed]] needs a [service] with its base", ""),
  (
    profile("[service]\nbase = \"https://a.example\"\nsearch = \"q\""), 8, 1,
    "`search` needs {text} where the words go", ""
  ),
  (profile("[service.key]\nparameter = \"k\""), 6, 1, "a key needs a parameter and a variable", ""),
])
func `an error in a profile is located`(
  toml: String, line: Int, column: Int, reason: String, hint: String?
) {
  do throws(ProfileFault) {
    _ = try Profile(toml: toml)
    Issue.record("the profile was taken")
  } catch {
    #expect([error.line, error.column] == [line, column], "\(error)")
    if !reason.isEmpty { #expect(error.reason.hasPrefix(reason)) }
    if let hint { #expect(error.hint == hint) } else { #expect(!error.hint.isEmpty) }
  }
}

@Test
func `numbered keys may have any affixes and must have equal numbers`()
  throws
{
  let toml = profile("[[field]]\nname = \"parts\"\ntype = \"list\"\nfrom = \"p{2-3}_x\"")
  let parts = try #require(try Profile(toml: toml).mappings.last)
  #expect(parts.items == ["p2_x", "p3_x"])
  #expect(throws: ProfileFault.self) { try Profile(toml: toml + "\nwith = \"n{1-3}\"") }
}

@Test(arguments: ["ftp://x", "example.org", "http://"])
func `the base of a service must be a web address`(base: String) throws {
  let fault = #expect(throws: ProfileFault.self) {
    try Profile(toml: profile() + "\n[service]\nbase = \"\(base)\"\n")
  }
  #expect(fault?.reason == "`base` is not an http or https address" && fault?.line == 8)
}
