import Testing
import World

struct WebAddressTests {
  @Test(arguments: [
    ("HTTP://Example.ORG:80", "http://example.org/"),
    ("https://example.org:443/a?b=1&a=2#part", "https://example.org/a?b=1&a=2"),
    ("http://user:pass@example.org:8080/", "http://example.org:8080/"),
    ("http://example.org/a/../b/./c/..", "http://example.org/b/"),
    ("http://example.org/../../x", "http://example.org/x"),
    ("http://example.org/a b?c d=é", "http://example.org/a%20b?c%20d=%C3%A9"),
    ("http://[::1]:8000/x", "http://[::1]:8000/x"),
    ("http://example.org?x", "http://example.org/?x"),
    ("http://example.org/a//b", "http://example.org/a//b"),
  ])
  func `a URL has one canonical form`(written: String, spelled: String) throws {
    #expect(try WebAddress(written).text == spelled)
  }

  @Test(arguments: [
    ("127.1", "127.0.0.1"), ("0x7F.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
    ("0177.0.0.01", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("1.2.3.4", "1.2.3.4"),
    ("0x", "0.0.0.0"), ("255.255.65535", "255.255.255.255"), ("1.2.3.com", "1.2.3.com"),
    ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[2001:DB8::0:1]", "[2001:db8::1]"),
    ("[::]", "[::]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"), ("[1::2:0:0:3:4]", "[1::2:0:0:3:4]"),
    ("[1:0:2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]"), ("[::ffff:10.0.0.1]", "[::ffff:a00:1]"),
    ("[64:ff9b::192.0.2.33]", "[64:ff9b::c000:221]"),
  ])
  func `an IP address has one canonical form`(written: String, spelled: String) throws {
    #expect(try WebAddress("http://\(written)/").origin.host == spelled)
  }

  @Test(arguments: [
    ("münchen.de", "xn--mnchen-3ya.de"), ("MÜNCHEN.de", "xn--mnchen-3ya.de"),
    ("mu\u{308}nchen.de", "xn--mnchen-3ya.de"), ("XN--MNCHEN-3YA.de", "xn--mnchen-3ya.de"),
    ("faß.de", "xn--fa-hia.de"), ("bücher.例え.jp.", "xn--bcher-kva.xn--r8jz45g.jp."),
    ("πίτα.ελ", "xn--kxae7br.xn--qxam"), ("пирог.рф", "xn--c1ajscg.xn--p1ai"),
    ("파이.한국", "xn--hu5b15s.xn--3e0b707e"), ("पाई.भारत", "xn--o1b1euc.xn--h2brj9c"),
    ("a_b.example", "a_b.example"), ("\u{FF41}.example", "a.example"),
    ("a\u{3002}example", "a.example"),
  ])
  func `a name beyond ASCII is translated by UTS 46`(
    written: String, spelled: String
  ) throws {
    #expect(try WebAddress("http://\(written)/").origin.host == spelled)
  }

  @Test(arguments: [
    ("http://a/", "HTTP://A:80/x", true),
    ("http://a/", "http://a:8080/", false),
    ("http://a/", "https://a/", false),
    ("http://a/", "http://a./", false),
    ("http://127.0.0.1/", "http://me@0x7f.1:080/", true),
  ])
  func `an origin is scheme, host and port`(one: String, other: String, same: Bool) throws {
    #expect(try (WebAddress(one).origin == WebAddress(other).origin) == same)
  }

  @Test(
    arguments: [
      ("http://me:p%20w@a/", "Basic bWU6cCB3"), ("http://me@a/", "Basic bWU6"),
      ("http://:x@a/", "Basic Ong="), ("http://a:b:c@a/", "Basic YTpiOmM="),
      ("http://a@b@c/", "Basic YUBiOg=="), ("http://%c3%bC%@a/", "Basic w7wlOg=="),
      ("http://@a/", nil), ("http://a/", nil),
    ] as [(String, String?)])
  func `user information becomes an Authorization field`(text: String, value: String?) throws {
    let address = try WebAddress(text)
    #expect(address.authorization == value.map { HTTPField("Authorization", $0) })
    #expect(!address.text.contains("@"))
  }

  @Test(arguments: [
    ("http://me:secret@a b/x@y", "http://a b/x@y"), ("http:me:secret@a/", "http:a/"),
    ("me:secret@a", "me:a"), ("http://a/?x@y", "http://a/?x@y"), ("http://a@b@c", "http://c"),
    ("", ""),
  ])
  func `passwords are not displayed`(text: String, shown: String) {
    #expect(WebAddress.withoutUserInfo(text) == shown)
    #expect(!"\(HTTPFailure.badURL(text))".contains("secret"))
    #expect(!"\(HTTPFailure.refusedRedirect(to: text, reason: ""))".contains("secret"))
  }

  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("", "http://a/b/c/d;p?q"),
    (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("https://b/", "https://b/"),
  ])
  func `references are resolved as in RFC 3986, section 5.4`(
    reference: String, target: String
  ) throws {
    #expect(try WebAddress("http://a/b/c/d;p?q").resolve(reference).text == target)
  }

  @Test(arguments: [
    "", "example.org", "http:", "http:/x", "http://", "http://:80/", "http://a:b/",
    "http://a:70000/", "http://a b/", "http://a\\b/", "http://a\\@b/", "http://[::1/",
    "http://a%41/", "http://a@/",
    "http://[]/", "http://[:]/", "http://[:::]/", "http://[1::2::3]/", "http://[1:2:3:4:5:6:7]/",
    "http://[1:2:3:4:5:6:7:8:9]/", "http://[1:2:3:4:5:6:7::8]/", "http://[12345::]/",
    "http://[::1%25eth0]/", "http://[::1.2.3]/", "http://[::01.2.3.4]/", "http://[1.2.3.4::]/",
    "http://[::1]x/", "http://[a]:b]/", "http://::1/",
    "http://1.2.3.4.5/", "http://256.1.1.1/", "http://1.2.3.08/", "http://4294967296/",
    "http://a.0x1/", "http://1..2/", "http://a..b/", "http://./", "http://../", "http://a.+1/",
    "http://\u{2100}b.example/",
    "http://\u{AD}/", "http://a\u{200D}b/", "http://a\u{E9}_/", "http://\u{1F967}.example/",
    "http://a\u{E9}\u{2024}b/", "http://a.\u{301}b/",
  ])
  func `an invalid URL is rejected`(text: String) {
    #expect(throws: HTTPFailure.badURL(text)) { try WebAddress(text) }
  }

  @Test func `only http and https are accepted`() {
    #expect(throws: HTTPFailure.unsupportedScheme("file")) { try WebAddress("file:///etc/passwd") }
    #expect(throws: HTTPFailure.unsupportedScheme("javascript")) {
      try WebAddress("http://a/").resolve("JavaScript:alert(1)")
    }
  }
}
