/// A folder with recorded things, each of which is what its manifest says.
package struct RecordedBundle: Sendable {
  /// The folder.
  package let path: String
  /// The SHA-256 digest of the manifest, which stands for those of all files.
  package let digest: String
  package let network: RecordedNetwork
  /// The files it is made of.
  package let manifest: BundleManifest
  private let folder: BundleFolder

  /// Opens a bundle that a person named and checks all its files.
  ///
  /// - Throws: ``BundleError`` if a file is missing, damaged or outside the folder.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ path: String, files: any FileSystem) throws(BundleError) {
    try self.init(BundleFolder(path: path, files: files))
  }

  /// Opens a bundle that somebody else chose: no link leads to it, and it is not too large.
  package init(
    _ base: BundleBase, files: any FileSystem, bounds: BundleBounds
  ) throws(BundleError) {
    try self.init(
      BundleFolder(
        path: "\(base.folder)/\(base.path)", base: base, files: files, bounds: bounds))
  }

  private init(_ folder: BundleFolder) throws(BundleError) {
    (path, self.folder) = (folder.path, folder)
    let manifestBytes = try folder.text(of: BundleManifest.name)
    digest = BundleFolder.digest(of: manifestBytes)
    manifest = try folder.read(BundleManifest.name, manifestBytes) {
      bytes throws(LineError) in try BundleManifest(bytes)
    }
    try folder.check(manifest)
    guard manifest.digest(of: Self.index) != nil else { throw folder.unlisted(Self.index) }
    network = try folder.read(Self.index, folder.text(of: Self.index)) {
      bytes throws(LineError) in try RecordedNetwork(bytes)
    }
    try Self.check(network, against: manifest, in: folder)
  }

  /// The content that a body's file has now.
  ///
  /// - Throws: ``BundleError`` if it is no longer what it was when the bundle was opened.
  package func contents(of body: RecordedNetwork.Body) throws(BundleError) -> [UInt8] {
    let bytes = try folder.contents(of: Self.path(of: body))
    guard BundleFolder.digest(of: bytes) == body.digest else {
      throw folder.changed(Self.path(of: body))
    }
    return bytes
  }

  static let index = "http/index"

  static func path(of body: RecordedNetwork.Body) -> String { "http/bodies/\(body.name)" }

  /// Makes sure that every body is listed under its own digest and as long as its answer says.
  private static func check(
    _ network: RecordedNetwork, against manifest: BundleManifest, in folder: BundleFolder
  ) throws(BundleError) {
    for exchange in network.exchanges {
      for case .response(let response) in exchange.answers {
        guard let body = response.body else { continue }
        let path = path(of: body)
        guard let digest = manifest.digest(of: path) else { throw folder.unlisted(path) }
        guard digest == body.digest else { throw folder.misnamed(path, digest: digest) }
        let count = try folder.count(of: path)
        guard count == body.count else {
          throw folder.mismatch(index, path, said: body.count, found: count)
        }
      }
    }
  }
}

/// How much a bundle may hold.
package struct BundleBounds: Equatable, Sendable {
  /// Bytes of all files: 4 GiB, unless somebody else chose the bundle.
  package var bytes = 4 << 30
  package var files = 1 << 20
  /// Bytes of the manifest, and of the index.
  package var text = 1 << 30

  package init() {}

  /// What the bundle of a script may hold: 64 MiB in 2000 files.
  package static let script = {
    var bounds = BundleBounds()
    (bounds.bytes, bounds.files, bounds.text) = (64 << 20, 2000, 2 << 20)
    return bounds
  }()
}

/// Where a bundle lies below a folder that is trusted while nothing in it is.
package struct BundleBase: Equatable, Sendable {
  package var folder: String
  /// The way from there, as ``FileSystem/open(_:beneath:limit:)`` takes it.
  package var path: String

  package init(folder: String, path: String) {
    (self.folder, self.path) = (folder, path)
  }
}

/// What is wrong with a bundle of recorded things, where, and what to do about it.
package struct BundleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file, or of the bundle itself.
  package var path: String
  /// The line, from 1; nil if it is about the whole file.
  package var line: Int?
  package var problem: String
  package var advice: String

  package var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(problem); \(advice)"
  }
}

/// What is wrong with one line of a text.
struct LineError: Error, Equatable {
  var line: Int
  var problem: String
  var advice: String

  func inFile(_ path: String) -> BundleError {
    BundleError(path: path, line: line, problem: problem, advice: advice)
  }
}

/// The lines of a text with their numbers, from 1; the text after the last line feed is one if there is any.
func numberedLines(_ bytes: [UInt8]) -> [(number: Int, bytes: ArraySlice<UInt8>)] {
  var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines.enumerated().map { ($0.offset + 1, $0.element) }
}
