import Testing
import World

@testable import FeedAudit

private func step(_ address: String) throws -> LinkStep {
  LinkStep(link: address, address: try WebAddress(address))
}

@Suite struct LinkStepsTests {
  @Test func `a host has one request in flight and its requests are in order`() throws {
    var steps = LinkSteps()
    for address in ["http://a/1", "https://a/2", "http://b/1", "http://a:8080/3"] {
      steps.add(try step(address))
    }
    #expect(steps.next()?.link == "http://a/1")
    #expect(steps.next()?.link == "http://b/1")
    #expect(steps.next()?.link == nil)
    steps.end(try step("http://a/1"))
    #expect(steps.next()?.link == "https://a/2")
    #expect(steps.next()?.link == nil)
  }

  @Test func `a redirect waits for its own host`() throws {
    var steps = LinkSteps()
    for address in ["http://a/1", "http://b/1"] { steps.add(try step(address)) }
    let (first, second) = (steps.next(), steps.next())
    #expect(first?.link == "http://a/1" && second?.link == "http://b/1")
    steps.end(try step("http://a/1"))
    steps.add(try step("http://b/2"))
    #expect(steps.next()?.link == nil)
    steps.end(try step("http://b/1"))
    #expect(steps.next()?.link == "http://b/2")
    steps.end(try step("http://b/2"))
    steps.add(try step("http://b/3"))
    #expect(steps.next()?.link == "http://b/3")
  }
}
