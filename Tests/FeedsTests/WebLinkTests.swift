import Catalog
import Feeds
import Testing

@Test(arguments: [
  ("https://www.youtube.com/watch?v=rp8Slv4INLk", "rp8Slv4INLk"),
  ("http://youtube.com/watch?feature=share&v=rp8Slv4INLk&list=x", "rp8Slv4INLk"),
  ("https://m.youtube.com/watch?v=a-b_c", "a-b_c"),
  ("https://youtu.be/rp8Slv4INLk?si=x", "rp8Slv4INLk"),
  ("https://youtu.be/rp8Slv4INLk?t=42", "rp8Slv4INLk&t=42"),
  ("https://www.youtube.com/embed/rp8Slv4INLk?start=10", "rp8Slv4INLk&t=10"),
  ("https://www.youtube-nocookie.com/embed/rp8Slv4INLk", "rp8Slv4INLk"),
  ("https://www.youtube.com/shorts/rp8Slv4INLk", "rp8Slv4INLk"),
  ("https://www.youtube.com/watch?v=rp8Slv4INLk&t=10#x", "rp8Slv4INLk&t=10"),
])
func `a video has one address in all forms of links`(link: String, id: String) {
  #expect(videoAddress(link) == "https://www.youtube.com/watch?v=\(id)")
}

@Test(arguments: [
  "https://a.example/watch?v=x", "https://www.youtube.com/@cook", "https://youtu.be/", "not a link",
  "https://www.youtube.com/watch?v=%22", "https://youtube.com.a.example/watch?v=x",
])
func `a link to something else is unchanged`(link: String) {
  #expect(videoAddress(link) == link)
}

@Test(arguments: [
  ("/r/1", "https://a.example/r/1"), ("2.html", "https://a.example/feeds/2.html"),
  ("//b.example/x", "https://b.example/x"),
  ("www.youtube.com/watch?v=x", "https://www.youtube.com/watch?v=x"),
  ("youtu.be/x", "https://youtu.be/x"), ("../up/x", "https://a.example/up/x"),
  ("https://c.example/", "https://c.example/"), ("javascript:alert(1)", "javascript:alert(1)"),
  ("ftp://a.example/x/y", "ftp://a.example/x/y"), ("no link at all", "no link at all"),
])
func `a relative link is resolved against the address of its feed`(link: String, meant: String)
  throws
{
  let text = #"{"recipes":[{"uuid":"x","name":"A","cuisine":"B","source_url":"\#(link)"}]}"#
  var reading = FeedReading()
  reading.address = "https://a.example/feeds/all.json"
  let catalog = try Feed(Array(text.utf8), reading).catalog
  let source = try #require(catalog.schema.index(of: "source"))
  #expect(catalog.value(source, 0) == .text(meant))
}

@Test func `a relative link of a local file is unchanged and reported`() throws {
  let text = #"{"recipes":[{"uuid":"x","name":"A","cuisine":"B","source_url":"/r/1"}]}"#
  let feed = try Feed(Array(text.utf8))
  let source = try #require(feed.catalog.schema.index(of: "source"))
  #expect(feed.catalog.value(source, 0) == .text("/r/1"))
  #expect(try feed.problems().map(\.reason).contains("`source_url` is a relative link"))
}
