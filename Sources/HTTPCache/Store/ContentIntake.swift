import Crypto
import Synchronization
import World

/// Content as it arrives: in memory while it is short, then in a file.
///
/// A file that cannot be written is no reason to lose anything: what went into it is read back.
package final class ContentIntake: Sendable {
  struct State {
    var hash = SHA256()
    var count = 0
    /// What has come, unless it is in the file.
    var bytes: [UInt8] = []
    /// The file it goes to; nil while it is in memory.
    var file: (any WritableFile)?
    /// All of it, once the writing has ended.
    var whole: WholeContent?
    /// Whether there may still be a file.
    var mayHaveFile = true
    /// Why what went to the file is nowhere any more.
    var loss: FileError?
  }

  let state = Mutex(State())
  let files: any FileSystem
  /// Whether it may be kept once it is whole.
  let isKept: Bool
  private let limit: Int
  private let room: (@Sendable () -> (any WritableFile)?)?

  /// An intake that nothing has come to yet.
  ///
  /// - Parameters:
  ///   - isKept: Whether it may be kept once it is whole.
  ///   - limit: The most bytes to hold in memory.
  ///   - files: What reads back what was written.
  ///   - room: What begins a file if one can be had; nil if the content must not touch the disk.
  init(
    isKept: Bool, limit: Int, files: any FileSystem,
    room: (@Sendable () -> (any WritableFile)?)? = nil
  ) {
    self.isKept = isKept
    self.limit = limit
    self.files = files
    self.room = room
  }

  deinit { abandon() }

  /// How many bytes have come.
  package var count: Int { state.withLock { $0.count } }

  /// Adds what came next.
  package func append(_ bytes: [UInt8]) {
    state.withLock { state in
      precondition(state.whole == nil, "content came after its end")
      state.hash.update(data: bytes)
      state.count += bytes.count
      if let file = state.file { return write(bytes, to: file, &state) }
      if state.loss != nil { return }
      // Most content comes in one piece, which need not be copied.
      if state.bytes.isEmpty { state.bytes = bytes } else { state.bytes += bytes }
      guard state.bytes.count > limit, state.mayHaveFile, let room else { return }
      state.mayHaveFile = false
      if let file = room() {
        state.file = file
        let held = state.bytes
        state.bytes = []
        write(held, to: file, &state)
      }
    }
  }

  /// Ends the intake of what is not to be kept.
  ///
  /// - Returns: The content. A file that it is in has no name any more.
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
