import Feeds
import Testing

@Test(arguments: [
  (#""https://a.example/1.jpg""#, "https://a.example/1.jpg"),
  (#"["", null, "https://a.example/1.jpg", "https://a.example/2.jpg"]"#, "https://a.example/1.jpg"),
  (
    #"{"@type":"ImageObject","url":"https://a.example/1.jpg","contentUrl":"x"}"#,
    "https://a.example/1.jpg"
  ),
  (
    #"{"@type":"ImageObject","url":"","contentUrl":"https://a.example/2.jpg"}"#,
    "https://a.example/2.jpg"
  ),
  (#"{"@id":"https://a.example/3.jpg"}"#, "https://a.example/3.jpg"),
  (#"[{"@id":"_:image"},"https://a.example/4.jpg"]"#, "https://a.example/4.jpg"),
  (
    #"[{"url":"a.jpg","width":100},{"url":"b.jpg","width":"1,200px"},{"url":"c.jpg","width":"300"},{"url":"d.jpg"}]"#,
    "b.jpg"
  ),
  (#"[["a.jpg"],[{"url":"b.jpg","width":{"value":9}}]]"#, "a.jpg"),
  (#"[["a.jpg"],[{"url":"b.jpg","width":{"value":900}}]]"#, "b.jpg"),
  (#"["p/a-225x225.jpg","p/a-320x180.jpg","p/a.jpg"]"#, "p/a.jpg"),
  (#"["p/a-225x225.jpg","p/a-320x180.jpg?x=1-900x900"]"#, "p/a-320x180.jpg?x=1-900x900"),
  (#"["a.jpg","p/a_1200x900.webp"]"#, "p/a_1200x900.webp"),
  (#"[{"url":"p/a-1200x900.jpg"},{"url":"b.jpg","width":800}]"#, "p/a-1200x900.jpg"),
  (#"[{"@id":"https://e.example/page/#primaryimage"},"a-20x20.jpg"]"#, "a-20x20.jpg"),
  (#"[{"url":["a.jpg","b.jpg"]}]"#, "a.jpg"),
  (#"["data:image/png;base64,AAAA","b.jpg"]"#, "b.jpg"), (#""a.jpg?x=1&amp;y=2""#, "a.jpg?x=1&y=2"),
  (#"[{"url":"a.jpg","width":7},{"url":"b.jpg","width":7}]"#, "a.jpg"), (#""  a.jpg\n""#, "a.jpg"),
])
func `the photo is the widest picture or else the first`(json: String, expected: String) throws {
  #expect(try text(.photo, in: json) == expected)
}

@Test(arguments: [
  #"{"@id":"https://e.example/page/#primaryimage"}"#, #"{"@id":"https://e.example/page.jpg/#x"}"#,
  #"{"@type":"ImageObject","@id":"https://e.example/"}"#,
])
func `a reference to an object that the page lacks is not a photo`(json: String) throws {
  #expect(try value(.photo, in: json) == nil)
}

@Test(arguments: [
  (#""https://a.example/""#, "https://a.example/"),
  (#"{"@type":"WebPage","@id":"https://a.example/x"}"#, "https://a.example/x"),
  (#"{"@id":"_:x","url":"https://a.example/y"}"#, "https://a.example/y"),
  (#"{"contentUrl":null,"embedUrl":"https://a.example/v"}"#, "https://a.example/v"),
  (#"[null,{"url":"https://a.example/z"},"https://b.example/"]"#, "https://a.example/z"),
  ("7", nil), (#""a\u001bb""#, nil),
])
func `a link is the first address`(json: String, expected: String?) throws {
  #expect(try text(.link, in: json) == expected)
}

@Test(arguments: [
  (#""Ann""#, "Ann"), (#"{"@type":"Person","name":"Ann &amp; Bob"}"#, "Ann & Bob"),
  (#"{"name":"Ann"}"#, "Ann"),
  (#"{"@type":"Organization","name":" The <b>Pie</b>\nShop "}"#, "The Pie Shop"),
  (#"[{"name":"Ann"},"Bob",{"@id":"_:me"},null,{"name":"Ann"}]"#, "Ann, Bob"),
  (#"{"name":["Ann","Bob"]}"#, "Ann, Bob"),
  (#"{"givenName":"Ann","familyName":"Baker"}"#, "Ann Baker"),
  (#"{"@id":"https://a.example/#me"}"#, nil), ("7", nil),
])
func `people are represented by their names`(json: String, expected: String?) throws {
  #expect(try text(.person, in: json) == expected)
}

@Test(arguments: [
  (#"["4", "4 servings"]"#, "4 servings"), (#"[4, "4 servings"]"#, "4 servings"), ("4", "4"),
  // Values that recipe sites publish are shown unchanged.
  ("[6]", "6"), (#""TODO""#, "TODO"),
  (#"{"@type":"QuantitativeValue","value":12,"unitText":"muffins"}"#, "12 muffins"),
  (#"{"value":"12"}"#, "12"),
  (#"{"minValue":4,"maxValue":6,"unitText":"servings"}"#, "4–6 servings"),
  (#"["8 pies","9 pies"]"#, "8 pies"), (#"["4","2 loaves"]"#, "4; 2 loaves"),
  (#"["Makes 12 pancakes","Serves 4","4"]"#, "Makes 12 pancakes; Serves 4"),
  (#"{"name":"a loaf"}"#, "a loaf"), ("true", nil), (#""6\nservings""#, "6 servings"),
])
func `the most precise of several yields is used`(json: String, expected: String?) throws {
  #expect(try text(.yield, in: json) == expected)
}

@Test(arguments: ValueForm.allCases)
func `a value of any shape and size is read to its end`(form: ValueForm) throws {
  let deep =
    String(repeating: #"[{"name":"#, count: 255) + #""x""# + String(repeating: "}]", count: 255)
  _ = try value(form, in: deep)
  for part in [
    #""1. a, b""#, #"{"url":"a","width":1}"#, #"{"@type":"HowToSection","name":"a","text":"b"}"#,
    "1",
  ] {
    let items = String(repeating: part + ",", count: 5_000)
    _ = try value(form, in: "[\(items)null]")
  }
  for part in [#"1. a\n"#, "1-", "1 ", "a, ", "<p> ", "&amp;", "½"] {
    _ = try value(form, in: "\"\(String(repeating: part, count: 5_000))\"")
  }
}
