import LiveWorld
import Recordings
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ScriptRun {
  /// The time between two looks at the files, in milliseconds.
  private static let pause: Int32 = 200

  /// Checks scripts, and again each time that one of their files changes, until the user interrupts.
  ///
  /// - Parameters:
  ///   - files: The paths of scripts or Markdown files.
  ///   - check: Checks all of them, and reports.
  /// - Returns: The exit status of the last check.
  package func watch(_ files: [String], check: () -> ScriptExit) -> ScriptExit {
    let interruptions = Interruptions.live()
    while true {
      // The state before the check, so that no change during it is missed.
      let paths = sources(of: files)
      let states = paths.map(state)
      let exit = check()
      if interruptions.isRaised { return exit }
      say(["watching \(paths.count) \(paths.count == 1 ? "file" : "files"); Ctrl-C ends"])
      while states == paths.map(state) {
        // An interrupt ends the pause.
        _ = poll(nil, 0, Self.pause)
        if interruptions.isRaised { return exit }
      }
    }
  }

  /// The files of which scripts consist, or only the scripts if they cannot be read.
  private func sources(of files: [String]) -> [String] {
    var paths: [String] = []
    for file in files {
      // The check reports why a script cannot be read.
      let all = (try? sessions(in: file))?.flatMap(\.sources) ?? []
      for path in [file] + all where !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// What changes when a file does; nil without one.
  private func state(of path: String) -> FileStatus? {
    // A missing file is a state as well.
    try? files.status(of: path)
  }
}
