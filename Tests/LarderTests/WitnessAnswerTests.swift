import Foundation
import Testing

/// Programs of others that are asked the same of the same feed.
@Suite struct WitnessAnswerTests {
  let place: Workplace
  private let feed: String

  init() throws {
    place = try Workplace()
    feed = place.path + "/feed.json"
  }

  private func lines(of script: String) throws -> [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try place.run(
      "/bin/sh", ["-c", script],
      environment: ["larder": larderPath, "feed": feed, "PATH": path, "HOME": place.path])
    #expect(run.status == 0, "\(run.errors)")
    return run.lines
  }

  /// Makes the feed of the benchmarks, a small one.
  private func makeFeed() throws {
    let generator = projectFolder + "/Scripts/benchmarks/generate_feed.py"
    _ = try lines(of: "python3 -B '\(generator)' 3000 \"$feed\" --seed 7")
  }

  @Test(
    .enabled(if: areHere("python3", "jq", "sqlite3")),
    arguments: [
      ("cuisine=Italian", #".cuisine == "Italian""#, "r->>'cuisine' = 'Italian'"),
      ("cuisine!=Italian", #".cuisine != "Italian""#, "r->>'cuisine' <> 'Italian'"),
      (
        "(cuisine=Thai or cuisine=Greek) has:video",
        #"(.cuisine == "Thai" or .cuisine == "Greek") and .youtube_url != null"#,
        "r->>'cuisine' IN ('Thai', 'Greek') AND r->>'youtube_url' IS NOT NULL"
      ),
      (
        "no:source no:video", ".source_url == null and .youtube_url == null",
        "r->>'source_url' IS NULL AND r->>'youtube_url' IS NULL"
      ),
      (
        "name~chicken", #".name | ascii_downcase | contains("chicken")"#,
        "instr(lower(r->>'name'), 'chicken')"
      ),
      (
        "not name~with cuisine=Mexican",
        #"(.name | ascii_downcase | contains("with") | not) and .cuisine == "Mexican""#,
        "NOT instr(lower(r->>'name'), 'with') AND r->>'cuisine' = 'Mexican'"
      ),
    ])
  func `jq and sqlite3 find the rows that Larder finds`(
    filter: String, ofJQ: String, ofSQL: String
  ) throws {
    try makeFeed()
    let found = try lines(
      of: """
        "$larder" --ephemeral "$feed" --format ndjson -c 'filter \(filter); list all' | jq -r .id | sort
        """)
    #expect(found.count > 5)
    #expect(
      try lines(of: "jq -r '.recipes[] | select(\(ofJQ)) | .uuid' \"$feed\" | sort") == found)
    #expect(
      try lines(
        of: """
          sqlite3 :memory: "SELECT r->>'uuid' FROM (SELECT value AS r FROM
            json_each(readfile('$feed'), '\\$.recipes')) WHERE \(ofSQL)" | sort
          """) == found)
  }

  @Test(.enabled(if: areHere("python3", "sqlite3")))
  func `sqlite3 counts as Larder counts`() throws {
    try makeFeed()
    let counts = try lines(
      of: """
        "$larder" --ephemeral "$feed" --format csv -c 'count by cuisine' | tail -n +2 | tr -d '\\r' | sort
        """)
    #expect(counts.count == 40)
    #expect(
      try lines(
        of: """
          sqlite3 -csv :memory: "SELECT value->>'cuisine', count(*) FROM
            json_each(readfile('$feed'), '\\$.recipes') GROUP BY 1" | tr -d '\\r' | sort
          """) == counts)
  }
}
