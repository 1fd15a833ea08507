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
}

extension RunOptions {
  /// A hint at `undo`; empty in runs without a next line.
  var undoHint: String { isInteractive ? " undo brings it back." : "" }
}
