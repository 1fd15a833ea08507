import Feeds
import World

/// Whether what a server answers for a feed is one, so that it is kept and may take the place of a good copy.
enum FeedJudgement {
  /// How many bytes are read as a feed for that; what is larger is judged by its ends.
  private static let mostRead = 16 << 20
  /// How many bytes at each end are looked at.
  private static let endSize = 512

  /// Whether an answer is a feed, as far as that is quickly told.
  ///
  /// - Parameters:
  ///   - file: The answer.
  ///   - kept: The header fields of the copy; nil if there is none.
  ///   - reading: How it is to be read.
  /// - Returns: Whether it may be kept, and take the place of the copy.
  static func isCredible(
    _ file: any ReadableFile, insteadOf kept: [HTTPField]?, _ reading: FeedReading
  ) -> Bool {
    guard let first = firstLetter(of: file) else { return false }
    if let kept {
      // A page in place of a feed is somebody's "sign in first"; for recipes out of a page it is read.
      let type = kept.first { $0.isNamed("Content-Type") }?.value.lowercased() ?? ""
      if first == UInt8(ascii: "<"), !type.contains("html") { return false }
      // JSON and lines of JSON end with a bracket; without it, the last line of many would only be called malformed.
      if "{[".utf8.contains(first), let last = lastLetter(of: file), !"}]".utf8.contains(last) {
        return false
      }
    } else if first != UInt8(ascii: "<") {
      // Where nothing can be lost, whoever reads it says what it is.
      return true
    }
    guard file.count <= mostRead else { return true }
    var reading = reading
    reading.isStrict = false
    do throws(FeedError) {
      _ = try Feed([file], reading)
      return true
    } catch {
      return false
    }
  }

  /// The first byte behind white space and a byte order mark; nil if there is none among the first.
  private static func firstLetter(of file: any ReadableFile) -> UInt8? {
    let start = bytes(of: file, 0..<min(endSize, file.count))
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return start[(start.starts(with: mark) ? 3 : 0)...].first { !isSpace($0) }
  }

  /// The last byte before white space; nil if there is none among the last.
  private static func lastLetter(of file: any ReadableFile) -> UInt8? {
    bytes(of: file, max(0, file.count - endSize)..<file.count).last { !isSpace($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  /// Some bytes of a file; none if it cannot be read.
  private static func bytes(of file: any ReadableFile, _ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    do throws(FileError) {
      let count = try file.read(at: range.lowerBound, into: &bytes, 0..<range.count)
      return Array(bytes[..<count])
    } catch {
      return []
    }
  }
}
