import Foundation
import TestSupport
import Testing

/// Pictures where no terminal is.
struct PictureBatchTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `without a terminal a picture is a line of text, and no escape is written`()
    async throws
  {
    try await place.withPictures(["Pie", "Broken"]) { feed, _, pictures in
      let run = try place.larder(feed, "-c", "picture Pie; picture Broken; show Pie; pictures")
      #expect(run.lines[0] == "Pie · PNG 32 × 24 · \(pictures.size) bytes · from the network")
      #expect(run.lines[1] == "Broken · ✗ broken picture: 404 Status 404")
      #expect(!run.output.contains("\u{1B}"))
    }
  }

  @Test func `a stale picture is told of at once, and checked for no longer than a second`()
    async throws
  {
    try await place.withPictures(["Changing"]) { feed, server, pictures in
      _ = try place.larder(feed, "-c", "picture 1")
      // Its server does not answer: the program ends all the same.
      let run = try place.larder(feed, "-c", "picture 1")
      #expect(
        run.status == 0 && run.lines.first?.contains("being checked") == true, "\(run.output)")
      #expect(server.requests.count == 2)
      pictures.rest.signal()
    }
  }

  @Test func `a picture that proved broken is broken for every program`() async throws {
    try await place.withPictures(["Page", "Pie"]) { feed, _, _ in
      struct Picture: Decodable { var state: String }
      _ = try place.larder(feed, "-c", "prefetch small")
      let all = try place.larder(feed, "-c", "pictures", "--format", "json")
      let list = try JSONDecoder().decode([Picture].self, from: Data(all.output.utf8))
      #expect(list.map(\.state) == ["broken", "kept"])
    }
  }

  @Test func `a picture that proved too large is broken for every program`()
    async throws
  {
    try await place.withPictures([]) { _, server, _ in
      struct Picture: Decodable { var state: String }
      let records = ["Huge", "Pie"].map { #"{"name":"\#($0)","image":"\#(server.url("/\($0)"))"}"# }
      let feed = try place.file("images.json", "[\(records.joined(separator: ","))]")
      for name in ["Huge", "Huge", "Pie"] { _ = try place.larder(feed, "-c", "picture \(name)") }
      let all = try place.larder(feed, "-c", "pictures", "--format", "json")
      let list = try JSONDecoder().decode([Picture].self, from: Data(all.output.utf8))
      #expect(list.map(\.state) == ["broken", "kept"])
      // One that is asked for by name is looked for again.
      #expect(server.requests.map(\.path) == ["/Huge", "/Huge", "/Pie"])
    }
  }

  @Test func `prefetch fails if no picture could be fetched`() async throws {
    try await place.withPictures(["Failing"]) { feed, _, _ in
      let run = try place.larder(feed, "-c", "prefetch small")
      #expect(run.status == 1 && run.errors.contains("1 failed"), "\(run.errors)")
    }
    try await place.withPictures(["Failing", "Pie"]) { feed, _, _ in
      let run = try place.larder(feed, "-c", "prefetch small")
      #expect(run.status == 1 && run.errors.contains("1 of 2 pictures fetched"), "\(run.errors)")
    }
  }

  @Test func `picture with --color always waits for the picture and draws blocks into a pipe`()
    async throws
  {
    try await place.withPictures(["Slow"]) { feed, server, pictures in
      pictures.rest.signal()
      let environment = ["COLUMNS": "40", "LINES": "12"]
      let run = try place.larder(
        [feed, "-c", "picture Slow", "--color", "always"], environment: environment)
      for color in ["255;0;0", "0;255;0", "0;0;255", "255;255;0"] {
        #expect(run.output.contains(";2;\(color)m"), "\(color)")
      }
      #expect(!run.output.contains("↓"))
    }
  }

  @Test func `a picture has its facts in formats for programs`() async throws {
    try await place.withPictures(["Pie", "Broken", "-none"]) { feed, server, pictures in
      struct Picture: Decodable, Equatable {
        var name, state: String
        var reason: String?
        var format: String?
        var width, height, bytes: Int?
        var address: String?
      }
      let one = try place.larder(feed, "-c", "picture Pie", "--format", "json")
      let pie = try JSONDecoder().decode(Picture.self, from: Data(one.output.utf8))
      #expect(
        pie
          == Picture(
            name: "Pie", state: "network", format: "PNG", width: 32, height: 24,
            bytes: pictures.size, address: server.url("/large/Pie")))
      let other = try place.larder(feed, "-c", "picture Broken", "--format", "json")
      let broken = try JSONDecoder().decode(Picture.self, from: Data(other.output.utf8))
      #expect(broken.state == "broken" && broken.reason?.contains("404") == true)
      let all = try place.larder(feed, "-c", "pictures", "--format", "json")
      let list = try JSONDecoder().decode([Picture].self, from: Data(all.output.utf8))
      #expect(list.map(\.state) == ["not loaded", "not loaded", "none"])
    }
  }

  @Test func `another run shows what the first has fetched, without a request`() async throws {
    try await place.withPictures(["Pie", "Checked"]) { feed, server, _ in
      for _ in 1...2 { _ = try place.larder(feed, "-c", "picture Pie", "--color", "always") }
      #expect(server.requests.count == 1)
      for _ in 1...2 { _ = try place.larder(feed, "-c", "picture Checked", "--color", "always") }
      #expect(server.requests.count == 3)
      #expect(server.requests[2]["if-none-match"] == "\"1\"")
      let offline = try place.larder("--offline", feed, "-c", "picture Checked")
      #expect(offline.output.contains("a copy") && offline.output.contains("offline"))
      #expect(server.requests.count == 3)
    }
  }

  @Test func `runs that only read the picture cache leave its index open and count their hits`()
    async throws
  {
    try await place.withPictures(["Pie"]) { feed, _, _ in
      for _ in 1...4 { _ = try place.larder(feed, "-c", "picture Pie", "--color", "always") }
      #expect(try place.filesAtHome().contains("cache/index.db-wal"))
      let run = try place.larder(feed, "-c", "cache", "--format", "csv")
      #expect(run.lines.last?.hasSuffix(",3,1,0,0") == true, "\(run.lines)")
    }
  }

  @Test func `prefetch fetches the view, counts, and leaves nothing to fetch`() async throws {
    try await place.withPictures(["Pie", "Cake", "Broken", "-none"]) { feed, server, pictures in
      let first = try place.larder(feed, "-c", "filter name=Pie; prefetch")
      #expect(first.errors.contains("2 of 2 pictures fetched, \(2 * pictures.size) bytes"))
      let second = try place.larder(feed, "-c", "prefetch small")
      #expect(second.errors.contains("1 of 3 pictures fetched"))
      #expect(second.errors.contains("1 already cached · 1 broken"))
      let shown = try place.larder("--offline", feed, "-c", "picture Cake small")
      #expect(shown.output.contains("Cake · PNG 32 × 24"))
    }
  }

  @Test func `a record that gets another picture shows that one`() async throws {
    try await place.withPictures(["Pie"]) { feed, server, _ in
      _ = try place.larder(feed, "-c", "picture Pie")
      let moved = try place.text(of: feed).replacing("/large/Pie", with: "/large/Other")
      _ = try place.file("pictures.json", moved)
      let run = try place.larder(feed, "-c", "picture Pie")
      #expect(run.output.contains("from the network"))
      #expect(server.requests.map(\.path) == ["/large/Pie", "/large/Other"])
    }
  }

  @Test func `records without an id of their own have pictures, too`() async throws {
    try await place.withPictures([]) { _, server, _ in
      let link = server.url("/large/Pie")
      let feed = try place.file(
        "plain.json", "[{\"id\": 7, \"name\": \"Pie\", \"image\": \"\(link)\"}]")
      #expect(try place.larder(feed, "-c", "picture 1").output.contains("PNG 32 × 24"))
    }
  }

  @Test(arguments: [("disk", true), ("memory", false), ("off", false)])
  func `pictures are kept where the setting says`(keeping: String, isOnDisk: Bool) async throws {
    try await place.withPictures(["Pie"]) { feed, _, _ in
      let run = try place.larder(feed, "-c", "set picture-cache \(keeping); picture Pie")
      #expect(run.output.contains("PNG"))
      #expect(try place.filesAtHome().contains("cache/index.db") == isOnDisk)
    }
  }

  @Test func `set picture-cache off forgets the pictures in memory`() async throws {
    try await place.withPictures(["Pie"]) { feed, server, _ in
      _ = try place.larder(feed, "-c", "picture Pie; set picture-cache off; picture Pie")
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: [("64 MB", true), ("0 KB", false)])
  func `decoded pictures stay in memory up to memory-limit`(limit: String, stays: Bool) async throws
  {
    try await place.withPictures(["Pie"]) { feed, _, _ in
      let run = try place.larder(feed, "-c", "set memory-limit \(limit); picture Pie; cache")
      #expect(run.errors.contains("1 picture in memory") == stays, "\(run.errors)")
    }
  }

  @Test func `clearing says what it frees, and the picture is fetched again`() async throws {
    try await place.withPictures(["Pie"]) { feed, server, pictures in
      _ = try place.larder(feed, "-c", "picture Pie")
      let run = try place.larder(feed, "-c", "picture Pie; cache clear pictures; picture Pie")
      #expect(run.errors.contains("freed "))
      #expect(server.requests.count == 2)
      let memory = try place.larder(feed, "-c", "picture Pie; cache; cache clear memory; cache")
      #expect(memory.errors.contains("1 picture in memory"))
    }
  }

  @Test func `reload fresh has pictures fetched anew, reload does not`() async throws {
    try await place.withPictures(["Pie"]) { feed, server, _ in
      _ = try place.larder(feed, "-c", "picture Pie")
      _ = try place.larder(feed, "-c", "reload; picture Pie")
      #expect(server.requests.count == 1)
      _ = try place.larder(feed, "-c", "count; reload fresh; picture Pie")
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: [
    ("picture -none", "-none has no picture"), ("prefetch medium", "small, large or nothing"),
    ("picture Nonesuch", "Nonesuch"), ("set pictures photos", "auto, kitty"),
  ])
  func `wrong arguments of picture commands are errors that name them`(
    command: String, told: String
  ) async throws {
    try await place.withPictures(["Pie", "-none"]) { feed, _, _ in
      let run = try place.larder(feed, "-c", command)
      #expect(run.status == 1 || run.status == 64)
      #expect(run.errors.contains(told), "\(run.errors)")
    }
  }

  @Test func `a feed without pictures says so`() throws {
    let feed = try place.file("plain.json", "[{\"name\": \"One\"}]")
    for command in ["pictures", "prefetch"] {
      let run = try place.larder(feed, "-c", command)
      #expect(run.errors.contains("have no pictures"))
    }
  }

  @Test func `offline a picture is shown in the size that has a copy`() async throws {
    try await place.withPictures(["Pie"]) { feed, server, _ in
      _ = try place.larder(feed, "-c", "picture Pie small")
      let large = try place.larder("--offline", feed, "-c", "picture Pie")
      #expect(large.output.contains("a copy") && large.output.contains("offline"))
      let none = try place.larder("--offline", feed, "-c", "cache clear pictures; picture Pie")
      #expect(none.output.contains("no copy is stored"))
      #expect(server.requests.map(\.path) == ["/small/Pie"])
    }
  }

  @Test func `rows whose pictures could not be fetched are marked so`() async throws {
    try await place.withPictures(["Failing"]) { feed, server, _ in
      _ = try place.larder(feed, "-c", "prefetch")
      let run = try place.larder(feed, "--format", "csv", "-c", "pictures")
      #expect(run.output.contains(",failed,"), "\(run.output)")
    }
  }
}
