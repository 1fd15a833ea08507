import Foundation
import TestSupport
import Testing

/// Input, files and limits that are hostile or broken, and what the program says of them.
@Suite struct TrustTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func feed(_ count: Int) throws -> String {
    let records = (1...count).map {
      SampleFeed.record($0, "Dish \($0)", $0 % 2 == 0 ? "Thai" : "X")
    }
    return try place.file("feed.json", "{\"recipes\": [\(records.joined(separator: ", "))]}")
  }

  @Test func `rows whose file is cut short while they are shown are read again`() throws {
    let feed = try feed(2000)
    #expect(try place.larder(feed, "-c", "reload").status == 0)
    let rows = try #require(try place.filesAtHome().first { $0.hasSuffix(".rows") })
    let terminal = try place.prompt([feed], at: "feed 2000")
    try FileHandle(forWritingTo: URL(filePath: place.home + "/" + rows)).truncate(atOffset: 0)
    try terminal.enter("count by cuisine", prompt: "feed 2000")
    try terminal.expect(text: "are damaged")
    try terminal.enter("filter cuisine=Thai", prompt: "feed 1000/2000")
    try terminal.leave()
  }

  @Test func `a limit of 8 open files is reported, and no crash`() throws {
    let run = try place.script("ulimit -n 8; $larder --home $home demo -c count")
    #expect(run.status == 1)
    #expect(run.errors.contains("the limit of 8 open files is too low"), "\(run.errors)")
    let enough = try place.script("ulimit -n 64; $larder --home $home demo -c 'pictures; count'")
    #expect(enough.status == 0 && enough.output.hasSuffix("64\n"), "\(enough)")
  }

  @Test func `a line without end is refused at the limit`() throws {
    let run = try place.script("yes a | tr -d '\\n' | $larder --home $home demo")
    #expect(run.status != 0)
    #expect(
      run.errors.contains("line 1 of standard input: larger than 16.8 MB"),
      "\(run.errors)")
  }

  @Test(arguments: ["/dev/zero", "/dev/urandom"])
  func `a device without end is refused at the limit`(device: String) throws {
    let run = try place.script("ulimit -v 3000000; $larder --home $home \(device) -c count")
    #expect(run.status != 0 && run.errors.contains("\(device): larger than"), "\(run)")
    let input = try place.script("ulimit -v 3000000; $larder --home $home - -c count < \(device)")
    #expect(input.status != 0 && input.errors.contains("input: larger than"), "\(input)")
  }

  @Test(arguments: [
    (
      "http://аpple.com/x?y#z", "http://xn--pple-43d.com/x?y#z",
      "its real name is xn--pple-43d.com"
    ),
    ("http://a@evil.example/", "http://a@evil.example/", "the link leads to evil.example"),
    (
      "http://b.example@аpple.com:8080", "http://b.example@xn--pple-43d.com:8080",
      "its real name is xn--pple-43d"
    ),
  ])
  func `a link that looks like another is opened with a warning`(
    link: String, opened: String, warning: String
  ) throws {
    let opener = try place.opener()
    let feed = try place.file("l.json", #"[{"name":"Pie","source":"\#(link)"}]"#)
    let run = try place.larder(feed, "-c", "set opener \(opener.program)", "-c", "open 1")
    #expect(run.output.contains("Pie: opening \(opened)"), "\(run)")
    #expect(run.errors.contains(warning), "\(run.errors)")
    #expect(try place.text(of: opener.log) == opened + "\n")
    let plain = try place.file("p.json", #"[{"name":"Pie","source":"http://a.example/"}]"#)
    #expect(try place.larder(plain, "-c", "open 1").errors == "")
  }

  @Test(arguments: [
    "http://paypal.com／login.evil.example/", "http://pаypal\\u200D.com/", "http://pаypal..com/",
    "http://a.example\\\\@evil.example/", "http://p%D0%B0ypal.com/",
  ])
  func `a link whose host cannot be loaded is neither opened nor a hyperlink`(link: String) throws {
    let opener = try place.opener()
    let feed = try place.file(
      "l.json",
      #"[{"name":"Pie","source":"\#(link)"},{"name":"Tart","source":"http://пирог.рф/é"}]"#)
    let run = try place.larder(feed, "-c", "set opener \(opener.program)", "-c", "open 1")
    #expect(run.status == 1 && run.errors.contains("the link has no valid host"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: opener.log))
    let page = try place.larder(feed, "-c", "export markdown -").output
    let links = page.matches(of: /<(.*)>/)
    #expect(page.matches(of: /[^\\]:\/\//).count == 1, "\(page)")
    #expect(links.map { $0.1 } == ["http://xn--c1ajscg.xn--p1ai/%C3%A9"])
    let terminal = try place.prompt([feed], at: "l 2", environment: ["TERM": "xterm-kitty"])
    try terminal.enter("list", prompt: "l 2")
    try terminal.leave()
    let clickable = terminal.output.matches(of: /\]8;;(http.*?)\x1b/)
    #expect(clickable.map { $0.1 } == ["http://xn--c1ajscg.xn--p1ai/%C3%A9"])
  }

  @Test func `a secret that is refused is not in the history, however it was spelt`() throws {
    let terminal = try place.dishes()
    let add = "feeds add own https://a.example/ "
    let headers = [
      "-H 'X-Key: hunter2-correct'", "-H'X-Key: hunter2-correct'", "-HX-Key: hunter2-correct",
      "--header 'X-Key: hunter2-correct'", "--header='X-Key: hunter2-correct'",
      "-h 'X-Key: hunter2-correct'", "'X-Key: hunter2-correct'",
      "-H 'X-One: $VARIABLE' -H 'X-Key: hunter2-correct'",
    ]
    for header in headers {
      try terminal.enter(add + header)
      try terminal.enter("alias z = " + add + header)
      try terminal.enter("set f5 " + add + header)
    }
    // The flag is known even where the words before it are not.
    try terminal.enter("alias f = feeds add")
    try terminal.enter("f own https://a.example/ -H 'X-Key: hunter2-correct'")
    try terminal.enter("f own https://a.example/ --header='X-Key: hunter2-correct'")
    try terminal.enter(add + "-H 'X-Key: $VARIABLE'")
    try terminal.enter("note 1 \"Oven: 200\"")
    try terminal.leave()
    let history = try place.text(of: place.home + "/state/history")
    #expect(history.contains("$VARIABLE") && !history.contains("hunter2"), "\(history)")
    #expect(history.contains("Oven"), "\(history)")
    let library = try place.larder("library", "export", "-")
    #expect(library.status == 0 && library.output.contains("$VARIABLE"), "\(library)")
    #expect(!library.output.contains("hunter2"), "\(library)")
  }

  @Test(arguments: [nil, ""]) func `a header with an empty variable is an error`(value: String?)
    throws
  {
    let add = try place.larder(
      "demo", "-c", "feeds add own http://127.0.0.1:9/ -H 'X-Key: $TOK'")
    #expect(add.status == 0, "\(add)")
    let set = value.map { "TOK='\($0)' " } ?? ""
    let run = try place.script(set + "$larder --home $home own -c count")
    #expect(run.status != 0 && run.errors.contains("needs the environment variable TOK"), "\(run)")
  }

  @Test func `a password in the address of a service is warned of`() throws {
    let run = try place.larder("demo", "-c", "set base.meals http://me:hunter2@a.example/")
    #expect(
      run.status == 0 && run.errors.contains("the password in the address is stored"), "\(run)")
    #expect(!run.errors.contains("hunter2"))
  }

  @Test(arguments: ["csv", "tsv", "json", "markdown", "table"])
  func `the heads of columns have no invisible letters`(format: String) throws {
    let key = #"a\uDB40\uDC41\u2028b"#
    let feed = try place.file(
      "h.json", #"[{"name":"Pie","\#(key)":1},{"name":"Tart","\#(key)":2}]"#)
    for command in ["list", "fields", "show 1"] {
      let run = try place.larder(feed, "--format", format, "-c", command)
      #expect(harmful(in: run.output) == [], "\(command): \(run.output)")
    }
  }
}
