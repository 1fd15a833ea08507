import Catalog
import Feeds
import Testing

/// Returns a row of a feed by field names.
private func row(_ json: String, _ place: Int = 0) throws -> [String: Value] {
  let catalog = try Feed(Array(json.utf8)).catalog
  var row: [String: Value] = [:]
  for (number, field) in catalog.schema.fields.enumerated() {
    row[field.name] = catalog.value(number, place)
  }
  return row
}

/// Returns a meals feed with one meal and some additional members.
private func meal(_ members: String) -> String {
  #"{"meals":[{"idMeal":"7","strMeal":"Stew","# + members + "}]}"
}

@Suite struct MealFeedTests {
  @Test func `numbered slots become lists without blank items`() throws {
    let members =
      #""strIngredient1":"Beef","strMeasure1":"1 kg","strIngredient2":"Salt","strMeasure2":" ","#
      + #""strIngredient3":"","strMeasure3":"2","strIngredient4":" ","strIngredient5":null,"strMeasure5":"3","#
      + #""strIngredient20":"Salt","strMeasure20":null"#
    #expect(try row(meal(members))["ingredients"] == .list(["1 kg Beef", "Salt", "Salt"]))
  }

  @Test func `instructions become steps with any line ending and numbering`() throws {
    let members = #""strInstructions":"1. Cut.\r\n\r\n2. Fry.\r\n3. Eat \/ enjoy.""#
    #expect(
      try row(meal(members))["instructions"] == .list(["Cut.", "Fry.", "Eat / enjoy."]))
  }

  @Test func `tags are split and empty values are dropped`() throws {
    let row = try row(
      meal(#""strTags":"Pie, Sweet,,pie","strYoutube":"","strSource":null,"strArea":"British""#))
    #expect(row["tags"] == .list(["Pie", "Sweet"]))
    #expect(row["video"] == nil && row["source"] == nil)
    #expect(row["cuisine"] == .text("British"))
  }

  @Test(arguments: [#"{"meals":null}"#, #"{"meals":[]}"#, #"{"meals" : null , "other": [1]}"#])
  func `an empty result is an empty feed`(json: String) throws {
    let feed = try Feed(Array(json.utf8))
    #expect(feed.profile == "meals")
    #expect(feed.catalog.count == 0 && feed.malformedCount == 0)
  }

  @Test func `a short record of a category list is a meal`() throws {
    let row = try row(
      #"{"meals":[{"strMeal":"Pie","strMealThumb":"https://a.example/p.jpg","idMeal":"5"}]}"#)
    #expect(row["photo"] == .text("https://a.example/p.jpg"))
    #expect(row["thumbnail"] == .text("https://a.example/p.jpg/preview"))
  }
}

/// Returns a painting with the required members and additional ones.
private func painting(_ id: String, _ members: String = #""webImage":null"#) -> String {
  #"{"id":"\#(id)","title":"View","principalOrFirstMaker":"Ann","permitDownload":true,\#(members)}"#
}

@Suite struct PaintingFeedTests {
  @Test func `a record without a picture is a row without a photo`() throws {
    let picture = #""webImage":{"url":"https://a.example/1.jpg","width":640,"height":480}"#
    let feed = try Feed(
      Array(#"{"count":2,"artObjects":[\#(painting("a", picture)),\#(painting("b"))]}"#.utf8))
    let photo = try #require(feed.catalog.schema.index(of: .photo))
    #expect(feed.profile == "paintings")
    #expect(feed.catalog.count == 2 && feed.malformedCount == 0)
    #expect(feed.catalog.present(photo).count == 1)
    #expect(try row(#"{"artObjects":[\#(painting("a", picture))]}"#)["width"] == .number(640))
  }

  @Test func `a repeated id is dropped and counted within a page and across pages`()
    throws
  {
    func page(_ ids: String...) -> HeldPage {
      HeldPage(#"{"artObjects":[\#(ids.map { painting($0) }.joined(separator: ","))]}"#)
    }
    let feed = try Feed([page("a", "b", "a").file, page("b", "c").file, page().file])
    #expect(feed.catalog.count == 3)
    #expect(feed.repeatCount == 2 && feed.malformedCount == 0)
    #expect(feed.recordCount == 5)
    let problems = try feed.problems()
    #expect(problems.map(\.index) == [2, 3])
    #expect(problems.map(\.severity) == [.note, .note])
    #expect(try feed.source(of: 2).text == painting("c"))
  }

  @Test func `only required members make a record malformed`() throws {
    let feed = try Feed(
      Array(#"{"artObjects":[{"id":"a","title":"T","principalOrFirstMaker":"M"}]}"#.utf8))
    #expect(feed.malformedCount == 1)
    #expect(try feed.problems().map(\.reason) == ["has no `permitDownload`"])
  }
}

@Suite struct BreedFeedTests {
  private let breed =
    #"{"name":"Manx","popularity":21,"known_for":"no tail","photo_url":"https://a.example/m.jpg","#
    + #""info_url":"https://a.example/m","credit":"Ann","license":"LICENSE","description":"A cat."}"#

  @Test(arguments: [
    ("cc3", "CC BY-SA 3.0"), ("ccnd2", "CC BY-ND 2.0"), ("public_domain", "public domain"),
    ("pinterest", "Pinterest"), ("brand-new", "brand-new"),
  ])
  func `a license code is replaced by its name and an unknown one is unchanged`(
    code: String, name: String
  ) throws {
    let record = breed.replacing("LICENSE", with: code)
    let row = try row(#"{"breeds":[\#(record)]}"#)
    #expect(row["license"] == .text(name))
    #expect(row["popularity"] == .number(21) && row["id"] == .text("Manx"))
  }

  @Test(arguments: [
    (#""name":"Kurilian","popularity":5"#, 6), (#""name":7"#, 8), (#""popularity":1"#, 7),
  ])
  func `a value that two fields read is reported once`(members: String, count: Int) throws {
    let feed = try Feed(Array(#"{"breeds":[\#(breed),{\#(members)}]}"#.utf8))
    #expect(try feed.problems().count { $0.severity == .error } == count)
  }

  @Test func `a breed without a field is the only malformed record`() throws {
    let bare = #"{"name":"Kurilian","popularity":5}"#
    let feed = try Feed(Array(#"{"breeds":[\#(breed),\#(bare)]}"#.utf8))
    #expect(feed.catalog.count == 1 && feed.malformedCount == 1)
  }
}

@Suite struct JSONFeedTests {
  private func item(_ members: String, version: String = "https://jsonfeed.org/version/1.1") throws
    -> [String: Value]
  {
    try row(#"{"version":"\#(version)","title":"T","items":[{"id":"1",\#(members)}]}"#)
  }

  @Test(arguments: [
    (#""title":"Pie","content_text":"x""#, "Pie"),
    (#""summary":"Short","content_text":"x""#, "Short"),
    (#""content_html":"<p>Fish &amp; chips</p>""#, "Fish & chips"),
    (#""title":" ","url":"https://a.example/1""#, "https://a.example/1"), (#""tags":[]"#, "1"),
  ])
  func `an item without a title has a fallback name`(members: String, name: String) throws {
    #expect(try item(members)["name"] == .text(name))
  }

  @Test func `a long text used as a name is cut at a word`() throws {
    let text = String(repeating: "lentils and ", count: 20)
    guard case .text(let name)? = try item(#""content_text":"\#(text)""#)["name"] else {
      Issue.record("there is no name")
      return
    }
    #expect(name.count <= 81 && name.hasSuffix("and…") || name.hasSuffix("lentils…"))
  }

  @Test(arguments: [
    #""author":{"name":"Ann"}"#, #""authors":[{"name":"Ann"}]"#,
    #""authors":[{"name":"Ann"}],"author":{"name":"Old"}"#,
  ])
  func `authors of both versions are read`(members: String) throws {
    #expect(try item(members, version: "1")["author"] == .text("Ann"))
  }

  @Test(arguments: ["7", "2.5", #""7""#])
  func `an id may be a number`(id: String) throws {
    let feed = try Feed(Array(#"{"version":"1.1","items":[{"id":\#(id),"title":"A"}]}"#.utf8))
    #expect(feed.malformedCount == 0 && feed.noteCount == 0)
    #expect(feed.catalog.text(.id, 0) == id.filter { $0 != "\"" })
  }

  @Test(arguments: [
    (#""author":{"name":"Ann"}"#, "Ann"), (#""authors":[]"#, "Site"), (#""title":"x""#, "Site"),
  ])
  func `an item without an author has the author of its feed`(members: String, author: String)
    throws
  {
    let row = try row(
      #"{"version":"1.1","items":[{"id":"1",\#(members)}],"authors":[{"name":"Site"}]}"#)
    #expect(row["author"] == .text(author))
  }

  @Test func `the version may follow the items`() throws {
    let feed = try Feed(Array(#"{"items":[{"id":"1","title":"A"}],"version":"1.1"}"#.utf8))
    #expect(feed.profile == "jsonfeed")
    #expect(try Feed(Array(#"{"items":[{"id":"1","title":"A"}]}"#.utf8)).profile == "records")
  }
}

@Test(arguments: ["", "\n", " "], ["", "\n"])
func `lists inside of a recipe are not record lists`(before: String, after: String)
  throws
{
  let steps = #"[{"@type":"HowToStep","name":"One","text":"Mix."},{"name":"Two","text":"Bake."}]"#
  let feed = try Feed(
    Array(
      #"\#(before){"@type":"Recipe","recipeInstructions":\#(steps),"name":"Pie"}\#(after)"#.utf8))
  #expect(feed.catalog.count == 1 && feed.malformedCount == 0)
  #expect(feed.catalog.name(0) == "Pie")
  #expect(try feed.source(of: 0).offset == before.utf8.count)
}

@Test(arguments: [
  (#"{"@type":"VideoObject","contentUrl":"https://a.example/v.mp4"}"#, "https://a.example/v.mp4"),
  (#"[{"@type":"VideoObject","embedUrl":"https://a.example/e"}]"#, "https://a.example/e"),
  (#""https://a.example/v""#, "https://a.example/v"),
])
func `the video of a recipe in a page is an address or an object`(video: String, link: String)
  throws
{
  let row = try row(#"{"@type":"Recipe","name":"Pie","recipeCuisine":false,"video":\#(video)}"#)
  #expect(row["video"] == .text(link))
  #expect(row["cuisine"] == nil)
}

@Test func `an item of JSON Feed has its page, and the page elsewhere that it is about`() throws {
  let json =
    #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"A","url":"https://a.example/1","external_url":"https://b.example/x"},{"id":"2","title":"B","external_url":"https://b.example/y"}]}"#
  #expect(try row(json)["source"] == .text("https://a.example/1"))
  #expect(try row(json)["external"] == .text("https://b.example/x"))
  #expect(try row(json, 1)["source"] == .text("https://b.example/y"))
}
