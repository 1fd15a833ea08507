import Foundation
import Testing

/// The page `docs/architecture.md`, as far as it can be compared with the code.
struct ArchitecturePage {
  /// A row of a table of targets.
  struct Module: Equatable {
    let name: String
    let uses: Set<String>
  }

  /// A function, or a type, and the file that the page names for it.
  struct Place: Equatable {
    let file: String
    let name: String
  }

  /// The way of a value through the code.
  struct Journey: CustomTestStringConvertible {
    let title: String
    /// The numbered steps.
    let steps: [Place]
    /// The files with functions that the steps call and that return to them; nil for one that does not exist.
    let called: [String?]
    /// How many files the page says that the steps are in, and at most may be in.
    let stepFileCount: Int?
    let limit: Int?
    /// How many files the page says that all its functions are in.
    let fileCount: Int?

    var testDescription: String { title }
  }

  /// The tables of targets, in the order of the page: the modules, and the targets for tests.
  let tables: [[Module]]
  let journeys: [Journey]

  var modules: [Module] { tables.flatMap(\.self) }

  init() throws {
    let lines = try projectText("docs/architecture.md").components(separatedBy: "\n")
    let sections = lines.split { $0.hasPrefix("#") }
    tables = sections.map { $0.compactMap(Self.module) }.filter { !$0.isEmpty }
    journeys = sections.compactMap { part -> Journey? in
      let title = part.startIndex > 0 ? lines[part.startIndex - 1] : ""
      guard title.hasPrefix("### Journey") else { return nil }
      return Self.journey(String(title.dropFirst(4)), Array(part))
    }
  }

  /// A row with three columns: a name in backquotes, a sentence, and names in backquotes or a dash.
  private static func module(_ line: String) -> Module? {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, let name = names(in: cells[0]).first else { return nil }
    return Module(name: name, uses: Set(names(in: cells[2])))
  }

  private static func names(in text: String) -> [String] {
    text.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  private static func journey(_ title: String, _ lines: [String]) -> Journey {
    let text = lines.joined(separator: "\n")
    let parts = text.components(separatedBy: "\nCalled on the way: ")
    let numbers = text.firstMatch(
      of: /(\d+) files on the path, at most (\d+); (\d+) with those called on the way/)
    return Journey(
      title: title, steps: places(in: parts[0]),
      called: parts.dropFirst().flatMap { files(in: $0) },
      stepFileCount: numbers.flatMap { Int($0.1) }, limit: numbers.flatMap { Int($0.2) },
      fileCount: numbers.flatMap { Int($0.3) })
  }

  private static func places(in text: String) -> [Place] {
    text.matches(of: /`(Sources\/[^`]+\.swift)` —\s+`([^`]+)`/).map {
      Place(file: String($0.1), name: String($0.2))
    }
  }
}

extension ArchitecturePage {
  /// The files that a text names by their module in backquotes, and their names without endings in parentheses.
  private static func files(in text: String) -> [String?] {
    text.matches(of: /`(\w+)`\s+\(([^)]+)\)/).flatMap { match in
      let folder = projectRoot.appending(path: "Sources/\(match.1)")
      let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return match.2.split(separator: ",").map { name in
        let file = name.trimmingCharacters(in: .whitespacesAndNewlines) + ".swift"
        let path = paths?.first { $0 == file || $0.hasSuffix("/" + file) }
        return path.map { "Sources/\(match.1)/\($0)" }
      }
    }
  }
}

/// The declarations in the text of a Swift file.
struct Declarations {
  let text: String

  /// Whether the file declares a function by its full name, as in `read(_:from:)`, or a property or type.
  func contains(_ name: String) -> Bool {
    guard let parenthesis = name.firstIndex(of: "(") else {
      let pattern = #"\b(var|let|struct|class|enum|actor|protocol) \#(name)\b"#
      return text.range(of: pattern, options: .regularExpression) != nil
    }
    let base = String(name[..<parenthesis])
    let head = base == "init" ? #"\binit\??"# : #"\bfunc `?\#(base)`?"#
    guard let pattern = try? Regex(head + #"(<[^(]*>)?\("#) else { return false }
    return text.matches(of: pattern).contains { match in
      base + "(" + Self.labels(balanced(text[match.range.upperBound...], "(", ")")) + ")" == name
    }
  }

  /// The argument labels of a parameter list, each with a colon.
  private static func labels(_ parameters: Substring) -> String {
    var labels = ""
    var depth = 0
    var isStart = true
    var label = ""
    for character in parameters {
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where depth > 0: depth -= 1
      case "," where depth == 0: isStart = true
      case _ where !isStart || depth > 0: break
      case " ", "\n", ":":
        if label.isEmpty { break }
        labels += label + ":"
        (label, isStart) = ("", false)
      default: label.append(character)
      }
    }
    return labels
  }
}
