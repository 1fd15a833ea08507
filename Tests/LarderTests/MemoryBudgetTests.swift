import Foundation
import TestSupport
import Testing

/// The memory that a load may take, in proportion to its input: docs/limits.md has measurements.
@Suite struct MemoryBudgetTests {
  /// The limit of writable memory without input, in KB.
  private static let base = 64 << 10

  private let place: Workplace

  init() throws { place = try Workplace() }

  /// A document by the name of its form, about a megabyte long.
  private static func document(_ form: String) -> String {
    func times(_ count: Int, _ text: (Int) -> String) -> String {
      (0..<count).map(text).joined(separator: ",")
    }
    let record = #"{"name":"Dish","cuisine":"Thai","time":5,"url":"https://a.example/1"}"#
    let long = String(repeating: "A", count: 1 << 20)
    return switch form {
    case "a list": "[\(times(15_000) { _ in record })]"
    case "lines": String(repeating: record + "\n", count: 15_000)
    case "a nested list": #"{"data":{"results":[\#(times(15_000) { _ in record })]}}"#
    case "an object of records": "{\(times(15_000) { #""\#($0)":\#(record)"# })}"
    case "a long name": #"[{"name":"\#(long)x"}]"#
    case "a long text": #"[{"name":"x","description":"\#(long)x"}]"#
    case "a text that grows when it is folded":
      #"[{"name":"x","description":"\#(String(repeating: "\u{FDFA}", count: 350_000))"}]"#
    case "numbers": "[\(times(500_000) { _ in "1" })]"
    case "empty objects": "[\(times(350_000) { _ in "{}" })]"
    case "one key": #"[{"name":"x",\#(times(200_000) { _ in #""a":1"# })}]"#
    case "many keys": #"[{"name":"x",\#(times(90_000) { #""k\#($0)":1"# })}]"#
    case "many keywords": #"[{"name":"x","tags":[\#(times(100_000) { #""t\#($0)""# })]}]"#
    case "markup":
      "<div itemscope itemtype='https://schema.org/Recipe'><b itemprop=name>Dish</b>"
        + String(repeating: "<p><i itemprop=description>x</i>", count: 33_000)
    case "open brackets": String(repeating: "[", count: 1 << 20)
    default:
      "<html><script type=\"application/ld+json\">[\(times(9000) { _ in record })]</script>"
    }
  }

  @Test(arguments: [
    "a list", "lines", "a nested list", "an object of records", "a long name", "a long text",
    "a text that grows when it is folded", "numbers", "empty objects", "one key", "many keys",
    "many keywords", "open brackets", "markup", "a page",
  ])
  func `a load stays within its memory, whatever the form`(form: String) throws {
    let text = Self.document(form)
    let feed = try place.file("feed.json", text)
    let limit = Self.base + 4 * (text.utf8.count >> 10)
    let run = try place.script("ulimit -d \(limit); exec $larder --home $home '\(feed)' -c count")
    // A document that is refused is an answer; an allocation that fails ends the process by a signal.
    #expect((0...65).contains(run.status), "\(run)")
  }
}
