import Foundation

/// The root folder of the project.
let projectRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Returns the text of a file of the project.
func projectText(_ path: String) throws -> String {
  try String(contentsOf: projectRoot.appending(path: path), encoding: .utf8)
}

/// Returns the paths of all Swift files below a folder of the project, sorted.
func sourceFiles(in folder: String = "Sources") throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: projectRoot.appending(path: folder).path)
    .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }.sorted()
}

/// A target that `Package.swift` declares.
struct Target: Equatable {
  let name: String
  let isTest: Bool
  /// Whether it is a C target in `Modules`.
  let isCModule: Bool
  /// The names of the targets of this package that it depends on.
  var uses: Set<String>

  /// Returns the targets that the text of a manifest declares, in its order.
  static func all(in manifest: String) -> [Target] {
    let openings = [".target(", ".executableTarget(", ".systemLibrary(", ".testTarget("]
    var targets: [Target] = []
    var rest = manifest[...]
    while let opening = openings.compactMap({ rest.range(of: $0) }).min(by: {
      $0.lowerBound < $1.lowerBound
    }) {
      let body = balanced(rest[opening.upperBound...], "(", ")")
      if let name = quoted(body, after: "name: ") {
        let isTest = rest[opening] == ".testTarget("
        targets.append(
          Target(
            name: name, isTest: isTest, isCModule: body.contains("path: \"Modules/"),
            uses: dependencies(in: body)))
      }
      rest = rest[body.endIndex...]
    }
    return targets
  }

  private static func dependencies(in body: Substring) -> Set<String> {
    guard let opening = body.range(of: "dependencies: [") else { return [] }
    var list = String(balanced(body[opening.upperBound...], "[", "]"))
    while let product = list.range(of: ".product(") {
      let end = balanced(list[product.upperBound...], "(", ")").endIndex
      list.removeSubrange(product.lowerBound...end)
    }
    // A target with a condition has the platforms after its name, which have no quotes.
    return Set(list.matches(of: /"([^"]+)"/).map { String($0.1) })
  }

  private static func quoted(_ text: Substring, after label: String) -> String? {
    guard let start = text.range(of: label + "\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }
}

/// Returns the text up to the bracket that closes the one before the text.
func balanced(_ text: Substring, _ open: Character, _ close: Character) -> Substring {
  var depth = 1
  for place in text.indices {
    if text[place] == open { depth += 1 }
    if text[place] == close { depth -= 1 }
    if depth == 0 { return text[..<place] }
  }
  return text
}
