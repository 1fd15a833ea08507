import Foundation
import GRDB
import TestSupport
import Testing

/// A feed with two short recipes.
let kitchenFeed = """
  [{"id":"1","name":"Porridge","servings":2,"ingredients":["100 g oats","250 ml milk","1 pinch salt"],
    "instructions":["Stir 100 g of the oats into the milk.","Cook for 1 second.","Rest for 2 minutes."]},
   {"id":"2","name":"Omelette","yield":"a plate","ingredients":["3 eggs","1 tbsp butter"],
    "instructions":["Beat the eggs.","Fry them in butter for 3 to 4 minutes."]},
   {"id":"3","name":"Table for 6","servings":4,"ingredients":["1 onion","2 eggs"],"instructions":["Wait."]}]
  """

@Suite struct KitchenTests {
  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("kitchen.json", kitchenFeed)
  }

  private func larder(_ commands: String..., format: String? = nil) throws -> Run {
    try place.larder(
      [feed, "--yes"] + (format.map { ["--format", $0] } ?? []) + commands.flatMap { ["-c", $0] })
  }

  // MARK: - Scaling

  @Test(arguments: [
    ("show 1 for 6", "300 g oats"), ("show Porridge x2", "200 g oats"), ("show 1 ×½", "50 g oats"),
    ("show 1 for 1 person", "125 ml milk"), ("show 1 2×", "2 pinches salt"),
    ("show 1; show for 4", "200 g oats"), ("show 2 x2", "6 eggs"),
  ])
  func `show scales the amounts`(command: String, line: String) throws {
    #expect(try larder(command).output.contains(line))
  }

  @Test func `a scaled recipe says what was scaled and what was not`() throws {
    let output = try larder("show 1 for 6").output
    #expect(output.contains("Stir [300] g of the oats"))
    #expect(output.contains("Amounts for 6 instead of 2: × 3. Times are as published."))
    #expect(try larder("show 1").output.contains("Amounts") == false)
  }

  @Test func `a whole name comes before a scale`() throws {
    #expect(try larder("show Table for 6").output.contains("1 onion"))
    #expect(try larder("show Table for 6 for 8").output.contains("2 onion"))
    #expect(try larder("show \"Table for 6\" x3").output.contains("3 onion"))
  }

  @Test(arguments: [
    ("show 1 x5000", "the number is from 1/1000 to 1000"),
    ("show 1 for -1", "\"for -1\" is not a scale"),
    ("cook 1 --plane", "\"--plane\" is not a scale"),
    ("show 1 for 9999", "the number is from 1/1000 to 1000"),
    ("show 2 for 4", "says \"a plate\", which has no number"),
  ])
  func `an error explains why a dish cannot be scaled`(command: String, message: String) throws {
    let run = try larder(command)
    #expect(run.status == 1 || run.status == 64)
    #expect(run.errors.contains(message))
  }

  @Test func `settings choose servings and units for every recipe`() throws {
    #expect(try larder("set servings 4; show 1").output.contains("200 g oats"))
    // A recipe that does not say for how many it is stays as published.
    #expect(try larder("show 2").output.contains("3 eggs"))
    #expect(
      try larder("set servings as-published; set units us; show 1").output.contains("≈3 ½ oz oats"))
  }

  @Test func `programs get scaled amounts and the factor`() throws {
    let output = try larder("show 1 for 3", format: "json").output
    #expect(output.contains("\"150 g oats\""))
    #expect(output.contains("\"scale\": \"3/2\"") && output.contains("\"servings\": 3,"))
  }

  @Test(arguments: [
    ("show Porridge ", "for 2"), ("show 1 f", "for 4"), ("shop 1-2 for", "for 6"),
    ("cook 1 x", "x2"),
  ])
  func `Tab offers scales behind rows`(line: String, scale: String) throws {
    let run = try place.larder("complete", line, "--feed", feed)
    #expect(run.output.contains("\"\(scale)\""))
  }

  @Test func `ingredients reads lines for programs`() throws {
    let run = try place.larder(
      "ingredients", "--servings", "4=6", input: "2 cups (480 ml) milk\nsalt\n1 (14 oz) can corn\n")
    #expect(run.lines.count == 3)
    #expect(
      run.lines[0] == """
        {"input":"2 cups (480 ml) milk","amounts":[{"value":"3","upper":null,"unit":"cup","scales":true,"group":1},\
        {"value":"720","upper":null,"unit":"ml","scales":true,"group":1}],"name":"milk","note":"","optional":false,\
        "text":"3 cups (720 ml) milk"}
        """)
    #expect(run.lines[2].contains("\"scales\":false"))
    for scale in ["½", "x2", "×2", "1 ½", "0,5"] {
      #expect(try place.larder("ingredients", "--scale", scale, input: "1 egg\n").status == 0)
    }
    #expect(
      try place.larder("ingredients", input: "For the sauce:\n").output.contains("\"name\":\"\""))
    #expect(try place.larder("ingredients", "--scale", "0").status == 64)
    #expect(try place.larder("ingredients", "--scale", "2", "--servings", "1=2").status == 64)
  }

  @Test func `Tab offers the ingredients of the feed behind each comma`() throws {
    for (line, name) in [
      ("have eg", "eggs"), ("have eggs, oa", "oats"), ("pantry add bu", "butter"),
    ] {
      let run = try place.larder("complete", line, "--feed", feed)
      #expect(run.output.contains("\"\(name)\""), "\(line): \(run)")
    }
  }

  @Test func `the head of a scaled recipe has both numbers of servings`() throws {
    #expect(try larder("show 1 for 6").output.contains("servings 6 (published: 2)"))
    #expect(try larder("show 1").output.contains("servings 2\n"))
    #expect(try larder("show 1 x2").output.contains("servings 4 (published: 2)"))
    #expect(try larder("show 1 x2", format: "json").output.contains("\"servings\": 4"))
  }

  // MARK: - Shopping

  @Test func `the list lasts, adds up, and keeps ticks`() throws {
    _ = try larder("shop 1 for 4; shop 2; shop 3; shop add candles; shop done eggs")
    let list = try larder("shop").output
    #expect(list.contains("[x] eggs"))
    #expect(list.contains("oats") && list.contains("200 g"))
    #expect(list.contains("5  Omelette, Table for 6"))
    #expect(list.contains("candles"))
    #expect(try larder("shop undone eggs; shop").output.contains("[x]") == false)
  }

  @Test func `shop for a dish that is on the list replaces its servings`() throws {
    let run = try larder("shop 1; shop 1 for 6; shop")
    #expect(
      run.errors.contains("Porridge for 6 is on the list now, instead of as published."))
    #expect(run.output.contains("300 g"))
    #expect(!run.output.contains("400 g"))
  }

  @Test func `items of one's own join the ingredients`() throws {
    _ = try larder("shop 2; shop add 6 eggs; shop add 2 l milk; shop add candles")
    let list = try larder("shop").output
    #expect(list.contains("eggs") && list.contains("9") && list.contains("2 l"))
    let run = try larder("shop remove eggs; shop remove milk; shop")
    #expect(run.errors.contains("6 eggs is removed; Omelette still needs eggs."))
    #expect(!run.output.contains("milk") && run.output.contains("candles"))
  }

  @Test func `a ticked entry is unticked when a dish needs more of the good`() throws {
    _ = try larder("shop 2; shop done eggs; shop 3")
    #expect(try larder("shop").output.contains("[ ] eggs"))
  }

  @Test(arguments: [
    ("shop add", "`shop add` needs the text of an item"), ("shop add \"\"", "the item has no text"),
    ("shop 1; shop export text /tmp", "`/tmp` is a folder"), ("set aisles /nowhere", "/nowhere"),
    ("plan 2020-01-01 1", "2020-01-01 is over"),
  ])
  func `an error names a missing or wrong argument of a kitchen command`(
    command: String, message: String
  ) throws {
    let run = try larder(command)
    #expect(run.status != 0)
    #expect(run.errors.contains(message))
  }

  @Test(arguments: [
    ("shop 1; undo", false), ("shop 1; undo; redo", true), ("shop 1; shop clear", false),
    ("shop 1; shop clear; undo", true), ("shop 1; shop remove Porridge", false),
    ("shop 1; shop remove Porridge; undo", true),
  ])
  func `changes of the list can be undone`(commands: String, isListed: Bool) throws {
    _ = try larder(commands)
    #expect(try larder("shop").output.contains("oats") == isListed)
  }

  @Test func `an ingredient of a dish can only be removed together with its dish`() throws {
    let run = try larder("shop 1; shop remove oats")
    #expect(run.status == 1)
    #expect(run.errors.contains("oats belongs to Porridge"))
    #expect(try larder("shop done quinoa").errors.contains("the list has no quinoa"))
  }

  @Test func `the list is written in four forms`() throws {
    _ = try larder("shop 1 for 4; shop add candles; shop done salt")
    #expect(try larder("shop export markdown").output.contains("- [x] salt 2 pinch"))
    #expect(try larder("shop", format: "markdown").output.contains("- [ ] candles"))
    #expect(try larder("shop export text").output.contains("  oats 200 g"))
    #expect(try larder("shop export cooklang").output == "./Porridge{2}\ncandles\n")
    #expect(try larder("shop export json").output.contains("\"scale\": \"for 4\""))
    #expect(try larder("shop", format: "csv").lines.count == 5)
    let path = place.path + "/list.md"
    _ = try larder("shop export markdown \(path)")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("candles"))
  }

  @Test func `two shells at once lose nothing`() throws {
    let runs = try (1...4).map { number in
      try place.start(
        larderPath,
        [
          "--home", place.home, feed, "-c", "shop add item \(number)", "-c",
          "shop \(number % 3 + 1)",
        ])
    }
    for run in runs { #expect(try place.outcome(of: run).status == 0) }
    let list = try larder("shop").output
    for number in 1...4 { #expect(list.contains("item \(number)")) }
    #expect(list.contains("oats") && list.contains("onion") && list.contains("butter"))
  }

  @Test func `favorites are added together`() throws {
    _ = try larder("favorite 1-2; shop favorites x2")
    let list = try larder("shop").output
    #expect(list.contains("200 g") && list.contains("6"))
    #expect(try larder("unfavorite 1-2; shop favorites").status == 1)
  }

  @Test func `the library is exported and imported with its lists`() throws {
    _ = try larder("shop 1; pantry add eggs; plan mon 2")
    let file = place.path + "/library.json"
    _ = try place.larder("library", "export", file)
    let other = try Workplace()
    let run = try other.larder("library", "import", file, "--yes")
    #expect(run.errors.contains("entries of shopping list, pantry and plan"), "\(run.errors)")
    let again = try other.larder("library", "import", file, "--yes")
    #expect(!again.errors.contains("shopping list"), "\(again.errors)")
    #expect(try other.larder(feed, "-c", "shop; pantry; plan").output.contains("oats"))
  }

  // MARK: - What is at home

  @Test func `have names what is missing`() throws {
    let rows = try larder("have eggs", format: "json").output
    #expect(rows.contains("\"missing\":1,\"ingredients\":[\"butter\"]"))
    let first = try #require(rows.range(of: "Omelette")?.lowerBound)
    #expect(try first < #require(rows.range(of: "Table for 6")?.lowerBound))
    #expect(try larder("have").errors.contains("the pantry is empty"))
  }

  @Test func `the pantry decides what can be cooked`() throws {
    _ = try larder("pantry add eggs and butter, onions")
    let names = try larder("filter is:cookable", format: "json").rows().map(\.name)
    #expect(names == ["Omelette", "Table for 6"])
    #expect(try larder("pantry remove butter; filter is:cookable; count").lines.last == "1")
    #expect(try larder("pantry remove truffles").errors.contains("the pantry has no truffles"))
    #expect(
      try larder("set staples milk, salt; pantry add oats; filter is:cookable; count").lines.last
        == "2")
  }

  // MARK: - Plan

  @Test func `a plan is shopped for and written as a calendar`() throws {
    _ = try larder("plan today 1 for 4; plan 2099-12-24 2")
    let plan = try larder("plan", format: "json").output
    #expect(plan.contains("\"date\":\"2099-12-24\""))
    let calendar = try larder("plan export ics").output
    #expect(calendar.contains("DTSTART;VALUE=DATE:20991224\r\nSUMMARY:Omelette\r\n"))
    #expect(try larder("plan shop; shop").output.contains("200 g"))
    #expect(
      try larder("plan remove 2099-12-24; plan", format: "json").output.contains("Omelette")
        == false)
    #expect(try larder("plan someday 1").errors.contains("`someday` is not a day"))
  }

  @Test func `one dish of a day is removed by its name or its row`() throws {
    _ = try larder("plan 2099-12-24 1-3")
    let run = try larder("plan remove 2099-12-24 omelette")
    #expect(run.errors.contains("Thursday 2099-12-24: Omelette is not planned any more."))
    _ = try larder("plan remove 2099-12-24 1")
    let plan = try larder("plan", format: "csv").lines
    #expect(plan.count == 2 && plan[1].contains("Table for 6"))
    let wrong = try larder("plan remove 2099-12-24 Soup")
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("Soup is not planned for Thursday 2099-12-24"))
  }

  @Test(arguments: [
    ("plan today 1 for 4; plan 2099-12-24 1 for 2", "Porridge for 6", "300 g"),
    ("plan today 1; plan 2099-12-24 1 for 1", "Porridge ×1 ½", "150 g"),
  ])
  func `a dish that is planned twice is shopped for twice`(
    plans: String, title: String, oats: String
  ) throws {
    let run = try larder("\(plans); plan shop; shop")
    #expect(run.errors.contains("\(title) is on the list: 3 ingredients."))
    #expect(run.output.contains(oats))
  }

  // MARK: - Names

  @Test func `an alias that hides a command is named once`() throws {
    _ = try larder("alias mine = list")
    try DatabaseQueue(path: place.library).write { database in
      try database.execute(sql: "UPDATE alias SET name = 'shop' WHERE name = 'mine'")
    }
    let first = try place.prompt([feed], at: "kitchen 3")
    try first.expect(text: "Your alias shop comes before the command of that name")
    let second = try place.prompt([feed], at: "kitchen 3")
    #expect(!second.screen.text.contains("Your alias"))
  }

  @Test(arguments: [("sh 1", "Porridge"), ("sho 1", "Porridge"), ("co", "3")])
  func `prefixes that were unique keep their meaning`(command: String, output: String) throws {
    #expect(try larder(command).output.contains(output))
  }
}
