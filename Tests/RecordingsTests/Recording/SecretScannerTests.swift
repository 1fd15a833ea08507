import LiveWorld
import Recordings
import TestSupport
import Testing
import World

/// Findings in texts before they are saved.
struct SecretScannerTests {
  private func reasons(
    _ text: String, _ source: SecretScanner.Source = .script,
    environment: [String: String] = [:], accepted: Set<String> = []
  ) -> [String] {
    SecretScanner(environment: environment, accepted: accepted)
      .findings(in: Array(text.utf8), path: "x.rcp", source).map(\.reason)
  }

  // Made-up secrets, split so that other scanners do not report them.
  private static let mark = "ghp" + "_"

  @Test(arguments: [
    mark + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5", "github" + "_pat_11ABCDEFG0aBcDeFgHiJkL",
    "glpat" + "-aB3dE5gH7jK9mN1pQ3sT", "xoxb" + "-123456789012-abcdefGHIJKL",
    "AKIA" + "IOSFODNN7EXAMPLE", "AIza" + "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
    "sk_live" + "_4eC39HqLyjWDarjtT1zdp7dc", "npm" + "_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5",
    "hf" + "_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "sk" + "-proj-aB3dE5gH7jK9mN1pQ3sT5vW7",
  ])
  func `a token is found by its prefix`(token: String) {
    let reason = "this begins like a token"
    for line in ["> load x \(token)", "| token \(token).", "https://a.example/\(token)/feed"] {
      for source in [SecretScanner.Source.script, .index, .content] {
        #expect(reasons(line, source) == [reason], "\(line)")
      }
    }
  }

  @Test(arguments: [
    "GET https://api.example/recipes?apiKey=0f3a9b7c6d5e4f3a2b1c", "?x=1&token=q7Rt9xLm",
    "\"client_secret\": \"9f2c1d5e8a7b4c3f\"",
    "> feeds add x https://a -H 'X-Api-Key: s3cr3t-v4lue'",
    "https://b.example/a.jpg?X-Amz-Signature=fe5f80f77d5fa3beca038a248ff027d0",
    "\"password\":\"hunter2hunter2\"",
  ])
  func `a value is found by its name`(line: String) {
    #expect(reasons(line).count == 1)
    #expect(reasons(line, .content).count == 1)
    #expect(reasons(line, .content)[0].hasPrefix("this is the value of "))
  }

  @Test(arguments: [
    "> load https://me:pw@a.example/", "| wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1",
    "> note 1 aB3dE5gH7jK9mN1pQ3sT5vW7", "! q7rt9xlm2k4v8w1z5y3c",
  ])
  func `a password in a URL and random characters are found`(line: String) {
    #expect(reasons(line).count == 1)
  }

  @Test(arguments: [
    "feed: x.json sha256:9f2c1d5e8a7b4c3f6e0d9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d",
    "  \"uuid\": \"0c6ca6e7-e32a-4053-b824-1dbf749910d8\"",
    "| Crispy-chicken-thighs-with-garlic-and-2-lemons-and-30-cloves",
    "https://a.example/recipe/4-spiced-lentils-with-3-kinds-of-rice-2024",
    "\"photo_url_large\": \"https://d3jbb8n5wk0qxi.cloudfront.net/photos/b9ab0071-b281/large.jpg\"",
    "https://lh3.example.com/pw/AP1GczNxQ7RtLm2K4v8W1z5Y3cB6nT0pS9dF=w600-h315-p-k",
    "https://img.example/K4d7HsXtQz9PqLmN3vB6/a.webp?ixid=M3wxMjA3fDB8MHxzZWFyY2h8Mnx8cGl6emF8ZW58MHx8MHx8fDA%3D",
    "\"id\": \"6AUFqOVAkqfPzXhgtqDL6Q7RtLm2K4v8W1z5Y3cB\"",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "| IMG_20240131_123456789_HDR_PORTRAIT_01.jpg",
    "\"etag\": \"a8f5f167f44f4964e6c998dee827110c\"",
    "\"integrity\": \"sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC\"",
    "The secret: patience, 2 hours of it", "\"key\": \"value\"", "tel:+49-30-1234567890123456",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "\"thumb\": \"/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsN\"",
    "sk-learn-to-cook-in-24-hours-or-less", "task-based-recipe-list", "key=chicken-and-2-sides",
    "| 2024-05-01T12:00:00.000000000Z 1234567890123456789012",
  ])
  func `ordinary values are not findings`(line: String) {
    #expect(reasons(line, .content) == [])
  }

  @Test(arguments: [
    "seed: 3141592653", "clock: 2025-10-01T12:00:00Z",
    "bundle: a.rcpd sha256:9f2c1d5e8a7b4c3f6e0d9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d",
    "> show \"Chicken tikka masala with 2 kinds of rice\"",
    "| opening https://a.example/watch?v=dQw4w9WgXcQ",
    "|  12  Kumpir-filled-potatoes-2go  Turkish", "@ keys \"show ap\" Tab*2 Ctrl+A Alt+D",
  ])
  func `ordinary script lines are not findings`(line: String) {
    #expect(reasons(line) == [])
  }

  @Test func `generated values in an index are not findings`() {
    let line =
      "< 200 application/json etag=\"K4d7HsXtQz9PqLmN3vB6q7Rt\" body=9f2c1d5e8a7b4c3f6e0d9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d.json bytes=18640"
    #expect(reasons(line, .index) == [])
    #expect(reasons(line.replacing("W/", with: ""), .index) == [])
    #expect(reasons("< 302 location=https://a.example/?token=q7Rt9xLm", .index).count == 1)
  }

  @Test(arguments: [
    ("MY_TOKEN", "mustard-seed-77", "| mustard-seed-77", true),
    ("MY_TOKEN", "mustard-seed-77", "| mustard-seed-778", false),
    ("MONKEY", "bananas", "| bananas", false),
    ("SSH_ASKPASS", "/usr/bin/ask", "| /usr/bin/ask", false),
    ("HOME", "/home/rose", "> load /home/rose/x.json", true),
    ("HOME", "/root", "| cream/root beer", false),
    ("HOME", "/root", "> load /root/x.json", true), ("USER", "rose", "| rose water", false),
    ("USER", "rose", "| /home/rose/x", true), ("USER", "rose", "| rose@kitchen", true),
    ("HOSTNAME", "kitchen-2", "| at kitchen-2.", true), ("HOSTNAME", "kitchen", "| kitchen", false),
  ])
  func `environment values are found only in an unambiguous context`(
    name: String, value: String, line: String, isFound: Bool
  ) {
    let found = reasons(line, environment: [name: value])
    #expect(found == (isFound ? ["this is the value of \(name)"] : []))
  }

  @Test func `a finding has a position and can be accepted`() throws {
    let text = "rcp 1\n\n> note 1 aB3dE5gH7jK9mN1pQ3sT5vW7\n> note 1 aB3dE5gH7jK9mN1pQ3sT5vW7\n"
    let finding = try #require(
      SecretScanner(environment: [:]).findings(in: Array(text.utf8), path: "x.rcp", .script).first)
    #expect(finding.description.hasPrefix("x.rcp:3:1: this looks like a key (fing"))
    #expect(reasons(text) == ["this looks like a key"])
    #expect(reasons(text, accepted: [finding.fingerprint]) == [])
  }

  @Test func `bytes other than UTF-8 are not scanned`() {
    let bytes = [0xFF] + Array("aB3dE5gH7jK9mN1pQ3sT5vW7".utf8)
    #expect(SecretScanner(environment: [:]).findings(in: bytes, path: "x", .script) == [])
  }

  @Test(arguments: ["demo.json", "demo-malformed.json", "tour.rcp"])
  func `the bundled feeds and scripts have no findings`(name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let bytes = try LiveFileSystem().contents(of: "\(folder)/Modules/CDemo/\(name)", limit: 1 << 24)
    let source: SecretScanner.Source = name.hasSuffix(".rcp") ? .script : .content
    let person = ["HOME": "/root", "USER": "root", "LOGNAME": "olive", "MONKEY": "banana"]
    #expect(SecretScanner(environment: person).findings(in: bytes, path: name, source) == [])
  }

  @Test(
    arguments: ["=", "a=", "a:\"", "://", "https://a/?", "aB3", "\"\" : ", "x."])
  func `long lines are scanned to their end`(piece: String) {
    let line = String(repeating: piece, count: 200_000 / piece.utf8.count)
    let time = threadTime {
      _ = reasons(line, .content, environment: ["MY_KEY": "aB3aB3aB3aB3x", "HOME": "/=/=/="])
    }
    #expect(time < .seconds(5))
  }
}
