import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that gets bytes on its standard input, and makes a file of them on its standard output.
///
/// The file has no name, so that none is left behind, however the program or this one ends.
package final class PipedProgram {
  private let program: StartedProgram
  private var input: FileDescriptor?
  private let output: FileDescriptor

  /// Whether a program is found by `PATH`.
  package static func isInstalled(_ name: String, _ environment: [String: String]) -> Bool {
    findProgram(name, environment) != nil
  }

  /// Starts a program with words on its command line.
  ///
  /// - Throws: The error of the system if it cannot be started.
  package init(
    _ name: String, _ words: [String], environment: [String: String]
  ) throws(Errno) {
    guard let path = findProgram(name, environment) else { throw .noSuchFileOrDirectory }
    do {
      output = try Self.namelessFile(in: environment["TMPDIR"] ?? "/tmp")
      let ends = try FileDescriptor.pipe()
      for end in [ends.readEnd, ends.writeEnd, output] {
        _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
      }
      defer { try? ends.readEnd.close() }  // the program has its own
      input = ends.writeEnd
      program = try StartedProgram(
        path, [name] + words, environment: environment, input: ends.readEnd.rawValue,
        output: output.rawValue)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  deinit {
    try? input?.close()  // it is only read, and it has no name
    try? output.close()
  }

  private static func namelessFile(in folder: String) throws -> FileDescriptor {
    var name = Array("\(folder)/larder-XXXXXX".utf8CString)
    let file = unsafe mkstemp(&name)
    guard file >= 0 else { throw Errno(rawValue: errno) }
    unsafe unlink(name)
    return FileDescriptor(rawValue: file)
  }

  /// Writes bytes.
  ///
  /// - Returns: Whether the program reads them.
  package func write(_ bytes: [UInt8]) -> Bool {
    guard let input else { return false }
    // The program reports why it has ended.
    return (try? input.writeAll(bytes)) == bytes.count
  }

  /// Ends the input, and waits for the program.
  ///
  /// - Returns: The file; nil if the program failed.
  /// - Throws: The error of the system if the file cannot be read.
  package func finish() throws -> [UInt8]? {
    try input?.close()
    input = nil
    guard program.wait() == 0 else { return nil }
    let count = Int(try output.seek(offset: 0, from: .end))
    return try unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let read = try unsafe output.read(fromAbsoluteOffset: Int64(filled), into: rest)
        if read == 0 { break }
        filled += read
      }
    }
  }

  /// Ends the program without its file.
  package func cancel() {
    _ = kill(program.process, SIGTERM)
    try? input?.close()
    input = nil
    program.wait()
  }
}
