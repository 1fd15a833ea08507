import Shell
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
    (["alias h = feeds add x https://a.example/ -H 'Authorization: abc'"], "write 'Name: $NAME'"),
  ])
  func `a command says what is wrong, and what to do`(lines: [String], message: String) {
    let said = said(by: lines)
    #expect(said.contains(message), "\(said)")
  }
}
