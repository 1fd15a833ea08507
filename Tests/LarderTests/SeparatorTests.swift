import Foundation
import TestSupport
import Testing

@Suite struct SeparatorTests {
  @Test func `counts from 10,000 on have separators at a terminal, and none for programs`() throws {
    let place = try Workplace()
    let rows = (0..<12_345).map { #"{"name":"Dish \#($0)","cuisine":"Thai"}"# }
    let feed = try place.file("many.json", "[\(rows.joined(separator: ","))]")
    let terminal = try place.prompt([feed], at: "many 12,345")
    try terminal.enter("count", prompt: "many 12,345")
    #expect(terminal.screen.lines.contains("12,345"))
    try terminal.enter("list 12000-12001", prompt: "many 12,345")
    try terminal.expect(text: "12,000–12,001 of 12,345")
    let run = try place.larder(feed, "-c", "count", "-c", "count by cuisine")
    #expect(run.lines.first == "12345")
    #expect(run.output.contains(" 12345 "))
  }
}
