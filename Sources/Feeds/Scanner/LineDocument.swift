import World

/// Looks at whether a document has a record a line.
struct LineDocument<File: ReadableFile> {
  private let file: File
  private let options: ScanOptions
  /// Where the first brace stands.
  private let start: Int

  init(_ file: File, _ options: ScanOptions, at start: Int) {
    (self.file, self.options, self.start) = (file, options, start)
  }

  /// Whether the first line is an object of its own, and another one begins the next.
  ///
  /// What the texts of the first line hold does not matter: what is wrong there is wrong with one record.
  func isLineByLine() throws(ScanError) -> Bool {
    var following = Input(file, at: start, options)
    guard let end = try lineEnd(&following) else { return false }
    guard try following.peek() == 0x7B else { return false }
    var line = Input(file, at: start, options)
    do throws(ScanError) {
      try line.skip(ValueCheck(depth: 0, isLoose: true))
    } catch {
      if case .fault = error { return false }
      throw error
    }
    return line.offset <= end
  }

  /// How many bytes stand before the first line break, which is left behind; nil if there is none.
  private func lineEnd(_ input: inout Input<File>) throws(ScanError) -> Int? {
    while true {
      if let place = input.buffer[input.position..<input.piece.end].firstIndex(of: 0x0A) {
        input.position = place + 1
        return input.offset - 1
      }
      input.position = input.piece.end
      if input.piece.isLast { return nil }
      try input.more()
    }
  }
}
