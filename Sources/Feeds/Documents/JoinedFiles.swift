import World

/// Several files, one behind the other.
struct JoinedFiles: ReadableFile {
  private let files: [any ReadableFile]
  let count: Int

  init(_ files: [any ReadableFile]) {
    self.files = files
    count = files.reduce(0) { $0 + $1.count }
  }

  /// Joined files have no identity of their own.
  var identity: [UInt8]? { nil }

  var hasChanged: Bool { files.contains(where: \.hasChanged) }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    var offset = offset
    var done = range.lowerBound
    for file in files {
      if done == range.upperBound { break }
      if offset < file.count {
        let count = try file.read(
          at: offset, into: &buffer, done..<min(range.upperBound, done + file.count - offset))
        done += count
        if offset + count < file.count { break }
        offset = 0
      } else {
        offset -= file.count
      }
    }
    return done - range.lowerBound
  }
}
