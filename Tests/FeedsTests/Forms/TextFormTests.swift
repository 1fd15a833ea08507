import Catalog
import Feeds
import Testing

@Test(arguments: [
  (#""  Apple \t  Pie \n""#, "Apple Pie"), ("7", "7"), ("2.5", "2.5"), ("true", "true"),
  (#"["Italian", null, "", " ", 7, "Greek"]"#, "Italian, 7, Greek"),
  (#"{"@type": "Thing", "url": "https://a.example/x", "name": "Pie"}"#, "Pie"),
  (#"{"@value": "Torta", "@language": "it"}"#, "Torta"), (#"{"text": "Stir."}"#, "Stir."),
  (#"{"name": "", "url": "https://a.example/x"}"#, "https://a.example/x"),
  (#"{"@id": "https://a.example/#me"}"#, "https://a.example/#me"),
  (#"{"name": {"@value": "Pie"}}"#, "Pie"), (#"[["a"], {"name": ["b", "c"]}]"#, "a, b, c"),
  (#""Fish &amp; <b>Chips</b>""#, "Fish & Chips"),
  (#""one\r\n two\u2028three""#, "one\ntwo\nthree"),
  (#""<p>one</p><p>two</p>""#, "one two"), (#""a\u00a0\u00a0b""#, "a b"),
  (#""a\n\n\n\nb""#, "a\n\nb"),
])
func `a text is found in any shape and cleaned`(json: String, expected: String) throws {
  #expect(try text(.text, in: json) == expected)
}

@Test(arguments: ValueForm.allCases)
func `empty values have no result`(form: ValueForm) throws {
  let nothing = [
    "null", #""""#, #"" \r\n\t""#, "[]", "{}", "[null]", "[[], {}]", #"{"name": null}"#,
    #""<br/>""#, #"{"@type": "ImageObject"}"#, #"{"itemListElement": []}"#, #""&nbsp;""#,
  ]
  for json in nothing { #expect(try value(form, in: json) == nil, "\(json)") }
}

@Test(arguments: [
  (#""<p>One</p><p>Two<br>Three</p>""#, "One\nTwo\nThree"),
  (#""One\r\n\r\n\r\nTwo""#, "One\n\nTwo"),
  (#""<ul><li>a</li> <li>b &amp; c</li></ul><div>d</div>e""#, "a\nb & c\nd\ne"),
  (#"["<p>a</p>", "b"]"#, "a\nb"), (#"{"text": "a<br/><br/>b"}"#, "a\n\nb"),
])
func `the html form retains paragraphs`(json: String, expected: String) throws {
  #expect(try text(.html, in: json) == expected)
}

@Test(arguments: [
  (#"["Italian", {"name": "Greek"}, null, " ", ["Thai"]]"#, ["Italian", "Greek", "Thai"]),
  (#""a, b""#, ["a, b"]), ("4", ["4"]), ("false", ["false"]), (#"["a", "a"]"#, ["a", "a"]),
])
func `a list has a text for each element`(json: String, expected: [String]) throws {
  #expect(try list(.list, in: json) == expected)
}

@Test(arguments: [
  (#""a, b,c""#, ["a", "b", "c"]), (#""Pie, pie ,PIE, pâté""#, ["Pie", "pâté"]),
  (#""a; b, c;d""#, ["a; b", "c;d"]), (#""a; b;c""#, ["a", "b", "c"]), (#"", a,, ""#, ["a"]),
  (#"["a, b", "B", {"name": "c"}]"#, ["a", "b", "c"]),
  (#""Mac &amp; cheese; pie""#, ["Mac & cheese", "pie"]),
  (#""a\nb""#, ["a", "b"]), (#"[false, "a", [true]]"#, ["a"]),
])
func `keywords are split at commas without duplicates`(json: String, expected: [String]) throws {
  #expect(try list(.commas, in: json) == expected)
}
