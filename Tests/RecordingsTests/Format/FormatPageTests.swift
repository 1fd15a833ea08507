import Foundation
import Testing

@testable import Recordings

@Test func `the page on scripts has each field, directive, placeholder and key`() throws {
  let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
  let page = try String(contentsOfFile: folder + "/docs/scripts.md", encoding: .utf8)
  for field in HeaderParser.fields { #expect(page.contains("\n| `\(field): "), "\(field)") }
  for directive in ScriptParser.directives {
    #expect(page.contains("`@ \(directive)"), "\(directive)")
  }
  for placeholder in LinePattern.Placeholder.allCases {
    #expect(page.contains("\n| `\(placeholder.rawValue)` | "), "\(placeholder)")
  }
  for key in ScriptKey.Name.allCases { #expect(page.contains("`\(key.rawValue)`"), "\(key)") }
}
