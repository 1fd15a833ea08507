import Testing
import Text

@testable import Formats

@Test func `a text in a front matter is read as it was written`() {
  let texts = [
    "plain", "yes", "2024", "1:20", "a: b", "- a", "\"quoted\" \\n", "it's", "# x", "a #b",
    "two\nlines",
    "tab\tbed", "[a, b]", "{x}", "@x", "é: ü", "50 %", "trailing:", "'x'", "---", "\u{202E}x",
    "null",
  ]
  for text in texts {
    var writer = FrontMatterWriter()
    writer.add("key", text)
    writer.add("list", texts)
    let front = FrontMatter(writer.text.split(separator: "\n").map(String.init))
    #expect(front.values("key") == [text])
    #expect(front.values("list") == texts)
  }
}

@Test func `names of files are safe, and each is given once`() {
  var names = FileNames()
  let titles = [
    "Crème brûlée!", "creme brulee", "  ", "CON", "a/../b", String(repeating: "ü ", count: 90),
  ]
  let given = titles.map { names.name(for: $0) }
  #expect(given.prefix(5) == ["creme-brulee", "creme-brulee-2", "recipe", "con-recipe", "a-b"])
  #expect(given[5].utf8.count <= 80 && !given[5].hasSuffix("-"))
}
