/// The files of a bundle with their digests, in the format of `sha256sum`.
package struct BundleManifest: Equatable, Sendable {
  /// A file of the bundle.
  package struct Entry: Equatable, Sendable {
    /// The SHA-256 digest, in 64 hexadecimal digits.
    package var digest: String
    /// The path relative to the bundle.
    package var path: String

    package init(digest: String, path: String) {
      self.digest = digest
      self.path = path
    }
  }

  /// The name of the manifest in its bundle.
  package static let name = "MANIFEST"

  /// The entries, sorted by the bytes of their paths.
  package private(set) var entries: [Entry]

  /// Creates a manifest.
  ///
  /// The paths must be unique and inside the bundle.
  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns the digest of a file; nil if it is not listed.
  package func digest(of path: String) -> String? {
    entries.first { $0.path == path }?.digest
  }

  /// The manifest as text.
  package var text: String {
    entries.map { "\($0.digest)  \($0.path)\n" }.joined()
  }

  /// Parses a manifest.
  init(_ bytes: [UInt8]) throws(LineError) {
    var entries: [Entry] = []
    var lineOfPath: [String: Int] = [:]
    for (number, line) in numberedLines(bytes) {
      guard let entry = Self.entry(line) else {
        throw LineError(
          line: number, problem: "it is not a digest, two spaces and a path within the bundle",
          advice: "write it with sha256sum")
      }
      if let first = lineOfPath.updateValue(number, forKey: entry.path) {
        throw LineError(
          line: number, problem: "\(entry.path) is listed already, in line \(first)",
          advice: "keep the line that is right")
      }
      entries.append(entry)
    }
    self.init(entries)
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    let digest = String(decoding: line.prefix(64), as: UTF8.self)
    let space = line.dropFirst(64).prefix(2)
    guard isDigest(digest), [[0x20, 0x20], [0x20, 0x2A]].contains(Array(space)),
      let path = String(validating: line.dropFirst(66), as: UTF8.self), isInside(path)
    else { return nil }
    return Entry(digest: digest, path: path)
  }

  /// Whether a path is relative, without empty, `.` or `..` components.
  static func isInside(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        && part.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    }
  }

  /// Whether a text is a SHA-256 digest in lowercase.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
