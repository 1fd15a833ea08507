import Crypto
import Synchronization
import World

/// All content that came, at its end.
struct WholeContent: Sendable {
  var content: CachedContent
  /// The file that it lies in; nil if it is in memory, or nowhere.
  var path: String?
  var digest: ContentDigest
  /// Whether it can be read.
  var isReadable = true

  var count: Int { content.count }

  /// Whether it is in memory, and is no longer than so many bytes.
  func isInMemory(_ limit: Int) -> Bool {
    if case .bytes(let bytes) = content { bytes.count <= limit } else { false }
  }
}

/// Content that was lost while it was put away; to read it is an error.
private struct LostContent: ReadableFile {
  let count: Int
  let error: FileError

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    throw error
  }
}

/// What the store does with an intake.
extension ContentIntake {
  /// Ends the writing, and says what has come.
  func complete() -> WholeContent {
    state.withLock { state in
      if let whole = state.whole { return whole }
      let whole = close(&state)
      state.whole = whole
      return whole
    }
  }

  /// Goes on after content that came before, in memory.
  func resume(_ hash: SHA256, _ bytes: [UInt8]) {
    state.withLock { $0 = State(hash: hash, count: bytes.count, bytes: bytes) }
  }

  /// Goes on after content that came before, in a file.
  func resume(_ hash: SHA256, count: Int, _ file: any WritableFile) {
    state.withLock { $0 = State(hash: hash, count: count, file: file, mayHaveFile: false) }
  }

  /// Removes the file, if there is one; a file that stays is swept later.
  func abandon() {
    state.withLock { state in
      // The sweep finds it again.
      if let path = state.whole?.path ?? state.file?.path { try? files.remove(path) }
      state.file = nil
      state.whole?.path = nil
    }
  }

  private func close(_ state: inout State) -> WholeContent {
    let digest = ContentDigest(state.hash)
    if let file = state.file {
      do throws(FileError) {
        let content = try file.reader()
        guard content.count == state.count else {
          throw FileError(path: file.path, reason: .other("is not what was written"))
        }
        return WholeContent(content: .file(content), path: file.path, digest: digest)
      } catch {
        takeBack(file, state.count, &state)
      }
    }
    if let loss = state.loss {
      let content = CachedContent.file(LostContent(count: state.count, error: loss))
      return WholeContent(content: content, digest: digest, isReadable: false)
    }
    return WholeContent(content: .bytes(state.bytes), digest: digest)
  }

  /// Reads what a file was given back into memory, and gives the file up.
  func takeBack(_ file: any WritableFile, _ count: Int, _ state: inout State) {
    state.file = nil
    // It is of no use to anybody afterwards; if it stays it is swept later.
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
