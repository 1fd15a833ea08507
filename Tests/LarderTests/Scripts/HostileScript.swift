import Foundation
import Testing

/// A script that means no good, with all that lies around it, and what is to come of it.
struct HostileScript: Sendable, CustomTestStringConvertible {
  let name: String
  /// The exit status.
  let status: Int
  /// A text that must appear in the output.
  let told: String
  /// Words of the command line beside `check x.rcp`.
  var words: [String] = []
  /// Puts the script into its folder.
  let prepare: @Sendable (ScriptFolder) throws -> Void
  var testDescription: String { name }

  init(
    _ name: String, _ status: Int, _ told: String,
    prepare: @escaping @Sendable (ScriptFolder) throws -> Void
  ) {
    (self.name, self.status, self.told, self.prepare) = (name, status, told, prepare)
  }

  /// A script of these lines.
  init(
    _ name: String, header: String = "feed: builtin:demo", _ body: String, _ status: Int,
    _ told: String
  ) {
    self.init(name, status, told) { try $0.write("x.rcp", "rcp 1\n\(header)\n\n\(body)\n") }
  }

  /// A script of these bytes.
  init(_ name: String, bytes: [UInt8], _ status: Int, _ told: String) {
    self.init(name, status, told) { try $0.write("x.rcp", Data(bytes)) }
  }
}

func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
