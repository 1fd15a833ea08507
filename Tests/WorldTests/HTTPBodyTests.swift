import Testing
import World

struct HTTPBodyTests {
  @Test(arguments: [[], [1, 2, 3]] as [[UInt8]])
  func `a body in memory can be read again`(bytes: [UInt8]) async throws {
    let body = HTTPBody(bytes)
    #expect(try await body.collect() == bytes)
    #expect(try await body.collect() == bytes)
  }

  @Test
  func `an incomplete body gives its bytes before it throws`() async throws {
    let body = HTTPBody([1, 2], failure: .dropped(reason: "cut"))
    var chunks = body.makeAsyncIterator()
    #expect(try await chunks.next() == [1, 2])
    await #expect(throws: HTTPFailure.dropped(reason: "cut")) { try await body.collect() }
  }

  @Test
  func `a fixed transport records its requests`() async throws {
    let transport = FixedTransport(["http://a/": .response(status: 404, body: [7])])
    let response = try await transport.response(to: HTTPRequest(url: "http://a/"))
    #expect(response.status == 404)
    #expect(try await response.body.collect() == [7])
    #expect(transport.requests.map(\.url) == ["http://a/"])
  }
}
