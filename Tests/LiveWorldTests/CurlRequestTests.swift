import Testing
import World

@testable import LiveWorld

struct CurlRequestTests {
  @Test(
    arguments: [
      ("http://a/", nil),
      ("//b/c", "https://b/c"),
      ("https://b:1/", "https://b:1/"),
    ] as [(String, String?)])
  func `a redirect keeps the connection secure`(location: String, target: String?) throws {
    let library = try CurlLibrary(named: CurlLibrary.defaultName)
    let request = HTTPRequest(url: "https://a/")
    var hop = try CurlRequest(request, certificates: nil, library: library)
    let reason = "the connection would no longer be secure"
    do throws(HTTPFailure) {
      try hop.follow(location, status: 302, library: library)
      #expect(hop.url.text == target)
    } catch {
      #expect(target == nil)
      #expect(error == .refusedRedirect(to: location, reason: reason))
    }
  }

  @Test(arguments: [
    ("http://a/", "HTTP://A:80/x", true),
    ("http://a/", "http://a:8080/", false),
    ("http://a/", "https://a/", false),
    ("http://a/", "http://a./", false),
  ])
  func `an origin is a scheme, a host and a port`(one: String, other: String, same: Bool) throws {
    let library = try CurlLibrary(named: CurlLibrary.defaultName)
    let origins = try [one, other].map { try CurlURL($0, library: library).origin }
    #expect((origins[0] == origins[1]) == same)
  }
}
