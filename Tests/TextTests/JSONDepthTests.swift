import Testing
import Text

@Test(arguments: [("{\"a\":", "}"), ("[", "]")])
func `a value that is skipped is nested at most 512 deep`(open: String, close: String) throws {
  let text = { (depth: Int) in
    Array(
      (String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
  }
  var reader = JSONReader(text(512))
  try reader.skipValue()
  reader.skipSpace()
  #expect(reader.next == nil)
  let fault = try #require(throws: JSONFault.self) {
    var reader = JSONReader(text(513))
    try reader.skipValue()
  }
  #expect(fault.reason == "values are nested more than 512 deep")
}
