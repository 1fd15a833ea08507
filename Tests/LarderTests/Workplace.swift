import Foundation
import TestSupport
import Testing

/// A folder for one test: a home for the program, and whatever files the test needs.
///
/// The folder goes when the test is over.
final class Workplace {
  /// The folder.
  let path: String

  init() throws {
    let folder = URL(filePath: temporaryRoot).resolvingSymlinksInPath()
      .appending(path: String(UUID().uuidString.prefix(13)))
    path = folder.path
    try FileManager.default.createDirectory(
      atPath: path + "/home", withIntermediateDirectories: true)
  }

  deinit {
    removeAll(path)
  }

  /// Where the program keeps everything of its own.
  var home: String { path + "/home" }

  /// The file of favorites and notes.
  var library: String { home + "/data/library.sqlite" }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, bytes: Data(text.utf8))
  }

  func file(_ name: String, bytes: Data) throws -> String {
    try bytes.write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  /// An executable with a text of its own; what it is called with is `$1`.
  ///
  /// Another process writes it: what this one has open for writing, a program that another test starts at that
  /// moment has open, too, and nobody can run it as long as it has.
  func program(_ name: String, _ text: String) throws -> String {
    let source = try file(name + ".text", "#!/bin/sh\n" + text + "\n")
    let copy = try run("/usr/bin/install", ["-m", "700", source, path + "/" + name])
    #expect(copy.status == 0, "\(copy.errors)")
    return path + "/" + name
  }

  /// An executable that adds its arguments, a line each, to the file of which the path is returned too.
  func opener() throws -> (program: String, log: String) {
    let log = path + "/opened"
    return (
      try program("opener", "for argument; do echo \"$argument\" >> '\(log)'; done"), log
    )
  }

  /// The text of a file.
  func text(of path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  /// The paths of all files and folders below the home, from there.
  func filesAtHome() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: home).sorted()
  }

  /// The permissions of a file or folder.
  func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}

/// The program lies in the build folder, beside the bundle or program that holds these tests.
let larderPath: String = {
  let tests = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
  let folders = tests.flatMap { [$0.deletingLastPathComponent(), $0] }
  let paths = folders.map { $0.appending(path: "larder").path }
  return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "larder"
}()
