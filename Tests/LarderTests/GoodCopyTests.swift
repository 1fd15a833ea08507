import TestSupport
import Testing

/// Responses that do not replace a good copy of a feed.
@Suite struct GoodCopyTests {
  private let service = EditionService()

  /// A stale copy stays what it is when its server has something else than a feed, and can still be read.
  @Test(arguments: [404, 410, 301, 206])
  func `an error response does not replace the stored copy of a feed`(status: Int) async throws {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.status = status }
      let gone = try place.larder(server.url("/f"), "-c", "count")
      #expect(gone.status == ([404, 410].contains(status) ? 66 : 69), "\(gone.errors)")
      let copy = try place.larder("--offline", server.url("/f"), "-c", "count")
      #expect(copy.lines == ["8"], "\(copy.errors)")
    }
  }

  @Test(arguments: [404, 410, 403])
  func `an error response to fetch does not replace the stored copy of a feed`(status: Int)
    async throws
  {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.status = status }
      #expect(try place.larder("fetch", server.url("/f")).status == (status == 403 ? 1 : 66))
      let copy = try place.larder("--offline", server.url("/f"), "-c", "count")
      #expect(copy.lines == ["8"], "\(copy.errors)")
    }
  }

  /// A file that is still being written is as long as its server says; a service that is in trouble may answer 200.
  @Test(arguments: [
    "", "{\"error\": \"too many requests\"}", String(SampleFeed.dishes.utf8.prefix(300)) ?? "",
    "{\"name\": \"Soup\", \"cuisine\": \"Any\"}\n{\"name\": \"Ste", "[\n",
  ])
  func `an answer that is not a whole feed does not replace the stored one`(body: String)
    async throws
  {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.body = Array(body.utf8) }
      let terminal = try place.prompt(["--offline", server.url("/f")], at: "f 8 copy offline")
      try terminal.enter("online", prompt: "f 8 copy")
      try terminal.enter("reload", prompt: body.hasSuffix("Ste") ? "f 1" : "f 8 failed")
      let copy = try place.larder("--offline", server.url("/f"), "-c", "count")
      #expect(copy.lines == ["8"], "\(copy.errors)")
      guard !body.hasSuffix("Ste") else { return }
      let run = try place.larder(server.url("/f"), "-c", "count")
      #expect(run.status == 65)
      #expect(run.errors.contains("to see the copy from "), "\(run.errors)")
    }
  }

  @Test func `the error for a response that is no feed offers no copy if none is stored`()
    async throws
  {
    service.change { $0.body = Array("{\"error\": 1}".utf8) }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      for _ in 0..<2 {
        let run = try place.larder(server.url("/f"), "-c", "count")
        #expect(run.status == 65 && !run.errors.contains("copy"), "\(run.errors)")
      }
    }
  }

  @Test func `a sign-in page does not take the place of a feed`() async throws {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.page = true }
      #expect(try place.larder(server.url("/f"), "-c", "count").status == 65)
      #expect(try place.larder("--offline", server.url("/f"), "-c", "count").lines == ["8"])
      // Nor does it keep the copy from standing in for a server that fails.
      service.change { ($0.page, $0.status) = (false, 500) }
      let run = try place.larder(server.url("/f"), "-c", "count")
      #expect(run.status == 0 && run.lines == ["8"], "\(run.errors)")
      #expect(run.errors.contains("stale: this copy is from "))
    }
  }

  @Test(arguments: [401, 403, 429])
  func `a refused request uses and names the copy that is stored`(status: Int) async throws {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change {
        $0.status = status
        $0.lines = [("Retry-After", "1")]
      }
      let run = try place.larder(server.url("/f"), "-c", "count")
      #expect(run.status == 69)
      #expect(run.errors.contains("to see the copy from "), "\(run.errors)")
    }
  }
}
