import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
  /// A command as the argument parser describes it.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let names: [Name]?
      let shouldDisplay: Bool
      let abstract: String?
    }
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  private struct Description: Decodable { let command: Command }

  private static let folder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/man"

  /// Compares a command and its subcommands with their pages, which `Scripts/manual` writes.
  private func check(_ command: Command, under names: [String]) throws {
    let names = names + [command.commandName]
    let path = "\(Self.folder)/\(names.joined(separator: "-")).1"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    for argument in command.arguments ?? [] where argument.shouldDisplay {
      for name in argument.names ?? [] {
        let flag = name.kind == "long" ? "Fl -\(name.name)" : "Fl \(name.name)"
        let plain = "Fl Fl \(name.name)"
        #expect(page.contains(flag) || page.contains(plain), "\(path) lacks \(name.name)")
      }
    }
    // The page of the program itself is written by hand.
    if names.count > 1 {
      let displayed = (command.arguments ?? []).filter(\.shouldDisplay).map(\.abstract)
      for text in displayed + [command.abstract, command.discussion] {
        for line in (text ?? "").split(separator: "\n") {
          let written = line.unicodeScalars.map { scalar in
            scalar.isASCII ? String(scalar) : "\\[u\(String(format: "%04X", scalar.value))]"
          }.joined()
          #expect(page.contains(written), "Scripts/manual was not run: \(path) lacks \(line)")
        }
      }
    }
    for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" {
      try check(subcommand, under: names)
    }
  }

  @Test func `the manual has every option, and the words of help`() throws {
    let run = try Workplace().larder("--experimental-dump-help")
    let description = try JSONDecoder().decode(
      Description.self, from: Data(run.output.utf8))
    try check(description.command, under: [])
  }
}
