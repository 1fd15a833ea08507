/// Valid documents at the limits of RFC 8259.
let acceptedDocuments: [String] = [
  // Structure and white space.
  "[]", "[ ]", " [] ", "\t\r\n[]\n", "[[]]", "[[[]],[]]", "[{}]", "{}", "{ }", "[1\n]", "[1,\r\n2]",
  "[ 1 , 2 ]", #"{ "a" : 1 , "b" : [ ] }"#, #"{"a":1}"#, #"{"":0}"#, #"{"a":1,"a":2}"#,
  #"{"a":{"a":{"a":{}}}}"#, #"{"a":[1,2,{"b":null}]}"#, #"[null,1,"1",{}]"#,
  #"{"x":[{"id":"a"}],"id":"b"}"#, #"{"\u0000x":1}"#, #"{"a b":1,"\"":2,"\\":3}"#,
  // Literals, and scalars that are the whole document.
  "[true]", "[false]", "[null]", "true", " false ", "null\n", #""""#, #""x""#, "-1.5", "0",
  // Numbers.
  "[0]", "[-0]", "[1]", "[-1]", "[123]", "[1.5]", "[0.1]", "[-0.0]", "[1e2]", "[1E2]", "[1e+2]",
  "[1e-2]", "[1E+2]", "[0e1]", "[0e+1]", "[0E0]", "[1.5e-7]", "[20e1]", "[1e007]",
  "[123456789012345678901234567890]", "[1e400]", "[-1e-400]", "[0.00000000000000000000000001]",
  // Escapes.
  #"["\"\\\/\b\f\n\r\t"]"#, #"["\u0000"]"#, #"["\u0061\u30af\u30EA"]"#, #"["\u0022\u005C"]"#,
  #"["\\a"]"#, #"["\\\\"]"#, #"["\\n"]"#, #"["\uFFFF\ufffe"]"#, #"["\u00e9\u00E9"]"#,
  // Surrogates in pairs and alone.
  #"["\ud83d\ude00"]"#, #"["\uD801\udc37x"]"#, #"["\uDBFF\uDFFF"]"#, #"["\ud800"]"#,
  #"["\udc00"]"#, #"["\ud800\ud800"]"#, #"["\ud800x"]"#, #"["\udc00\ud800"]"#,
  #"["\ud800\u0041"]"#, #"["\ud800\n"]"#, #"["\ud800\ud83d\ude00"]"#,
  // Text that is not ASCII.
  "[\"\u{7F}\"]", "[\"\u{80}\"]", "[\"\u{7FF}\"]", "[\"\u{800}\"]", "[\"\u{D7FF}\"]",
  "[\"\u{E000}\"]", "[\"\u{FFFF}\"]", "[\"\u{10000}\"]", "[\"\u{10FFFF}\"]", "[\"\u{2028}\"]",
  "[\"Crème brûlée à l’orange\"]", "[\"пирог с мясом\",\"肉まん\",\"🥧🥧🥧\"]", "{\"é\":\"é\"}",
  "[\"sixteen letters.\"]", "[\"fifteen letters\"]", "[\"seventeen letters\"]",
  "[\"fifteen letter\u{E9}\"]", "[\"sixteen letters\u{E9}\"]",
  // Texts that look like other syntax.
  #"["a/*b*/c//d"]"#, #"["[{\"a\":1},{\"b\":2}]"]"#, #"["NaN",",","]"]"#, "\u{FEFF}[]",
]

/// Invalid documents, with the offset of the error and its reason.
let refusedDocuments: [(document: String, offset: Int, reason: String)] =
  refusedStructures + refusedValues + refusedTexts

private let ends = "the text ends here"
private let value = "a value was expected"
private let name = "a name in quotes was expected"
private let digit = "a digit was expected"
private let inList = "`,` or `]` was expected"
private let inObject = "`,` or `}` was expected"
private let more = "there is more after the end of the document"

private let refusedStructures: [(String, Int, String)] = [
  ("", 0, ends), (" \n", 2, ends), ("[", 1, ends), ("[1", 2, ends), ("[1,", 3, ends),
  ("{", 1, ends), (#"{"a""#, 4, ends), (#"{"a":"#, 5, ends), (#"{"a":1"#, 6, ends),
  (#"{"a":1,"#, 7, ends), ("[[", 2, ends), ("[{", 2, ends), (#"[{"a":["#, 7, ends),
  ("[1,]", 3, value), ("[,1]", 1, value), ("[1,,2]", 3, value), ("[,]", 1, value),
  ("[1 2]", 3, inList), ("[1:2]", 2, inList), ("[1}", 2, inList), ("[\"a\":1]", 4, inList),
  ("[[1]", 4, ends), ("[{]", 2, name), ("]", 0, value), ("}", 0, value), (",", 0, value),
  ("[1]]", 3, more), ("[1]x", 3, more), ("{}}", 2, more), ("1 2", 2, more), ("[] []", 3, more),
  ("\"a\" \"b\"", 4, more), ("{} ,", 3, more), ("[]\u{0}", 2, more),
  (#"{"a":1,}"#, 7, name), ("{,}", 1, name), ("{a:1}", 1, name), ("{1:1}", 1, name),
  ("{'a':1}", 1, name), ("{null:1}", 1, name), ("{[]:1}", 1, name), (#"{"a":1,,"b":2}"#, 7, name),
  (#"{"a" 1}"#, 5, "`:` was expected"), (#"{"a",1}"#, 4, "`:` was expected"),
  (#"{"a"}"#, 4, "`:` was expected"), (#"{"a":}"#, 5, value), (#"{"a"::1}"#, 5, value),
  (#"{"a":1 "b":2}"#, 7, inObject), (#"{"a":1]"#, 6, inObject), (#"{"a":1;}"#, 6, inObject),
  ("[1/*x*/]", 2, inList), ("//x\n[]", 0, value), ("[\u{0C}1]", 1, value), ("[\u{0B}]", 1, value),
  ("[\u{A0}]", 1, value), ("[\u{2028}1]", 1, value), ("\u{FEFF}\u{FEFF}[]", 3, value),
]

private let refusedValues: [(String, Int, String)] = [
  ("[tru]", 1, value), ("[nul]", 1, value), ("[fals]", 1, value), ("[TRUE]", 1, value),
  ("[True]", 1, value), ("[truex]", 5, inList), ("[nulll]", 5, inList), ("[NaN]", 1, value),
  ("[Infinity]", 1, value), ("[-Infinity]", 2, digit), ("tru", 0, value), ("n", 0, value),
  ("[undefined]", 1, value), ("['x']", 1, value), ("[01]", 2, inList), ("[-01]", 3, inList),
  ("[00]", 2, inList), ("[+1]", 1, value), ("[.5]", 1, value), ("[1.]", 3, digit),
  ("[1.e1]", 3, digit), ("[-]", 2, digit), ("[1e]", 3, digit), ("[1e+]", 4, digit),
  ("[1e-x]", 4, digit), ("[0x1]", 2, inList), ("[1_000]", 2, inList), ("[1.2.3]", 4, inList),
  ("[--1]", 2, digit), ("[-.5]", 2, digit), ("[1e1.5]", 4, inList), ("[1e1e1]", 4, inList),
  ("[1f]", 2, inList), ("-", 1, ends), ("1.", 2, ends), ("1e", 2, ends), ("1e-", 3, ends),
  ("[\u{FF11}]", 1, value), ("[1\u{0}]", 2, inList), ("\u{0}", 0, value),
]

private let control = "a text has a raw control character"
private let open = "the quote that opens here is never closed"
private let escape = "`\\` is followed by something that it does not escape"
private let hex = "four hexadecimal digits were expected"

private let refusedTexts: [(String, Int, String)] = [
  (#"["x]"#, 1, open), (#"""#, 0, open), (#"{"a"#, 1, open), (#"["\""#, 1, open),
  (#"["\"#, 3, ends), (#"["\u00"#, 6, ends), (#"["\u"#, 4, ends), ("[\"é", 1, open),
  (#"["\x"]"#, 2, escape), (#"["\'"]"#, 2, escape), (#"["\U0041"]"#, 2, escape),
  (#"["\0"]"#, 2, escape), (#"["\ "]"#, 2, escape), ("[\"\\\n\"]", 2, escape),
  ("[\"\\é\"]", 2, escape), (#"["ab\a"]"#, 4, escape), (#"{"\q":1}"#, 2, escape),
  (#"["\u00g0"]"#, 6, hex), (#"["\u123"]"#, 7, hex), (#"["\u"]"#, 4, hex), (#"["\uD8-0"]"#, 6, hex),
  (#"["\ud800\u12"]"#, 12, hex), (#"["\ud800\x"]"#, 8, escape), (#"["\u００41"]"#, 4, hex),
  ("[\"a\u{0}b\"]", 3, control), ("[\"\n\"]", 2, control), ("[\"\t\"]", 2, control),
  ("[\"\u{1F}\"]", 2, control), ("[\"sixteen letters.\u{1}\"]", 18, control),
  ("[\"é\r\"]", 4, control), ("{\"a\u{1}\":1}", 3, control), ("[\"a\n", 3, control),
]

/// Invalid UTF-8, one `Character` for each byte, and the index of the first invalid byte.
let refusedBytes: [(bytes: String, bad: Int)] = [
  ("\u{80}", 0), ("\u{BF}", 0), ("\u{FF}", 0), ("\u{FE}", 0), ("\u{C0}\u{80}", 0),
  ("\u{C1}\u{BF}", 0), ("\u{C2}", 0), ("\u{C2}A", 0), ("\u{DF}\u{C0}", 0), ("\u{C3}\u{28}", 0),
  ("\u{E0}\u{9F}\u{BF}", 0), ("\u{E0}\u{80}\u{80}", 0), ("\u{E0}\u{A0}", 0), ("\u{E1}\u{80}", 0),
  ("\u{E2}\u{28}\u{A1}", 0), ("\u{ED}\u{A0}\u{80}", 0), ("\u{ED}\u{BF}\u{BF}", 0),
  ("\u{ED}\u{A0}\u{81}\u{ED}\u{B0}\u{80}", 0), ("\u{EF}\u{BF}", 0), ("\u{F0}\u{8F}\u{BF}\u{BF}", 0),
  ("\u{F0}\u{90}\u{80}", 0), ("\u{F0}\u{90}\u{80}x", 0), ("\u{F1}\u{80}\u{C0}\u{80}", 0),
  ("\u{F4}\u{90}\u{80}\u{80}", 0), ("\u{F5}\u{80}\u{80}\u{80}", 0),
  ("\u{F8}\u{88}\u{80}\u{80}\u{80}", 0), ("ok\u{C3}", 2), ("\u{C3}\u{A9}\u{C3}", 2),
  ("\u{E2}\u{82}\u{AC}\u{82}", 3), ("\u{F0}\u{9F}\u{A5}\u{A7}\u{F0}\u{9F}", 4),
  ("\\u00e9\u{FF}", 6), ("sixteen letters.\u{FF}", 16), ("\\n\u{E9}t\u{E9}", 2),
]
