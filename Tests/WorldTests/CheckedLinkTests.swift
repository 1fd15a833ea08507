import Testing
import World

/// Hosts that imitate others, with the link that is opened; nil for those that are refused.
private let hosts: [(published: String, host: String?)] = [
  ("p\u{430}ypal.com", "xn--pypal-4ve.com"), ("p\u{430}ypal\u{200B}.com", "xn--pypal-4ve.com"),
  ("p\u{430}ypal\u{AD}.com", "xn--pypal-4ve.com"), ("p\u{430}ypal\u{3002}com", "xn--pypal-4ve.com"),
  ("p\u{430}ypal\u{200D}.com", nil), ("p\u{430}ypal\u{FE0F}.com", "xn--pypal-4ve.com"),
  ("\u{202E}p\u{430}ypal.com", nil), ("p\u{430}ypal\u{2060}.com", "xn--pypal-4ve.com"),
  ("P\u{410}YPAL.com", "xn--pypal-4ve.com"), ("paypal.com\u{2044}login.evil.example", nil),
  ("paypal.com\u{29F8}login.evil.example", nil), ("paypal.com\u{FF0F}login.evil.example", nil),
  ("p\u{430}ypal.com:80", "xn--pypal-4ve.com:80"), ("u@p\u{430}ypal.com", "u@xn--pypal-4ve.com"),
  ("p%D0%B0ypal.com", nil), ("p\u{430}ypal\u{1806}.com", nil),
  ("p\u{430}ypal\u{FF0E}com", "xn--pypal-4ve.com"),
  ("\u{430}\u{440}\u{440}\u{4CF}\u{435}.com", "xn--80ak6aa92e.com"), ("p\u{430}ypal..com", nil),
  ("-p\u{430}ypal.com", nil), ("p\u{430}ypal_x.com", nil), ("p\u{430}ypal.com%20", nil),
  ("p\u{430}ypal.c\u{301}om", "xn--pypal-4ve.xn--om-ula"),
  (String(repeating: "p\u{430}", count: 75) + ".com", nil),
  (String(repeating: "p", count: 64) + ".com", nil),
  (String(repeating: "p", count: 63) + ".com", String(repeating: "p", count: 63) + ".com"),
  (String(repeating: "pie.", count: 63) + "co", nil),
  ("p\u{430}ypal\u{34F}.com", "xn--pypal-4ve.com"),
  ("p\u{430}y\u{180B}pal.com", "xn--pypal-4ve.com"), ("xn--a.p\u{430}ypal.com", nil),
  ("ab--c.p\u{430}ypal.com", nil), ("1.2.3.p\u{430}", "1.2.3.xn--p-8sb"),
  ("\u{5D0}p\u{430}ypal.com", nil), ("paypal.com\u{0}.p\u{430}", nil),
  ("a.example\\@evil.example", nil), ("a.example\\.evil.example", nil),
  ("\u{FF11}\u{FF12}\u{FF17}.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("[::0:1]:80", "[::1]:80"),
  ("A.example", "a.example"), ("me:word@[::1]", "me:word@[::1]"),
]

@Test(arguments: hosts)
func `a link has the host that would be loaded, or is refused`(
  host: (published: String, host: String?)
) {
  for rest in ["/", "/é?q=ä#é", "?x", ""] {
    let link = try? CheckedLink("http://" + host.published + rest)
    #expect(link?.text == host.host.map { "http://" + $0 + rest })
    #expect((link == nil) == ((try? WebAddress("http://" + host.published + rest)) == nil))
  }
}

@Test(arguments: [
  ("http://a.example/pie", "http://a.example/pie"),
  ("http://\u{430}.example/é<\">`'", "http://xn--80a.example/%C3%A9%3C%22%3E%60%27"),
  ("http://user@a.example/", nil), ("http://@a.example/", nil), ("javascript:alert(1)", nil),
  ("http://a\u{200D}b.example/", nil), ("http:a.example", nil),
])
func `a hyperlink is printable ASCII without user information`(link: String, hyperlink: String?) {
  #expect((try? CheckedLink(link))?.hyperlink == hyperlink)
}
