import Diagnostics
import Interpreter
import Output
import Text
import World

/// Writes the files that a command exports, after a question where a file exists.
struct ExportWriter {
  let world: World
  let output: Output
  let options: RunOptions

  /// Writes bytes to a file, or to standard output if the path is nil or `-`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - path: The path.
  ///   - what: The subject of the message with its verb, such as `the plan is`.
  /// - Throws: ``Failure`` or ``FileError``.
  func write(_ bytes: [UInt8], to path: Argument?, what: String) throws {
    guard let argument = path, argument.text != "-" else { return output.write(bytes) }
    let path = world.expandingHome(argument.text)
    if path.isEmpty || world.files.kind(of: path) == .folder {
      throw Failure(
        path.isEmpty ? "a file was expected" : "`\(path)` is a folder", at: argument.range,
        in: argument.line)
    }
    guard try world.files.writeNamed(bytes, to: path, mayReplace: output.confirms) else {
      if options.isInteractive { return output.say("\(path) was not replaced") }
      throw Failure("\(path) was not replaced", at: argument.range, in: argument.line)
    }
    output.say("\(what) written to \(path)")
  }

  /// The folder that a path means; nil for a file, and for standard output.
  ///
  /// A path means a folder if it ends in a slash, or if the folder exists.
  func folder(at path: Argument?) -> String? {
    guard let path, path.text != "-" else { return nil }
    let text = world.expandingHome(path.text)
    var folder = text
    while folder.utf8.last == 0x2F { folder.removeLast() }
    if folder.isEmpty { return text.isEmpty ? nil : "/" }
    return text.hasSuffix("/") || world.files.kind(of: folder) == .folder ? folder : nil
  }

  /// Writes files into a folder, after a question if it has other files with their names.
  ///
  /// - Parameters:
  ///   - files: The paths from the folder, and their contents.
  ///   - folder: The folder.
  ///   - path: The path as typed, for errors.
  ///   - what: The subject of the message, such as `3 recipes`.
  /// - Throws: ``Failure`` or ``FileError``.
  func write(
    _ files: [(name: String, bytes: [UInt8])], intoFolder folder: String, at path: Argument?,
    what: String
  ) throws {
    guard
      try world.files.writeNamed(files, intoFolder: folder, mayReplace: output.confirms)
    else {
      let message = "nothing was written to \(folder)"
      if options.isInteractive { return output.say(message) }
      guard let path else { throw Failure(message) }
      throw Failure(message, at: path.range, in: path.line)
    }
    output.say("\(what) written to \(folder)")
  }
}

extension RunOptions {
  /// A hint at `undo`; empty in runs without a next line.
  var undoHint: String { isInteractive ? " undo brings it back." : "" }
}
