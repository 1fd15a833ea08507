import Output
import Shell
import Testing
import TestSupport

/// Whether the system is asked to tell when memory is short, for which Linux has a run end later.
@Test(arguments: [("blocks", 0), ("kitty", 1)])
func `the system tells when memory is short once pictures take much`(
  mode: String, watches: Int
) async throws {
  let count = try await onOwnThread {
    let shell = ShellUnderTest(columns: 200, rows: 80, options: { $0.color = .always })
    shell.run("set pictures \(mode); picture 1; picture 2; picture 1")
    return shell.memoryWatches
  }
  #expect(count == watches)
}
