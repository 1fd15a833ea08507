import FoundationEssentials
import Pictures
import Terminal

/// Small files that claim to be huge pictures.
enum Bomb: String, CaseIterable {
  case jpeg = "JPEG of 65000×65000"
  case png = "PNG of 30000×30000"

  /// The start of a picture that claims the size, and as many bytes as such a file may have.
  var bytes: [UInt8] {
    switch self {
    case .jpeg:
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFD, 0xE8, 0xFD, 0xE8, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: 0, count: 60_000)
    case .png:
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6, 0, 0, 0, 0, 0, 0, 0]
        + [UInt8](repeating: 0, count: 2_600_000)
    }
  }
}

/// The most memory that the process has had so far, in kB; 0 where that is not told.
func peakMemory() throws -> Int {
  let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
