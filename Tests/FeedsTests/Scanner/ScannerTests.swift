import Catalog
import Feeds
import Testing

@Test(arguments: [
  #"[{"a":1,"b":"x"},{"b":null}]"#,
  #"{"version":[1],"artObjects":[{"a":"x"}],"z":{}}"#,
  #"{"artObjects":[{"a":1}],"artObjects":[{"a":2}]}"#,
  #"{"list":[{"a":1}],"artObjects":[]}"#,
  #"{"tags":["x"],"list":[{"a":1},7],"other":[{"a":3}]}"#,
  #"{"empty":[],"list":[1]}"#,
  #"{"list":[1],"empty":[]}"#,
  #"{"artObjects":{"a":[]}}"#,
  #"{"Name":"Pie","a":1}"#,
  #"{"name":7}"#,
  "{}", "[]", " 7 ", #""text""#, "[ ]",
  #"[1,"x\n",[2,{}],true,false,null,{"a":1},-0.5e+3]"#,
  "{\"a\":1}\n{\"a\":2}\n",
  "{\"a\":1}\r\n\r\n{\"a\":2}",
  "\u{FEFF}{\"a\":1}\n{\"b\":2} x\n7\n{\"a\":\n",
  "{\"artObjects\":[{\"a\":1}]}\n{\"a\":2}",
  "{\"a\":\"\u{1}\"}\n{\"a\":2}\n{\"a\":\"\\x\"}",
  "{\"a\":1} garbage\n{\"a\":2}",
  "{\"a\":\n1}\n{\"a\":2}",
  "{\"a\":1}\n[{}]\n",
  "{\"a\":1}\n{\"a\":[1,\n2]}\n{\"a\":\"\n\"}\n",
])
func `records are found by the shape of the document`(document: String) {
  let bytes = Array(document.utf8)
  let expected = ModelReader.outcome(bytes)
  expectOutcome(bytes, expected, #_sourceLocation)
}
