import Terminal
import Testing

/// Returns a compiled entry with flags, and numbers of a size.
private func entry(flags: Int, numbers: [Int], size: Int) -> [UInt8] {
  func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  let name = Array("test\0".utf8)
  let head = [size == 4 ? 0o1036 : 0o432, name.count, flags, numbers.count, 0, 0]
  let start = head.flatMap { bytes($0, 2) } + name + [UInt8](repeating: 1, count: flags)
  return start + (start.count % 2 == 1 ? [0] : []) + numbers.flatMap { bytes($0, size) }
}

@Test(arguments: [(3, 8, 2), (4, 8, 2), (3, 256, 2), (4, 0x100_0000, 4), (3, -1, 2), (0, -1, 4)])
func `the number of colors is read from terminfo`(flags: Int, colors: Int, size: Int) {
  let numbers = [80, 8, 24] + [Int](repeating: -1, count: 10) + [colors, 64]
  let entry = entry(flags: flags, numbers: numbers, size: size)
  #expect(TerminfoEntry(entry)?.colorCount == max(0, colors))
  #expect(TerminfoEntry(Array(entry.dropLast(size + 1))) == nil)
  #expect(TerminfoEntry(Array("#!/bin/sh".utf8)) == nil && TerminfoEntry([]) == nil)
}

@Test func `a terminfo entry without a number of colors has none`() {
  #expect(TerminfoEntry(entry(flags: 2, numbers: [80], size: 2))?.colorCount == 0)
}

@Test func `the folders of a person come before those of the system`() {
  let paths = TerminfoEntry.paths(["TERM": "vt100", "TERMINFO": "/t", "HOME": "/h"])
  let own = ["/t/v/vt100", "/t/76/vt100", "/h/.terminfo/v/vt100", "/h/.terminfo/76/vt100"]
  #expect(Array(paths.prefix(4)) == own)
  #expect(paths.contains("/usr/share/terminfo/v/vt100"))
  #expect(TerminfoEntry.paths(["TERM": "../x"]).isEmpty && TerminfoEntry.paths([:]).isEmpty)
}
