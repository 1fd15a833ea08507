import Foundation
import TestSupport

/// The output and status of a run without a terminal.
struct Run: Equatable {
  var status: Int
  var output: String
  var errors: String

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Standard output as the rows of a listing in JSON.
  func rows() throws -> [Row] { try JSONDecoder().decode([Row].self, from: Data(output.utf8)) }
}

/// A row of a recipes feed as JSON has it.
struct Row: Decodable, Equatable {
  var row: Int?
  var name: String
  var cuisine: String?
  var favorite: Bool
  var source: String?
  var video: String?
}

extension Workplace {
  /// Runs the program to its end, with no terminal anywhere.
  func larder(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    try larder(arguments, input: input, environment: environment)
  }

  func larder(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    try run(larderPath, ["--home", home] + arguments, input: input, environment: environment)
  }

  /// Runs a shell script, in which `$larder` and `$home` are the program and its home.
  func script(_ text: String, environment: [String: String] = [:]) throws -> Run {
    let own = ["larder": larderPath, "home": home, "PATH": "/usr/bin:/bin"]
    return try run(
      "/bin/sh", ["-c", text], environment: environment.merging(own) { $1 })
  }

  /// Runs any program to its end in the workplace.
  func run(
    _ program: String, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Run {
    try outcome(of: try start(program, arguments, input: input, environment: environment))
  }

  /// Waits for the end of a program.
  func outcome(of run: (process: ChildProcess, output: String, errors: String)) throws -> Run {
    let status = try run.process.exitStatus()
    return Run(
      status: Int(status), output: try text(of: run.output),
      errors: try text(of: run.errors))
  }

  /// Starts a program whose streams are files.
  func start(
    _ program: String, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> (process: ChildProcess, output: String, errors: String) {
    let name = UUID().uuidString
    let output = try file("\(name).out", "")
    let errors = try file("\(name).err", "")
    let process = try ChildProcess(
      program, arguments, environment: ["TMPDIR": path].merging(environment) { $1 }, in: path,
      input: try input.map { try file("\(name).in", $0) } ?? "/dev/null", output: output,
      errors: errors)
    return (process, output, errors)
  }
}
