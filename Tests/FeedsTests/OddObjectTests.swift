import Catalog
import Feeds
import Testing

@Test(arguments: ["[]", "{}", "false", "null", #""""#, #"" ""#])
func `an empty value does not affect the objects of other records`(nothing: String) throws {
  let author = #"{"name":"Ann","url":"https://a.example/"}"#
  let feed = #"[{"name":"A","author":\#(author)},{"name":"B","author":\#(nothing)}]"#
  #expect(try shownRow(feed) == ["name=A", "author=Ann", "+author-url=https://a.example/"])
  #expect(try shownRow(feed, 1) == ["name=B"])
  #expect(try Feed(Array(feed.utf8)).problems().isEmpty)
}

@Test(arguments: [
  (#""Bob""#, ["name=C", "author=Bob"]), ("7", ["name=C", "author=7"]),
])
func `a scalar instead of an object is the value of its main field`(
  odd: String, fields: [String]
) throws {
  let author = #"{"name":"Ann","age":5}"#
  let feed =
    #"[{"name":"A","author":\#(author)},{"name":"B","author":\#(author)},{"name":"C","author":\#(odd)}]"#
  #expect(try shownRow(feed) == ["name=A", "author=Ann", "+author-age=5.0"])
  #expect(try shownRow(feed, 2) == fields)
}

@Test
func `a list in one record does not affect the objects of others`() throws {
  let feed =
    #"[{"name":"A","by":[{"name":"Ann"},"Bob"]},{"name":"B","by":{"name":"Cid","age":5}},{"name":"C","by":{"name":"Cid"}}]"#
  #expect(try shownRow(feed) == ["name=A", "by=[Ann|Bob]"])
  #expect(try shownRow(feed, 1) == ["name=B", "by=[Cid]", "+by-age=5.0"])
}

@Test
func `a scalar has its own field if no member is the main one`() throws {
  let feed =
    #"[{"name":"A","size":{"w":1,"h":2}},{"name":"B","size":"big"},{"name":"C","size":{"w":3}}]"#
  #expect(try shownRow(feed) == ["name=A", "+size-w=1.0", "+size-h=2.0"])
  #expect(try shownRow(feed, 1) == ["name=B", "size=big"])
}

@Test
func `an address instead of an object joins the addresses of objects`() throws {
  let feed =
    #"[{"name":"A","image":{"url":"https://a.example/1","w":1}},{"name":"B","image":{"url":"https://a.example/2"}},{"name":"C","image":"https://a.example/3"}]"#
  #expect(try shownRow(feed) == ["name=A", "image=https://a.example/1", "+image-w=1.0"])
  #expect(try shownRow(feed, 2) == ["name=C", "image=https://a.example/3"])
}

@Test(arguments: [
  ("[]", ["id=3"]), ("false", ["id=3"]), (#""gone""#, ["id=3", "attributes=gone"]),
])
func `an envelope that one record lacks is still an envelope`(
  odd: String, fields: [String]
) throws {
  let feed =
    #"{"data":[{"id":"1","attributes":{"title":"A","price":5}},{"id":"2","attributes":{"title":"B"}},{"id":"3","attributes":\#(odd)}]}"#
  #expect(try shownRow(feed) == ["id=1", "name=A", "price=5.0"])
  #expect(try shownRow(feed, 2) == fields)
}
