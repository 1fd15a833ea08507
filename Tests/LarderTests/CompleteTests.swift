import Foundation
import Testing

@Suite struct CompleteTests {
  private struct Suggestion: Decodable, Equatable {
    var text: String
    var description: String
    var count: Int?
    var from: Int
    var to: Int
  }

  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
  }

  private func complete(_ line: String) throws -> [Suggestion] {
    let run = try place.larder("complete", line, "--feed", feed)
    #expect(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode([Suggestion].self, from: Data(run.output.utf8))
  }

  private func demo(_ line: String) throws -> [Suggestion] {
    let run = try place.larder("complete", line, "--feed", "demo")
    return try JSONDecoder().decode([Suggestion].self, from: Data(run.output.utf8))
  }

  @Test(arguments: [
    ("favorite Lasagne Carb", ["\"Carbonara\""]), ("favorite 1,2 Carb", ["\"Carbonara\""]),
    ("export csv - Lasagne Carb", ["\"Carbonara\""]), ("favorite Nothing Carb", []),
  ])
  func `complete offers a further row in quotes after the first row`(line: String, texts: [String])
    throws
  {
    #expect(try demo(line).map(\.text) == texts)
  }

  @Test func `of the notes about a row the numbers are offered`() throws {
    _ = try place.larder(
      "demo", "-c", "note Lasagne less salt", "-c", "note Lasagne more pepper")
    let found = try demo("note delete Lasagne ")
    #expect(found.map(\.text) == ["1", "2"])
    #expect(found.map(\.description) == ["less salt", "more pepper"])
    #expect(try demo("note delete Carbonara ") == [])
  }

  /// The completions of bash for the words of a command line, the last of which is being typed.
  @Test(arguments: [
    (["l"], ["library", "lint"]), (["script", "ch"], ["check"]), (["library", "ex"], ["export"]),
    (["lint", "--re"], ["--report"]), (["--ep"], ["--ephemeral"]),
    (["script", "check", "--fa"], ["--fail-fast"]), (["--color", "al"], ["always"]),
    (["lint", "dish"], ["dishes.json"]), (["--log", "dish"], ["dishes.json"]),
    (["dish"], ["dishes.json"]),
    (["demo-em"], ["demo-empty"]), (["--strict", "demo-em"], ["demo-empty"]),
    (["lint", "demo-em"], ["demo-empty"]), (["lint", "demo", "demo-em"], ["demo-empty"]),
    (["demo", "demo-em"], []), (["--format", "demo-em"], []), (["fetch", "demo-em"], []),
  ])
  func `bash completes subcommands, options, feeds and files`(words: [String], offers: [String])
    throws
  {
    let script = try place.file(
      "completion.bash", try place.larder("--generate-completion-script", "bash").output)
    // What is offered by nobody is left to bash, which knows the files.
    let typed = (["larder"] + words).map { "'\($0)'" }.joined(separator: " ")
    let run = try place.script(
      """
      cd '\(place.path)' && exec bash -c '
      source "\(script)"; complete -p larder
      larder() { "$larder" --home "$home" "$@"; }
      COMP_WORDS=(\(typed.replacing("'", with: "\"")))
      COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      _larder_and_feeds larder "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf "%s\\n" "${COMPREPLY[@]}"'
      """)
    #expect(
      run.lines.first == "complete -o default -o filenames -F _larder_and_feeds larder",
      "\(run.errors)")
    #expect(run.lines.dropFirst().filter { !$0.isEmpty } == offers)
  }

  @Test(arguments: [
    ("fil", ["filter"]), ("fav", ["favorite", "favorites"]),
    ("un", ["undo", "unfavorite", "untag", "unsave"]),
    ("sort na", ["name"]), ("sort name, cui", ["cuisine"]), ("count by cui", ["cuisine"]),
    ("filter cuisine=Br", ["British"]), ("filter -cuisine=fr", ["French"]),
    ("filter cuisine=British,Ita", ["Italian"]), ("filter no:sou", ["source"]),
    ("filter (cuisine=Am", ["American"]), ("filter cuisine<", []), ("filter cuisine>=Am", []),
    ("filter cuisine!=Am", ["American"]), ("filter cuisine~Am", ["American"]),
    ("filter (cuisine=Thai or\ncuisine=Am", ["American"]), ("filter \"cl", []), ("\"li", []),
    ("history ", ["delete", "--json"]), ("history \"de", []),
    ("count; filter cuisine=Am", ["American"]),
    ("show Eton", ["\"Eton Mess\""]), ("show eton", ["\"Eton Mess\""]),
    ("show creme", ["\"Crème Brûlée\""]),
    ("open vi", ["video"]), ("open source Sco", ["Scones"]), ("favorite Tira", ["Tiramisù"]),
    ("load demo-sl", ["demo-slow"]), ("load ./dish", ["./dishes.json"]),
    ("set page", ["page-size", "pager"]), ("set page-", ["page-size"]),
    ("set malformed s", ["strict"]), ("export cs", ["csv"]), ("help filt", ["filter", "filters"]),
    ("feeds re", ["remove"]), ("zzzzz", []), ("show zzzzz", []), ("note del", ["delete"]),
    ("load demo as recip", ["recipes", "recipemd"]), ("reload fr", ["fresh"]),
    ("filter cuisine=British, Ita", []), ("filter cuisine=British,\"Ita", ["\"Italian\""]),
    ("filter cuisine='British',Ita", ["Italian"]), ("filter cuisine='Ita", ["\"Italian\""]),
    ("filter cuisine=“Ita", ["\"Italian\""]), ("filter cuisine=«Ita", ["\"Italian\""]),
    ("filter cuisine=It\\a", ["Italian"]), ("filter cuisine = Ita", ["Italian"]),
    ("filter name=Panna\\ C", ["\"Panna Cotta\""]), ("filter name='Panna C", ["\"Panna Cotta\""]),
    ("filter name='Panna\nC", ["\"Panna Cotta\""]), ("filter name='Panna\n", ["\"Panna Cotta\""]),
    ("filter \"a\\\" cu", []), ("filter 'a cu", []), ("filter has:video,so", ["source="]),
    ("filter has:video or has:so", ["source"]), ("filter cuisine=\"British\"", []),
    ("filter (cuisine=British)", []), ("filter cuisine=British - cu", ["cuisine="]),
    ("filter -cu", ["cuisine="]), ("filter !cuisine=Br", ["British"]),
  ])
  func `Tab offers completions`(line: String, texts: [String]) throws {
    #expect(try complete(line).map(\.text) == texts)
  }

  @Test(arguments: [
    ("filter cuisine=", ["American": 1, "British": 3, "French": 1, "Italian": 3]),
    ("filter cuisine=I", ["Italian": 3]),
  ])
  func `complete gives each value the number of rows that it would leave`(
    line: String, counts: [String: Int]
  ) throws {
    let pairs = try complete(line).map { ($0.text, $0.count ?? -1) }
    #expect(Dictionary(uniqueKeysWithValues: pairs) == counts)
  }

  @Test func `the span is the word that is replaced, in bytes`() throws {
    let found = try complete("show \"Crème Brûlée\"; filter cuisine=Ita")
    #expect(found.map(\.from) == [39])
    #expect(found.map(\.to) == [42])
  }

  @Test func `an empty line offers every command, described`() throws {
    let found = try complete("")
    for name in ["load", "filter", "sort", "open", "favorite", "note", "help", "quit"] {
      #expect(found.contains { $0.text == name && !$0.description.isEmpty })
    }
  }

  @Test func `named feeds and files are offered where a feed is wanted`() throws {
    _ = try place.larder("demo", "-c", "feeds add dinners \(feed)")
    let found = try complete("load d").map(\.text)
    #expect(found.contains("demo") && found.contains("dinners") && found.contains("dishes.json"))
  }

  @Test(arguments: [
    ("load ~/pan", ["~/pancakes.json"]), ("load my", ["\"my dishes.json\""]),
    ("load \"my d", ["\"my dishes.json\""]), ("load dish*.json", ["dishes.json", "dishes2.json"]),
    ("export json ~/pan", ["~/pancakes.json"]),
  ])
  func `paths in the home folder, paths with spaces and patterns are completed`(
    line: String, texts: [String]
  ) throws {
    for path in ["dishes2.json", "my dishes.json"] { _ = try place.file(path, "[]") }
    try Data("[]".utf8).write(to: URL(filePath: place.path + "/pancakes.json"))
    let run = try place.larder("complete", line, environment: ["HOME": place.path])
    let found = try JSONDecoder().decode([Suggestion].self, from: Data(run.output.utf8))
    #expect(found.map(\.text) == texts)
  }

  @Test(arguments: [
    ("open ", ["source", "photo", "Linked", "Pictured"]), ("open source ", ["Linked"]),
    ("picture ", ["Pictured"]), ("note delete ", ["Bare"]), ("unfavorite ", ["Bare"]),
    ("show ", ["Bare", "Linked", "Pictured"]),
  ])
  func `only rows are offered that a command can take`(line: String, texts: [String]) throws {
    let feed = try place.file(
      "links.json",
      """
      {"recipes": [
        {"uuid": "00000000-0000-4000-8000-000000000001", "name": "Bare", "cuisine": "A"},
        {"uuid": "00000000-0000-4000-8000-000000000002", "name": "Linked", "cuisine": "A",
         "source_url": "https://a.example/"},
        {"uuid": "00000000-0000-4000-8000-000000000003", "name": "Pictured", "cuisine": "A",
         "photo_url_large": "https://a.example/a.png"}]}
      """)
    #expect(try place.larder(feed, "-c", "note Bare salt").status == 0)
    let run = try place.larder("complete", line, "--feed", feed)
    let found = try JSONDecoder().decode([Suggestion].self, from: Data(run.output.utf8))
    #expect(Set(found.map(\.text)) == Set(texts))
  }

  @Test func `of the demo no links are offered that lead nowhere`() throws {
    let run = try place.larder("complete", "open ", "--feed", "demo")
    let found = try JSONDecoder().decode([Suggestion].self, from: Data(run.output.utf8))
    #expect(found.prefix(2).map(\.text) == ["source", "video"])
  }

  @Test func `completing leaves no files behind`() throws {
    for line in ["", "filter cuisine=", "load ", "show ", "set "] { _ = try complete(line) }
    #expect(try place.filesAtHome() == [])
  }
}
