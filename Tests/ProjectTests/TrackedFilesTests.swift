import Foundation
import Testing

/// `Scripts/check-files`, in checkouts of its own.
@Suite struct TrackedFilesTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tracked-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run("git", "init", "-q")
  }

  /// Runs a program in the checkout, and returns its status and errors.
  @discardableResult
  private func run(_ words: String...) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// Adds a file to the checkout, and checks it.
  private func check(_ name: String, _ bytes: [UInt8]) throws -> (status: Int32, errors: String) {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: name))
    try run("git", "add", ".")
    return try run(projectRoot.appending(path: "Scripts/check-files").path, folder.path)
  }

  @Test(arguments: [
    ("tool-1.0-py3-none-any.whl", [0x50, 0x4B, 0x03, 0x04, 0x0A], "an archive"),
    ("notes.txt", [0x1F, 0x8B, 0x08, 0x00, 0x00], "an archive"),
    ("run me", [0x7F, 0x45, 0x4C, 0x46, 0x02], "a program"),
    ("table.csv", [UInt8](repeating: 0x61, count: 300_001), "larger than 300 KB"),
  ])
  func `a tracked archive, program or large file is refused`(
    name: String, bytes: [UInt8], reason: String
  ) throws {
    let result = try check(name, bytes)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(name) is \(reason): "))
  }

  @Test func `a tracked file of 300 KB passes`() throws {
    let result = try check("table.csv", [UInt8](repeating: 0x61, count: 300_000))
    #expect(result.status == 0 && result.errors == "")
  }
}
