import Foundation
import Testing

/// The promises of SECURITY.md, and the tests that hold them.
private struct SecurityPage {
  /// The sentences of the promises, named by the word in bold and their number, such as `Links 2`.
  var promises: [String] = []
  /// The names of the tests of each promise.
  var tests: [(promise: String, names: [String])] = []

  init() throws {
    let sections = try projectText("SECURITY.md").components(separatedBy: "\n## ")
    let promised = try #require(sections.first { $0.hasPrefix("Promised\n") })
    let list = promised.components(separatedBy: "\n- **").dropFirst()
    for item in list {
      let paragraph = item.components(separatedBy: "\n\n")[0]
      let title = String(paragraph.prefix { $0 != "*" })
      let count = paragraph.matches(of: /[.](?=\s+[A-Z`^]|\s*$)/).count
      promises += (1...max(1, count)).map { "\(title) \($0)" }
    }
    let table = try #require(sections.first { $0.hasPrefix("Tests of the promises\n") })
    for row in table.split(separator: "\n").filter({ $0.hasPrefix("|") }).dropFirst(2) {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let names = cells[1].matches(of: /“([^”]+)”/).map { String($0.1) }
      tests.append((cells[0], names))
    }
  }
}

@Test func `each sentence that SECURITY.md promises has a row in its table of tests`() throws {
  let page = try SecurityPage()
  #expect(page.promises.count > 20)
  #expect(page.tests.map(\.promise) == page.promises)
}

@Test func `each test that SECURITY.md names is in the sources of the tests`() throws {
  var declared: Set<String> = []
  for file in try sourceFiles(in: "Tests") {
    declared.formUnion(try projectText(file).matches(of: /func\s+`([^`]+)`/).map { String($0.1) })
  }
  for (promise, names) in try SecurityPage().tests {
    #expect(!names.isEmpty, "\(promise)")
    for name in names {
      #expect(declared.contains(name), "\(promise): \(name)")
    }
  }
}
