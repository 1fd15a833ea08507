import Synchronization
import World

/// Content as it is received: in memory while it is short, then in a file.
///
/// If the file cannot be written, what was written to it is read back into memory.
package final class ContentIntake: Sendable {
  fileprivate struct State {
    var hash = SHA256()
    var count = 0
    /// The content, unless it is in the file.
    var bytes: [UInt8] = []
    /// The file with the content; nil while it is in memory.
    var file: (any WritableFile)?
    /// The complete content, after its end.
    var complete: CompleteContent?
    /// Whether a file may still be created.
    var mayHaveFile = true
    /// Why the content of the file is lost.
    var loss: FileError?
  }

  private let state = Mutex(State())
  private let files: any FileSystem
  /// Whether the content may be stored.
  let isStorable: Bool
  private let limit: Int
  private let makeFile: (@Sendable () -> (any WritableFile)?)?

  /// Creates an intake without content.
  ///
  /// - Parameters:
  ///   - isStorable: Whether the content may be stored.
  ///   - limit: The maximum size in memory, in bytes.
  ///   - files: The file system.
  ///   - makeFile: Creates a temporary file if that is possible; nil if the content must not touch the disk.
  init(
    isStorable: Bool, limit: Int, files: any FileSystem,
    makeFile: (@Sendable () -> (any WritableFile)?)? = nil
  ) {
    self.isStorable = isStorable
    self.limit = limit
    self.files = files
    self.makeFile = makeFile
  }

  deinit { abandon() }

  /// How many bytes were received.
  package var count: Int { state.withLock { $0.count } }

  /// Appends the next bytes.
  package func append(_ bytes: [UInt8]) {
    state.withLock { state in
      precondition(state.complete == nil, "content came after its end")
      state.hash.update(bytes)
      state.count += bytes.count
      if let file = state.file { return write(bytes, to: file, &state) }
      if state.loss != nil { return }
      // Most content comes in one piece, which is not copied.
      if state.bytes.isEmpty { state.bytes = bytes } else { state.bytes += bytes }
      guard state.bytes.count > limit, state.mayHaveFile, let makeFile else { return }
      state.mayHaveFile = false
      if let file = makeFile() {
        state.file = file
        let received = state.bytes
        state.bytes = []
        write(received, to: file, &state)
      }
    }
  }

  /// Ends the intake of content that is not stored.
  ///
  /// - Returns: The content. Its file, if there is one, is removed from its folder.
  package func finish() -> CachedContent {
    let content = complete().content
    abandon()
    return content
  }

  private func write(_ bytes: [UInt8], to file: any WritableFile, _ state: inout State) {
    do {
      try file.append(bytes)
    } catch {
      takeBack(file, state.count - bytes.count, &state)
      if state.loss == nil { state.bytes += bytes }
    }
  }
}

/// The complete content of a response, or all that was received of it.
struct CompleteContent: Sendable {
  var content: CachedContent
  /// Its temporary file; nil if it is in memory, or lost.
  var path: String?
  var digest: ContentDigest
  /// Whether it can be read.
  var isReadable = true

  var count: Int { content.count }

  /// Whether it is in memory, and not longer than a number of bytes.
  func isInMemory(_ limit: Int) -> Bool {
    if case .bytes(let bytes) = content { bytes.count <= limit } else { false }
  }
}

/// Content that was lost when it was written; reading it throws.
private struct LostContent: ReadableFile {
  let count: Int
  let error: FileError

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    throw error
  }
}

/// Operations for the store.
extension ContentIntake {
  /// Ends the intake.
  ///
  /// - Returns: The content received.
  func complete() -> CompleteContent {
    state.withLock { state in
      if let complete = state.complete { return complete }
      let complete = close(&state)
      state.complete = complete
      return complete
    }
  }

  /// Continues after earlier content, in memory.
  func resume(_ hash: SHA256, _ bytes: [UInt8]) {
    state.withLock { $0 = State(hash: hash, count: bytes.count, bytes: bytes) }
  }

  /// Continues after earlier content, in a file.
  func resume(_ hash: SHA256, count: Int, _ file: any WritableFile) {
    state.withLock { $0 = State(hash: hash, count: count, file: file, mayHaveFile: false) }
  }

  /// Removes the file, if there is one.
  func abandon() {
    state.withLock { state in
      // A file that cannot be removed now is swept later.
      if let path = state.complete?.path ?? state.file?.path { try? files.remove(path) }
      state.file = nil
      state.complete?.path = nil
    }
  }

  private func close(_ state: inout State) -> CompleteContent {
    let digest = ContentDigest(state.hash)
    if let file = state.file {
      do throws(FileError) {
        let content = try file.reader()
        guard content.count == state.count else {
          throw FileError(path: file.path, reason: .other("is not what was written"))
        }
        return CompleteContent(content: .file(content), path: file.path, digest: digest)
      } catch {
        takeBack(file, state.count, &state)
      }
    }
    if let loss = state.loss {
      let content = CachedContent.file(LostContent(count: state.count, error: loss))
      return CompleteContent(content: content, digest: digest, isReadable: false)
    }
    return CompleteContent(content: .bytes(state.bytes), digest: digest)
  }

  /// Reads the content of a file back into memory, and removes the file.
  private func takeBack(_ file: any WritableFile, _ count: Int, _ state: inout State) {
    state.file = nil
    // A file that cannot be removed now is swept later.
    defer { try? files.remove(file.path) }
    if count == 0 { return }
    do throws(FileError) {
      let content = try file.reader()
      var bytes = [UInt8](repeating: 0, count: count)
      guard try content.read(at: 0, into: &bytes, 0..<count) == count else {
        throw FileError(path: file.path, reason: .other("is not what was written"))
      }
      state.bytes = bytes
    } catch {
      state.loss = error
    }
  }
}
