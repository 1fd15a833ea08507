import Feeds
import World

/// Checks whether a response is plausibly a feed, before it is stored and possibly replaces a valid copy.
enum FeedPlausibility {
  /// The maximum size, in bytes, of a response that is parsed.
  ///
  /// Of larger ones, only the ends are checked.
  private static let parsingLimit = 16 << 20
  /// The number of bytes at each end that are checked.
  private static let endSize = 512

  /// Whether a response is plausibly a feed.
  ///
  /// - Parameters:
  ///   - file: The content of the response.
  ///   - copy: The header fields of the stored copy; nil if there is none.
  ///   - reading: The options to parse it with.
  /// - Returns: Whether the response may be stored, and replace the copy.
  static func isPlausible(
    _ file: any ReadableFile, insteadOf copy: [HTTPField]?, _ reading: FeedReading
  ) -> Bool {
    guard let first = firstByte(of: file) else { return false }
    // An archive, and a file of another program, are what they are.
    if (try? FeedLoader.isJoined(file, named: "")) ?? false { return true }
    if let copy {
      // A web page in place of JSON is usually a login page. Feeds of recipes in web pages are parsed below.
      let type = copy.first { $0.isNamed("Content-Type") }?.value.lowercased() ?? ""
      if first == UInt8(ascii: "<"), !type.contains("html") { return false }
      // JSON and NDJSON end with a bracket. Without one, the response was truncated, even if NDJSON would parse except
      // for its last line.
      if "{[".utf8.contains(first), let last = lastByte(of: file), !"}]".utf8.contains(last) {
        return false
      }
    } else if first != UInt8(ascii: "<") {
      // Without a copy to lose, the response is accepted, and reading it reports any error.
      return true
    }
    guard file.count <= parsingLimit else { return true }
    var reading = reading
    reading.isStrict = false
    do throws(FeedError) {
      // A server is taken to declare the charset of the copy for the response, too.
      _ = try Feed([IdentifiedContent(file, copy ?? [])], reading)
      return true
    } catch {
      return false
    }
  }

  /// Returns the first byte after white space and a byte order mark; nil if there is none at the start.
  private static func firstByte(of file: any ReadableFile) -> UInt8? {
    let start = bytes(of: file, 0..<min(endSize, file.count))
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return start[(start.starts(with: byteOrderMark) ? 3 : 0)...].first { !isSpace($0) }
  }

  /// Returns the last byte before white space; nil if there is none at the end.
  private static func lastByte(of file: any ReadableFile) -> UInt8? {
    bytes(of: file, max(0, file.count - endSize)..<file.count).last { !isSpace($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  /// Reads bytes of a file; empty if it cannot be read.
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
