import Testing

@Suite struct SavedRowTests {
  @Test func `rows saved from feeds of every form stay in mine, whatever is saved next`() throws {
    let place = try Workplace()
    let feeds = [
      try place.file("dishes.json", SampleFeed.dishes),
      try place.file(
        "pie.jsonld", #"{"@context":"https://schema.org","@type":"Recipe","name":"Pie"}"#),
      try place.file("feed.json", #"{"version":"1.1","items":[{"id":"1","title":"News"}]}"#),
      try place.file("keyed.json", #"{"a":{"name":"Soup"},"b":{"name":"Stew"}}"#),
    ]
    for feed in feeds {
      let run = try place.larder(feed, "-c", "save 1")
      #expect(run.status == 0, "\(run.errors)")
    }
    let run = try place.larder("mine", "--format", "json", "-c", "list")
    #expect(try run.rows().map(\.name) == ["Ragù", "Pie", "News", "Soup"], "\(run.errors)")
  }
}
