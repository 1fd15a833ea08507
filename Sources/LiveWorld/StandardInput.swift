import Synchronization
import SystemPackage
import World

/// Standard input, a line after a line, until it ends or a person asks to stop.
final class StandardInput: Sendable {
  private let waiting = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))

  /// The next line without its end; nil when there is none.
  func next() throws(FileError) -> String? {
    try waiting.withLock { (waiting) throws(FileError) in
      while true {
        if let end = waiting.bytes.firstIndex(of: 0x0A) {
          defer { waiting.bytes.removeSubrange(...end) }
          return String(decoding: waiting.bytes[..<end], as: UTF8.self)
        }
        if waiting.isOver {
          defer { waiting.bytes = [] }
          return waiting.bytes.isEmpty ? nil : String(decoding: waiting.bytes, as: UTF8.self)
        }
        let more = try reporting("standard input") { try readSome(.standardInput) }
        waiting.isOver = more.isEmpty
        waiting.bytes += more
      }
    }
  }
}
