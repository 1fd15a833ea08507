import Diagnostics
import HTTPCache
import Testing
import World

@testable import Shell

private let address = "https://x.example/dishes"
private let long = HTTPField("Cache-Control", "max-age=31536000")

private func text(_ body: String, _ fields: HTTPField...) -> FixedTransport.Answer {
  .response(headers: fields, body: Array(body.utf8))
}

private let page = text(
  """
  <html><script type="application/ld+json">
  {"@context": "https://schema.org", "@type": "Recipe", "name": "Soup"}</script></html>
  """, HTTPField("Content-Type", "text/html"), HTTPField("Cache-Control", "max-age=0"))
private let signIn = text(
  "<html><form>Sign in first</form></html>", HTTPField("Content-Type", "text/html"), long)

/// Feeds and pictures of servers that lie, keep secrets, or ask who is there.
@Suite @MainActor struct DistrustTests {
  @Test func `a sign-in page is neither cached nor replaces a cached page with recipes`() {
    let shell = ShellUnderTest(feed: nil, answers: [address: page])
    #expect(shell.run("load \(address)", "count") == "1\n")
    shell.http.set(signIn, for: address)
    _ = shell.run("load \(address)", "count")
    #expect(shell.status == .notAFeed)
    #expect(shell.run("offline", "load \(address)", "count") == "1\n")
  }

  @Test
  func `a feed in the charset of its Content-Type is decoded and replaces a stale copy`() {
    let type = HTTPField("Content-Type", "application/json; charset=windows-1251")
    let old = HTTPField("Cache-Control", "max-age=0")
    func feed(_ name: [UInt8]) -> FixedTransport.Answer {
      .response(
        headers: [type, old], body: Array("[{\"name\":\"".utf8) + name + Array("\"}]".utf8))
    }
    let shell = ShellUnderTest(feed: nil, answers: [address: feed([0xD9, 0xE8])])
    #expect(shell.run("load \(address)", "list").contains("Щи"))
    shell.http.set(feed([0xC1, 0xEE, 0xF0, 0xF9]), for: address)
    #expect(shell.run("load \(address)", "list").contains("Борщ"))
  }

  @Test(arguments: [signIn, text("{\"error\": \"later\"}", long), text("[{\"name\": \"A\"", long)])
  func `an answer that is no feed is requested again, whatever its freshness`(
    wrong: FixedTransport.Answer
  ) {
    let shell = ShellUnderTest(feed: nil, answers: [address: wrong])
    _ = shell.run("load \(address)")
    #expect(shell.status == .notAFeed)
    #expect(!shell.takeErrors().contains("--offline"))
    shell.http.set(text("[{\"name\": \"A\"}]"), for: address)
    #expect(shell.run("load \(address)", "count") == "1\n")
  }

  @Test func `lines of which the last is truncated are cached if there is no better copy`() {
    let shell = ShellUnderTest(
      feed: nil, answers: [address: text("{\"name\": \"A\"}\n{\"name\": \"B\"}\n{\"na", long)])
    #expect(shell.run("load \(address)", "count") == "2\n")
    #expect(shell.run("offline", "load \(address)", "count") == "2\n")
  }

  @Test func `a next page is requested at its exact address, and a page is loaded only once`() {
    let profile = """
      name = "own"
      [[field]]
      name = "name"
      [service]
      base = "https://x.example"
      next = "next"
      """
    let shell = ShellUnderTest(
      feed: nil, files: MemoryFileSystem(["/home/x/.larder/config/feeds/own.toml": profile]),
      answers: [
        "https://x.example/1": text(
          "{\"next\": \"/2?sig=x&&y&\", \"results\": [{\"name\": \"A\"}]}"),
        "https://x.example/2?sig=x&&y&": text(
          "{\"next\": \"https://x.example/1\", \"results\": [{\"name\": \"B\"}]}"),
      ])
    #expect(shell.run("load https://me:word@x.example/1#f all as own", "count") == "2\n")
  }

  @Test func `a picture whose response was a web page is requested again by the next prefetch`()
    throws
  {
    let picture = "https://x.example/a.png"
    let shell = ShellUnderTest(
      feed: nil,
      answers: [
        address: text("[{\"name\": \"A\", \"image\": \"\(picture)\"}]", long), picture: signIn,
      ])
    _ = shell.run("load \(address)", "prefetch")
    #expect(shell.takeErrors().contains("1 broken"))
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0]
    shell.http.set(.response(headers: [long], body: png), for: picture)
    _ = shell.run("prefetch")
    #expect(shell.takeErrors().contains("1 of 1 picture fetched"))
  }

  @Test
  func `the user in a feed's address is sent for its pages and pictures, too, and not shown`() {
    let own = "https://me:secret@x.example/list"
    let profile = """
      name = "own"
      [[field]]
      name = "name"
      [[field]]
      name = "photo"
      type = "link"
      role = "photo"
      [service]
      base = "https://x.example"
      next = "next"
      total = "count"
      """
    let shell = ShellUnderTest(
      feed: nil,
      files: MemoryFileSystem(["/home/x/.larder/config/feeds/own.toml": profile]),
      answers: [
        "https://x.example/list": text(
          "{\"count\": 2, \"next\": \"/list2\", \"results\": [{\"name\": \"A\", \"photo\": \"https://x.example/a.png\"}]}"
        ),
        "https://x.example/list2": text("{\"count\": 2, \"results\": [{\"name\": \"B\"}]}"),
        "https://x.example/a.png": signIn,
      ])
    _ = shell.run("load \(own) as own", "list", "status", "prefetch", "load \(own) all as own")
    let said = shell.takeErrors()
    #expect(said.contains("load https://x.example/list all loads the rest"))
    #expect(!said.contains("secret"))
    for request in shell.http.requests {
      #expect(
        request.credentials == [HTTPField("Authorization", "Basic bWU6c2VjcmV0")], "\(request.url)")
    }
    #expect(Set(shell.http.requests.map(\.url)).count == 3)
  }

  @Test
  func `a key that a service repeats in the address of its next page is sent once, and not kept`()
    throws
  {
    let profile = """
      name = "books"
      [[field]]
      name = "name"
      [service]
      base = "https://x.example"
      search = "find?q={text}"
      next = "next"
      [service.key]
      parameter = "key"
      variable = "BOOKS_KEY"
      source = "https://x.example/keys"
      [[feed]]
      name = "books"
      path = "all"
      """
    let shell = ShellUnderTest(
      feed: nil,
      files: MemoryFileSystem(["/home/x/.larder/config/feeds/books.toml": profile]),
      answers: [
        "https://x.example/all": text(
          "{\"next\": \"https://x.example/all?key=SECRET&page=2\", \"results\": [{\"name\": \"A\"}]}"
        ),
        "https://x.example/all?page=2": text("{\"results\": [{\"name\": \"B\"}]}"),
      ], environment: ["HOME": "/home/x", "BOOKS_KEY": "SECRET"])
    #expect(shell.run("load books all", "count") == "2\n")
    #expect(
      shell.http.requests.map(\.url) == ["https://x.example/all", "https://x.example/all?page=2"])
    #expect(shell.http.requests.allSatisfy { $0.credentials.map(\.value) == ["key=SECRET"] })
  }

  @Test func `without a place to keep them no pictures are fetched ahead`() {
    let shell = ShellUnderTest(
      feed: nil,
      answers: [address: text("[{\"name\": \"A\", \"image\": \"https://x.example/a.png\"}]")])
    _ = shell.run("load \(address)", "set picture-cache off", "prefetch")
    #expect(shell.takeErrors().contains("picture-cache is off"))
    #expect(shell.http.requests.map(\.url) == [address])
  }
}
