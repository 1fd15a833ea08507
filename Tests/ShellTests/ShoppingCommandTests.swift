import Testing
import World

/// `shop` on the bundled demo, whose dish 32 is Lasagne and 48 is Ratatouille.
@Suite struct ShoppingCommandTests {
  let shell = ShellUnderTest()

  /// The lines of the list, without boxes and numbers.
  private func entries() -> [String] {
    shell.run("shop").split(separator: "\n").filter { $0.contains("[") }.map { line in
      line.drop { !"]".contains($0) }.dropFirst(2).split(separator: " ").joined(separator: " ")
    }
  }

  /// What the shell says after a line.
  private func message(_ line: String) -> String {
    _ = shell.takeErrors()
    _ = shell.run(line)
    return shell.takeErrors()
  }

  @Test(arguments: [
    ("eggs, butter, bread", ["butter", "eggs", "bread"]),
    ("wine or beer", ["wine or beer"]), ("apples - green", ["apples - green"]),
    ("bread (2)", ["bread (2)"]), ("6 eggs and 1 l milk", ["6 eggs and 1 l milk"]),
    ("\"salt, coarse\"", ["salt, coarse"]), ("6 eggs", ["eggs 6"]), ("1,5 l milk", ["milk 1.5 l"]),
    ("3 garlic cloves, 1 garlic clove", ["garlic 4 cloves"]), ("2 x 6 beer", ["beer 12"]),
    ("water, to taste", ["water", "to taste"]),
    ("milk,, bread,", ["milk", "bread"]), ("bread, \"salt, pepper\"", ["bread", "salt, pepper"]),
  ])
  func `shop add splits items at commas and keeps each text whole`(
    typed: String, expected: [String]
  ) {
    _ = shell.run("shop add \(typed)")
    #expect(entries() == expected)
  }

  @Test func `shop add names the items, and those that are on the list`() {
    #expect(message("shop add eggs, bread") == "eggs, bread are on the list.\n")
    #expect(message("shop add eggs") == "eggs is on the list already.\n")
  }

  @Test func `an own item without an amount is added to the amount of a dish`() {
    _ = shell.run("shop Lasagne for 2; shop add milk")
    #expect(entries().contains("milk 250 ml + some (250 of it whole)"))
    #expect(shell.run("shop export json").contains(#""amounts": "250 ml + some""#))
  }

  @Test(arguments: [
    ("las", "las is not on the list any more."),
    ("lasagne", "Lasagne is not on the list any more."),
    ("rat", "the list has no rat"), ("salt", "the list has no salt"),
    ("candles", "`candles` could be 2 entries"), ("red candles", "red candles is not on the list"),
    ("all", "the list has no all"), ("beef", "belongs to Lasagne"),
  ])
  func `shop remove matches exact names first, then whole words`(name: String, expected: String) {
    _ = shell.run("shop Lasagne for 2; shop Ratatouille; shop add las, red candles, blue candles")
    let message = message("shop remove \(name)")
    #expect(message.contains(expected))
  }

  @Test(arguments: [
    ("1-2,4", ["oat milk", "salted butter", "candles"]), ("2, 4", ["oat milk", "candles"]),
    ("milk", ["oat milk"]), ("candles, milk", ["candles", "oat milk"]),
    ("1-2, candles", ["oat milk", "salted butter", "candles"]), ("candles, 9", []), ("salt", []),
    ("9", []), ("1,9", []),
  ])
  func `shop done takes numbers and names, and ticks all of them or none`(
    typed: String, ticked: [String]
  ) {
    _ = shell.run("shop add oat milk, salted butter, bread, candles")
    _ = shell.run("shop done \(typed)")
    let done = shell.run("shop").split(separator: "\n").filter { $0.contains("[x]") }
    #expect(done.count == ticked.count)
    for name in ticked { #expect(done.contains { $0.contains(name) }, "\(name) of \(done)") }
  }

  @Test func `the list for Cooklang has decimal numbers and the amounts of items`() {
    _ = shell.run("shop Lasagne for 4; shop add 1 l milk, 6 eggs, wine or beer, {odd} // ./name")
    #expect(
      shell.run("shop export cooklang") == """
        ./Lasagne{0.5}
        milk{1%l}
        eggs{6}
        wine or beer
        (odd) / ./name

        """)
  }

  @Test func `shop left keeps the numbers of the list`() {
    _ = shell.run("shop add butter, bread, candles; shop done 1")
    let left = shell.run("shop left")
    #expect(
      !left.contains("butter") && left.contains("2 [ ] bread") && left.contains("3 [ ] candles"))
    #expect(!shell.run("shop export --left text").contains("butter"))
    _ = shell.run("shop done 2-3")
    #expect(message("shop left") == "Everything is ticked off.\n")
  }

  // MARK: - What is at home

  @Test func `a setting sorts goods at home behind, hides or ignores them`() {
    _ = shell.run("shop add 800 g spaghetti, 6 eggs, butter, candles")
    _ = shell.run("pantry add 500 g spaghetti, a dozen eggs")
    #expect(
      entries() == ["butter", "spaghetti 300 g, 500 g at home", "candles", "eggs 6, 12 at home"])
    #expect(shell.run("shop").contains("\nAt home\n"))
    _ = shell.run("set shop-pantry hide")
    #expect(entries() == ["butter", "spaghetti 300 g, 500 g at home", "candles"])
    _ = shell.run("set shop-pantry ignore")
    #expect(entries() == ["butter", "eggs 6", "spaghetti 800 g", "candles"])
  }

  @Test func `shop done fills the pantry if the setting says so`() {
    _ = shell.run("pantry add 500 g spaghetti; shop add 800 g spaghetti, 6 eggs, candles")
    _ = shell.run("shop done eggs")
    #expect(!shell.run("pantry").contains("eggs"))
    _ = shell.run("set shop-fills-pantry on")
    #expect(
      message("shop done spaghetti, candles")
        == "spaghetti, candles are ticked off and in the pantry.\n")
    let pantry = shell.run("pantry")
    #expect(pantry.contains("800 g spaghetti") && !pantry.contains("candles"))
    // What was bought keeps its place and its number.
    #expect(entries() == ["eggs 6", "spaghetti 800 g", "candles"])
    _ = shell.run("undo")
    #expect(shell.run("pantry").contains("500 g spaghetti"))
  }

  @Test func `shop undone takes out of the pantry what shop done put there`() {
    _ = shell.run("set shop-fills-pantry on; pantry add 500 g spaghetti, 2 kg rice")
    _ = shell.run("shop add 800 g spaghetti, 6 eggs, 3 kg rice; shop done spaghetti, eggs, rice")
    #expect(shell.run("pantry").contains("800 g spaghetti"))
    #expect(message("shop undone spaghetti").contains("Out of the pantry: 800 g spaghetti."))
    #expect(shell.run("pantry").contains("500 g spaghetti"))
    _ = shell.run("pantry add 1 kg rice")
    #expect(
      message("shop undone").hasSuffix("The pantry has changed since, and keeps 1 kg rice.\n"))
    let pantry = shell.run("pantry")
    #expect(pantry.contains("1 kg rice") && !pantry.contains("eggs"))
    _ = shell.run("undo")
    #expect(shell.run("pantry").contains("6 eggs"))
    #expect(shell.run("shop").contains("[x] eggs"))
  }

  @Test func `the pantry keeps amounts in two units of one good`() {
    _ = shell.run("set shop-fills-pantry on; shop add 2 cups flour, 500 g flour; shop done flour")
    #expect(shell.run("pantry").contains("2 cups + 500 g flour"))
    #expect(message("pantry add 1 cup rice, 200 g rice").contains("2 cups + 500 g rice"))
    _ = shell.run("shop add 3 cups flour, 600 g flour")
    #expect(entries().contains("flour 3 cups + 600 g, 2 cups + 500 g at home"), "\(entries())")
  }

  @Test func `shop clear counts what is on the list`() {
    let shell = ShellUnderTest()
    _ = shell.run("shop 1-3; shop clear")
    #expect(shell.takeErrors().contains("Remove 3 dishes from the list?"))
    _ = shell.run("shop add eggs; shop clear")
    #expect(shell.takeErrors().contains("Remove 3 dishes and 1 item from the list?"))
  }

  @Test(arguments: [
    ("100 g spaghetti, eggs", "spaghetti (300 g more)"), ("100 g spaghetti, 400 g spaghetti", ""),
    ("spaghetti", ""), ("400 g spaghetti", ""), ("2 cups spaghetti", ""),
  ])
  func `have says where less is at home than a dish needs`(typed: String, rest: String) {
    let shell = ShellUnderTest(
      feed: "/f.json",
      files: MemoryFileSystem([
        "/f.json":
          #"[{"name":"Carbonara","ingredients":["400 g spaghetti","2 egg yolks","guanciale"]}]"#
      ]))
    let output = shell.run("have \(typed)")
    #expect(output.contains("guanciale"))
    #expect(output.contains(" more)") == !rest.isEmpty && (rest.isEmpty || output.contains(rest)))
    #expect(output.contains("egg yolks") == true)
    #expect(output.contains("  2  guanciale, spaghetti") == !rest.isEmpty, "\(output)")
  }

  @Test func `have shows ingredients as the dish itself names them`() {
    let shell = ShellUnderTest(
      feed: "/f.json",
      files: MemoryFileSystem([
        "/f.json":
          #"[{"name":"Cake","ingredients":["1 kg all-purpose flour"]},{"name":"Bread","ingredients":["1 kg flour"]}]"#
      ]))
    let lines = shell.run("have flour").split(separator: "\n")
    #expect(lines.contains { $0.contains("Cake") && $0.contains("all-purpose flour") })
    #expect(lines.contains { $0.contains("Bread") && !$0.contains("all-purpose") }, "\(lines)")
  }

  @Test(arguments: [
    ("500 g spaghetti, 4 eggs", "Carbonara"), ("half a lemon, a bag of rice", "long-grain rice"),
    ("chicken", "boneless chicken thighs"), ("beef", "Lasagne"),
  ])
  func `have accepts amounts, and finds cuts of a named ingredient`(typed: String, dish: String) {
    let output = shell.run("have \(typed)")
    #expect(output.contains(dish), "\(output)")
  }

  @Test func `the pantry keeps the amounts that were typed`() {
    _ = shell.run("pantry add 500 g spaghetti, 1 kg onions, a bag of rice, half a lemon")
    let pantry = shell.run("pantry")
    for text in ["500 g spaghetti", "1 kg onions", "a bag of rice", "half a lemon"] {
      #expect(pantry.contains(text))
    }
    #expect(shell.run("have").contains("spaghetti"))
    #expect(message("pantry add 2 kg onions").contains("That is instead of 1 kg onions."))
    #expect(message("pantry add onions") == "At home already: onions.\n")
    #expect(message("pantry remove onions") == "No longer at home: 2 kg onions.\n")
  }

  // MARK: - Layout

  @Test func `lines of the list are broken at words`() {
    let feed = """
      [{"name":"The very best slow roasted shoulder of mutton","ingredients":["200 g unsalted butter"]},
       {"name":"Another rather long name for a cake","ingredients":["100 g salted butter","1 cup very dark and sticky molasses syrup of beets"]}]
      """
    let shell = ShellUnderTest(
      feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]), isInteractive: true, columns: 52)
    let lines = shell.run("shop 1-2; shop").split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 52 }, "\(lines)")
    // A word that is cut is none of the feed.
    let known = Set(
      (feed
        + " For of it is on the list Dairy and eggs Other Dry goods Fruit vegetables ingredient s shop shows")
        .split { !$0.isLetter })
    let shown = lines.joined(separator: " ").split { !$0.isLetter }
    #expect(Set(shown).subtracting(known).isEmpty, "\(lines)")
    #expect(shown.contains("mutton"))
  }

  @Test(arguments: ["list", "print", "show"])
  func `shop list, shop print and shop show show the list`(word: String) {
    _ = shell.run("shop add bread")
    #expect(shell.run("shop \(word)").contains("bread"))
  }

  @Test(arguments: [("tick bread", "shop done"), ("rm bread", "shop remove")])
  func `an error for a subcommand name of another program suggests the right subcommand`(
    typed: String, meant: String
  ) {
    _ = shell.run("shop add bread")
    #expect(message("shop \(typed)").contains("did you mean \(meant)?"))
  }

  @Test func `a dish without ingredients is not put on the list and is named in a message`() {
    let feed =
      #"[{"name":"Cake","ingredients":["1 egg"]},{"name":"Song","instructions":["Sing."]}]"#
    let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
    _ = shell.run("shop 1-2")
    let said = shell.takeErrors()
    #expect(said.contains("Cake is on the list") && said.contains("not on the list: Song."))
    _ = shell.run("shop 2")
    #expect(shell.takeErrors().contains("Song has no ingredients to shop for"))
  }

  @Test func `undo names a tick as the list does`() {
    _ = shell.run("shop add Fresh Coriander Leaves; shop done coriander")
    #expect(message("undo").contains("is no longer ticked off"))
    let name = entries().first ?? ""
    _ = shell.run("redo")
    #expect(message("undo").contains("\"\(name)\""), "\(name)")
  }
}
