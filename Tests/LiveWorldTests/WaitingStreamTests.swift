import Foundation
import SystemPackage
import Testing

@testable import LiveWorld

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns a pipe with one nonblocking end.
private func pipe(notBlockingAt end: FileDescriptor.Readiness) throws -> (
  reading: FileDescriptor, writing: FileDescriptor
) {
  let ends = try FileDescriptor.pipe()
  let chosen = end == .reading ? ends.readEnd : ends.writeEnd
  _ = fcntl(chosen.rawValue, F_SETFL, fcntl(chosen.rawValue, F_GETFL) | O_NONBLOCK)
  return (ends.readEnd, ends.writeEnd)
}

@Test
func `a nonblocking stream gets all bytes from a slow reader`() throws {
  let (reading, writing) = try pipe(notBlockingAt: .writing)
  let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
  // Buffers of many sizes: some empty, one larger than a pipe, and more than one call accepts.
  var pieces: [[UInt8]] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    pieces.append(Array(rest.prefix(pieces.count == 3 ? 300_000 : pieces.count * 37 % 5000)))
    rest = rest.dropFirst(pieces.last?.count ?? 0)
  }
  var arrived: [UInt8] = []
  var waits = 0
  try writing.closeAfter {
    try writing.writeEverything(pieces) {
      waits += 1
      // Missing bytes fail the comparison below.
      arrived += (try? readSome(reading)) ?? []
    }
  }
  while true {
    let more = try readSome(reading)
    if more.isEmpty { break }
    arrived += more
  }
  try reading.close()
  #expect(arrived == bytes)
  #expect(waits > 0)
}

@Test
func `writing to a closed pipe fails`() throws {
  signal(SIGPIPE, SIG_IGN)
  let (reading, writing) = try pipe(notBlockingAt: .writing)
  try reading.close()
  #expect(throws: Errno.brokenPipe) {
    try writing.writeEverything([[1]]) { writing.await(.writing) }
  }
  try writing.close()
}

@Test
func `reading from a nonblocking stream waits for data`() throws {
  let (reading, writing) = try pipe(notBlockingAt: .reading)
  // A separate thread, since the test pool's threads may be blocked.
  Thread.detachNewThread {
    // Missing bytes fail the comparison below.
    _ = try? writing.closeAfter { try writing.writeAll([7, 8]) }
  }
  #expect(try readSome(reading) == [7, 8])
  #expect(try readSome(reading) == [])
  try reading.close()
}
