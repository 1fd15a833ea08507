import Foundation
import Testing

private let page = Result { try ArchitecturePage() }

@Test
func `the architecture page lists every target that is not a test, with the targets that it uses`()
  throws
{
  let targets = Target.all(in: try projectText("Package.swift")).withoutCModules
  #expect(targets.count > 30)
  let modules = try page.get().modules
  #expect(Set(modules.map(\.name)).count == modules.count)
  let uses = Dictionary(modules.map { ($0.name, $0.uses) }) { first, _ in first }
  for target in targets where !target.isTest {
    #expect(uses[target.name] == target.uses, "\(target.name)")
  }
  let names = Set(targets.lazy.filter { !$0.isTest }.map(\.name))
  #expect(Set(uses.keys).subtracting(names) == [])
}

@Test func `the architecture page lists a module above the modules that it uses`() throws {
  let tables = try page.get().tables
  #expect(tables.count == 2)
  // The targets for tests are in a table of their own, and may use any module.
  let modules = tables.first ?? []
  for (place, module) in modules.enumerated() {
    for used in module.uses {
      let usedPlace = try #require(
        modules.firstIndex { $0.name == used }, "\(module.name) uses \(used)")
      #expect(usedPlace > place, "\(module.name) uses \(used)")
    }
  }
}

@Test func `every test target is named after a target, except the tests of the project`() throws {
  let targets = Target.all(in: try projectText("Package.swift"))
  let names = Set(targets.map(\.name))
  for test in targets where test.isTest && !["LarderTests", "ProjectTests"].contains(test.name) {
    #expect(test.name.hasSuffix("Tests"))
    #expect(names.contains(String(test.name.dropLast(5))), "\(test.name)")
  }
}

@Test func `the architecture page names owners and properties that exist`() throws {
  let text = try projectText("docs/architecture.md")
  let start = try #require(text.range(of: "## Owners")).upperBound
  let end = try #require(text.range(of: "## Journeys")).lowerBound
  let section = text[start..<end]
  let sources = try sourceFiles().map { try projectText($0) }
  let owners = section.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
  #expect(owners.count > 15)
  for owner in owners {
    #expect(
      sources.contains { Declarations(text: $0).contains(owner) }, "no type is called \(owner)")
  }
  for match in section.matches(of: /`([A-Z]\w+)\.(\w+)`/) {
    let isDeclared = sources.contains { source in
      let declarations = Declarations(text: source)
      return declarations.contains(String(match.1)) && declarations.contains(String(match.2))
    }
    #expect(isDeclared, "\(match.1) declares \(match.2)")
  }
}

@Test(arguments: try page.get().journeys)
func `a journey names files that exist and functions that they declare`(
  journey: ArchitecturePage.Journey
) throws {
  #expect(journey.steps.count > 10)
  #expect(!journey.called.isEmpty && !journey.called.contains(nil))
  for place in journey.steps {
    let text = try #require(try? projectText(place.file), "\(place.file)")
    #expect(
      Declarations(text: text).contains(place.name), "\(place.file) declares \(place.name)")
  }
}

@Test(arguments: try page.get().journeys)
func `a journey is in as many files as the page says, and in no more than it may`(
  journey: ArchitecturePage.Journey
) throws {
  let stepFiles = Set(journey.steps.map(\.file))
  #expect(stepFiles.count == journey.stepFileCount)
  #expect(stepFiles.count <= (try #require(journey.limit)))
  #expect(stepFiles.union(journey.called.compactMap(\.self)).count == journey.fileCount)
}

@Test
func
  `the architecture page has journeys of lines, dishes, a list, a feed, a picture and a script step, with limits`()
  throws
{
  #expect(try page.get().journeys.map(\.limit) == [18, 16, 16, 25, 18, 20])
}

extension [Target] {
  /// The targets without the C modules, which the page names in a sentence.
  fileprivate var withoutCModules: [Target] {
    let cModules = Set(filter(\.isCModule).map(\.name))
    return filter { !$0.isCModule }.map { target in
      var target = target
      target.uses.subtract(cModules)
      return target
    }
  }
}

@Test func `the architecture page names every C module`() throws {
  let text = try projectText("docs/architecture.md")
  for target in Target.all(in: try projectText("Package.swift")) where target.isCModule {
    #expect(text.contains("`\(target.name)`"))
  }
}
