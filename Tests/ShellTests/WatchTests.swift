import Diagnostics
import Dispatch
import Shell
import TestSupport
import Testing
import World

private func shell(_ files: MemoryFileSystem) -> ShellUnderTest {
  ShellUnderTest(feed: "/f.json", files: files, isInteractive: true)
}

@Test @MainActor
func `rows that were not there at the last look are new, and the first look marks nothing`() throws
{
  let files = MemoryFileSystem(["/f.json": #"[{"id":"1","name":"Pie"}]"#])
  let first = shell(files)
  #expect(first.run("filter is:new; count; filter clear").contains("0"))
  try files.write(
    Array(#"[{"id":"1","name":"Pie"},{"id":"2","name":"Dal"}]"#.utf8), to: "/f.json",
    replacing: true)
  let second = shell(files)
  #expect(second.run("filter is:new; show 1").contains("Dal"))
  let third = shell(files)
  #expect(third.run("filter is:new; count").contains("0"))
}

@Test @MainActor
func `the number of new rows is said once`() throws {
  let files = MemoryFileSystem(["/f.json": #"[{"id":"1","name":"Pie"}]"#])
  let shell = shell(files)
  try files.write(
    Array(#"[{"id":"1","name":"Pie"},{"id":"2","name":"Dal"}]"#.utf8), to: "/f.json",
    replacing: true)
  shell.run("load /f.json", "load /f.json")
  let said = shell.takeErrors().split(separator: "\n").filter { $0.contains("new since") }
  #expect(said == ["1 row new since the last look: filter is:new"])
}

@Test @MainActor
func `rows that one has saved oneself are not new`() throws {
  let files = MemoryFileSystem([
    "/f.json": #"[{"id":"1","name":"Pie"},{"id":"2","name":"Dal"}]"#
  ])
  let shell = shell(files)
  shell.run("save 1", "load mine", "load /f.json", "save 2", "load mine")
  #expect(shell.run("count").contains("2"))
  #expect(!shell.takeErrors().contains("new since"))
}

@Test @MainActor
func `a run without a prompt marks no row as seen`() throws {
  let files = MemoryFileSystem(["/f.json": #"[{"id":"1","name":"Pie"}]"#])
  _ = shell(files)
  try files.write(
    Array(#"[{"id":"1","name":"Pie"},{"id":"2","name":"Dal"}]"#.utf8), to: "/f.json",
    replacing: true)
  let batch = ShellUnderTest(feed: "/f.json", files: files)
  #expect(batch.run("filter is:new; count").contains("0"))
  #expect(shell(files).run("filter is:new; count").contains("1"))
}

@Test
func `a watched feed is loaded again when it is time, and keeps its view`() async throws {
  let files = MemoryFileSystem(["/f.json": #"[{"id":"1","name":"Pie"}]"#])
  let bytes = Array(#"[{"id":"1","name":"Pie"},{"id":"2","name":"Dal"}]"#.utf8)
  try await onOwnThread {
    let shell = shell(files)
    // The pause of this world is over at once, on another thread.
    let woken = DispatchSemaphore(value: 0)
    shell.shell.wake(by: { woken.signal() })
    shell.run("filter name=dal", "watch 5")
    #expect(throws: Never.self) { try files.write(bytes, to: "/f.json", replacing: true) }
    _ = shell.takeErrors()
    var said = ""
    repeat {
      woken.wait()
      shell.shell.takeBackgroundResults()
      said += shell.takeErrors()
    } while !said.contains("1 new")
    #expect(shell.run("count").contains("1"))
    shell.run("watch off")
    #expect(shell.takeErrors().contains("no feed is watched"))
    #expect(shell.shell.run("watch 2") == .failure)
  }
}
