import Shell
import TestSupport
import Testing
import World

/// Messages that no other test asks for: each says what is wrong, and what to do.
@Suite struct MessageTests {
  private let files = [
    "/plain.json": #"[{"name":"a","ingredients":["1 egg"]}]"#,
    "/many.json": #"[{"name":"a","ingredients":["1 egg"]},{"name":"b","ingredients":["1 egg"]}]"#,
    "/rows.json": #"[{"name":"a"}]"#,
    "/out/x": "",
  ]

  /// Runs lines, and returns what they say beside their results.
  private func said(by lines: [String]) -> String {
    let shell = ShellUnderTest(files: MemoryFileSystem(files))
    for line in lines.dropLast() { shell.run(line) }
    _ = shell.takeErrors()
    shell.run(lines.last ?? "")
    return shell.takeErrors()
  }

  @Test(arguments: [
    (["load /rows.json", "export cooklang -"], "export json and export csv write any rows"),
    (["export csv - 1 for 4"], "export markdown PATH ITEM… for 4"),
    (["filter nothingatall", "export html /out"], "the view has no rows\n  undo goes back"),
    (["copy rating 1"], "no row is called `rating 1`"),
    (["cook stop Bigos"], "Bigos is not being cooked"),
    (["load /plain.json", "cook 1"], "a has no instructions to cook by"),
    (["shop Lasagne", "shop remove minced beef"], "shop remove DISH removes the dish"),
    (["pantry add , ,"], "no ingredient is named\n  pantry add , ,"),
    (["pantry add 2 eggs, 3 eggs"], "egg is there twice"),
    (["plan export pdf"], "one of: ics, markdown"),
    (["plan today 3", "shop today for 4"], "plan today ITEM for 4 changes one"),
    (["plan remove today"], "nothing was planned."), (["plan clear"], "Nothing is planned."),
    (["shop favorites now"], "e.g. shop favorites for 4"),
    (["shop add eggs, eggs"], "eggs is there twice"),
    (["shop add candles", "shop done candles", "shop done candles"], "ticked off already"),
    (["shop add tea", "shop done tea", "shop undone tea"], "not ticked off any more"),
    (["timers stop 1"], "none is running"),
    (["filter time<30", "filter drop cuisine"], "no clause is about cuisine"),
    (["filter time<30", "filter drop 3"], "there is no clause 3"),
    (["filter"], "nothing narrows the view: 64 rows"),
    (["merge 1"], "`merge` needs several rows\n  e.g. merge 3,7"),
    (["favorites now"], "`favorites` takes `all` or nothing"),
    (["filter nothingatall", "favorite"], "undo goes back"),
    (["note 1 x", "note delete 1 2"], "has no note 2"), (["note delete 1 1"], "it has none"),
    (["tag 1 quick", "untag 1 quick"], "no longer"),
    (["save /many.json"], "/many.json has 2 records, not one"),
    (["alias"], "no aliases yet"), (["alias x count"], "`=` was expected"),
    (["set sync /out", "sync"], "nothing new has arrived"),
    (["feeds add x -"], "standard input cannot have a name"),
    (["reload now"], "`reload` takes `fresh` or nothing"),
    (["load /plain.json as"], "e.g. as recipes"),
    (["cache clear everything"], "`cache clear` takes memory, pictures, feeds or all"),
    (["trace maybe"], "`trace` takes `on` or `off`"), (["trace"], "trace is off"),
    (["sort name time"], "use desc, and commas between fields"),
    (["set columns name,"], "a field was expected"), (["sort name,"], "a field was expected"),
    (["load /rows.json", "tags"], "no tags in this feed yet: tag ITEM TAG gives one"),
    (["notes"], "no notes yet: note ITEM TEXT writes one"),
    (["notes Bigos"], "no notes on Bigos yet"), (["edit"], "`edit` works at the prompt only"),
    (["show"], "which row? No row was shown yet."), (["record stop"], "nothing is being recorded"),
    (["load paintings monet"], "before starting larder"),
    (["show Lasagne for 3 loaves"], "Lasagne is for 8 people, and makes no loaves"),
    (["load jsonfeed monet"], "no feed and no file called"),
    (["load /plain.json nosuch"], "  load /plain.json nosuch\n                   ^^^^^^"),
    (["open photo Lasagne"], "picture shows this one"),
    (["load \"\""], "a feed's name, path or address was expected"),
    (["set columns name", "load"], "`load` needs SOURCE"),
    (["filter time>10..20"], "a range goes with `=`"),
    (["filter time>10,20"], "`>` takes one value"),
    (["filter time=.."], "a range needs at least one end"),
    (["filter time=x..20"], "`x` is not a time"), (["filter servings=x"], "e.g. servings>=4"),
    (["filter has>photo"], "`has` takes `:`"),
    (["filter favorite=yes"], "write is:favorite, or not is:favorite"),
    (["filter ingredients<few"], "`few` is not a number of ingredients"),
    (["filter cuisine=Italian )"], "`)` has no matching `(`"),
    (["filter drop search"], "there is no search to drop"), (["count by"], "e.g. count by cuisine"),
    (["pantry"], "The pantry is empty. pantry add eggs, rice puts something in."),
    (["load /rows.json", "have eggs"], "the rows of this feed have no ingredients"),
    (["have granite"], "No dish of the view uses any of that."),
    (["filter nothingatall", "suggest"], "the view has no rows"),
    (["cook stop"], "No dish is being cooked."), (["undo"], "there is nothing to undo"),
    (["redo"], "there is nothing to redo"), (["unfavorite 1"], "is not a favorite"),
    (["tag 1 \(String(repeating: "x", count: 101))"], "a tag of at most 100 bytes was expected"),
    (["rate 1 6"], "a rating is a number from 1 to 5, or none"),
    (["alias nosuch"], "no alias is called `nosuch`"),
    (["alias nosuch ="], "no alias is called `nosuch`"),
    (["alias a.b=count"], "use letters, digits, - and _"),
    (["set mine /rows.json"], "/rows.json is no folder"),
    (["set order nosuch"], "this feed has no field `nosuch`"),
    (["feeds add x /rows.json", "feeds remove x"], "its favorites and notes stay"),
    (["feeds remove x"], "no feed of yours is called `x`"),
    (["save 1", "save 1"], "is in mine already"), (["plan nosuchday"], "`nosuchday` is not a day"),
    (["pantry remove eggs"], "the pantry has no eggs"),
    (["suggest x"], "`x` is not a number of dishes"),
    (["alias h = feeds add x https://a.example/ -H 'Authorization: abc'"], "write 'Name: $NAME'"),
  ])
  func `a command says what is wrong, and what to do`(lines: [String], message: String) {
    let said = said(by: lines)
    #expect(said.contains(message), "\(said)")
  }
}

@Test(arguments: [(#"[{"name":"a"}]"#, true), (#"[{"name":"b"}]"#, false)])
func `the cache says that equal content is stored once`(second: String, isEqual: Bool) async throws
{
  let said = try await onOwnThread {
    let fields = [
      HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "max-age=60"),
    ]
    let shell = ShellUnderTest(
      answers: [
        "https://a.example/f.json": .response(
          headers: fields, body: Array(#"[{"name":"a"}]"#.utf8)),
        "https://b.example/f.json": .response(headers: fields, body: Array(second.utf8)),
      ])
    shell.run("load https://a.example/f.json; load https://b.example/f.json")
    _ = shell.takeErrors()
    return shell.run("cache") + shell.takeErrors()
  }
  #expect(said.contains("2 entries"), "\(said)")
  #expect(said.contains("equal content is stored once") == isEqual, "\(said)")
}
