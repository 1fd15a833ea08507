import Catalog
import Feeds
import Testing

@Test(arguments: [
  (#"{"hits":[{"recipe":{"uri":"x"}},{"recipe":{"id":1,"label":"A"}}]}"#, ["id=1", "name=A"]),
  (
    #"{"hits":[{"recipe":{"id":0,"label":"B"}},{"recipe":{"id":1,"label":"A"},"remark":"very good"}]}"#,
    ["id=1", "name=A", "remark=very good"]
  ),
  (
    #"{"hits":[{"recipe":{"id":0,"label":"B"},"on":"2024-01-02"},{"recipe":{"id":1,"label":"A"},"on":"a day"},{"on":"2024-01-02"}]}"#,
    ["id=1", "name=A", "on=a day"]
  ),
])
func `an envelope is detected in spite of one irregular record`(feed: String, fields: [String])
  throws
{
  #expect(try shownRow(feed, 1) == fields)
}

@Test(arguments: ["properties", "attributes", "_source"])
func `an envelope may have as many keys as a record`(key: String) throws {
  let records = (0..<70).map {
    #"{"type":"Feature","id":"n/\#($0)","\#(key)":{"name":"Cafe \#($0)","k\#($0)":"v"},"geometry":null}"#
  }
  let feed = #"{"features":[\#(records.joined(separator: ","))]}"#
  #expect(try shownRow(feed, 69) == ["type=Feature", "id=n/69", "name=Cafe 69", "k69=v"])
}

@Test
func `the first key of an envelope beyond the limit is reported`() throws {
  let records = (0..<600).map {
    #"{"id":\#($0),"properties":{"k\#($0)":1\#($0 == 599 ? #","name":"A""# : "")}}"#
  }
  let feed = try Feed(Array("[\(records.joined(separator: ","))]".utf8))
  #expect(feed.catalog.schema.fields.count <= 502)
  // A name is used even if it occurs beyond the limit.
  #expect(feed.catalog.name(feed.catalog.sorted(by: .feed)[599]) == "A")
  #expect(
    try feed.problems().map(\.reason) == [
      "`properties.k499` is one of more than 500 keys; only raw shows the keys after those"
    ])
}

@Test
func `keys of an object are fields and not data if all objects share one of them`() throws {
  let records = (0..<70).map { #"{"name":"A\#($0)","facts":{"energy":\#($0),"k\#($0)":1}}"# }
  let feed = "[\(records.joined(separator: ","))]"
  #expect(try shownRow(feed, 5) == ["name=A5", "+facts-energy=5.0", "+facts-k5=1.0"])
}

@Test
func `all spellings of a key are one key`() throws {
  let key = "abcdefghijkl"
  let records = (0..<2000).map { number in
    let letters = key.unicodeScalars.enumerated().map { place, letter in
      number >> place & 1 == 1 ? "\\u00" + String(letter.value, radix: 16) : String(letter)
    }
    return #"{"name":"A\#(number)","o":{"\#(letters.joined())":\#(number)}}"#
  }
  let feed = "[\(records.joined(separator: ","))]"
  #expect(try shownRow(feed, 1999) == ["name=A1999", "+o-abcdefghijkl=1999.0"])
}

@Test(arguments: [
  (#"{"title":"A","link":{"rel":"self","href":"https://a.example/"}}"#, "link"),
  (#"{"title":"A","source":{"name":"B","url":"https://a.example/"}}"#, "source"),
])
func `an object under a link key is a top-level link`(
  record: String, name: String
) throws {
  let schema = try Feed(Array("[\(record)]".utf8)).catalog.schema
  let link = schema.fields[try #require(schema.index(of: name))]
  #expect(link.kind == .link && !link.isInner)
}
