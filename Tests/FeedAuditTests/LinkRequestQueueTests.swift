import Testing
import World

@testable import FeedAudit

private func request(_ address: String) throws -> LinkRequest {
  LinkRequest(link: address, address: try WebAddress(address))
}

@Suite struct LinkRequestQueueTests {
  @Test func `a host has one request in flight and its requests are in order`() throws {
    var requests = LinkRequestQueue()
    for address in ["http://a/1", "https://a/2", "http://b/1", "http://a:8080/3"] {
      requests.add(try request(address))
    }
    #expect(requests.next()?.link == "http://a/1")
    #expect(requests.next()?.link == "http://b/1")
    #expect(requests.next()?.link == nil)
    requests.end(try request("http://a/1"))
    #expect(requests.next()?.link == "https://a/2")
    #expect(requests.next()?.link == nil)
  }

  @Test func `a redirect waits for its own host`() throws {
    var requests = LinkRequestQueue()
    for address in ["http://a/1", "http://b/1"] { requests.add(try request(address)) }
    let (first, second) = (requests.next(), requests.next())
    #expect(first?.link == "http://a/1" && second?.link == "http://b/1")
    requests.end(try request("http://a/1"))
    requests.add(try request("http://b/2"))
    #expect(requests.next()?.link == nil)
    requests.end(try request("http://b/1"))
    #expect(requests.next()?.link == "http://b/2")
    requests.end(try request("http://b/2"))
    requests.add(try request("http://b/3"))
    #expect(requests.next()?.link == "http://b/3")
  }
}
