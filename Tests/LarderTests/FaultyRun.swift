#if os(Linux)
  import Foundation
  import TestSupport

  extension Workplace {
    /// Runs the program while system calls on the files of its home fail.
    ///
    /// - Parameters:
    ///   - arguments: What follows the home on the command line.
    ///   - rules: Which calls fail and how, as Tests/FaultyCalls explains.
    /// - Returns: What the run left behind, and the calls that failed, each with its path.
    /// - Throws: An error if the program cannot be started.
    func larder(_ arguments: [String], failing rules: String) throws -> (run: Run, failed: [String])
    {
      let report = "\(path)/failed-\(UUID().uuidString)"
      let run = try larder(arguments, environment: failing(rules, report: report))
      let failed = FileManager.default.contents(atPath: report) ?? Data()
      return (run, String(decoding: failed, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// The environment in which system calls on the files of the home fail.
    func failing(_ rules: String, report: String) -> [String: String] {
      let library = URL(filePath: larderPath).deletingLastPathComponent()
        .appending(path: "libFaultyCalls.so")
      return [
        "LD_PRELOAD": library.path, "FAULTY_CALLS": rules, "FAULTY_FOLDER": home,
        "FAULTY_REPORT": report,
      ]
    }
  }
#endif
