/// A verified bundle: a folder with a manifest, recorded responses and feeds.
package struct RecordedBundle: Sendable {
  /// The folder.
  package let path: String
  /// The SHA-256 digest of the manifest, and so of all files.
  package let digest: String
  package let network: RecordedNetwork
  /// The list of files.
  package let manifest: BundleManifest
  private let folder: BundleFolder

  /// Opens a bundle that the user named, and verifies all files.
  ///
  /// - Throws: ``BundleError`` if a file is missing, damaged or outside the folder.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ path: String, files: any FileSystem) throws(BundleError) {
    try self.init(BundleFolder(path: path, files: files))
  }

  /// Opens an untrusted bundle, without following links and within size limits.
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

  /// Returns the content of a body.
  ///
  /// - Throws: ``BundleError`` if the file has changed since the bundle was opened.
  package func contents(of body: RecordedNetwork.Body) throws(BundleError) -> [UInt8] {
    let bytes = try folder.contents(of: Self.path(of: body))
    guard BundleFolder.digest(of: bytes) == body.digest else {
      throw folder.changed(Self.path(of: body))
    }
    return bytes
  }

  static let index = "http/index"

  static func path(of body: RecordedNetwork.Body) -> String { "http/bodies/\(body.name)" }

  /// Verifies that every body is listed with its digest and has the declared size.
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

/// The size limits of a bundle.
package struct BundleBounds: Equatable, Sendable {
  /// The total size in bytes; 4 GiB by default, for trusted bundles.
  package var bytes = 4 << 30
  package var files = 1 << 20
  /// The size of the manifest and of the index, in bytes.
  package var text = 1 << 30

  package init() {}

  /// The limits for bundles of scripts: 64 MiB in 2000 files.
  package static let script = {
    var bounds = BundleBounds()
    (bounds.bytes, bounds.files, bounds.text) = (64 << 20, 2000, 2 << 20)
    return bounds
  }()
}

/// The location of an untrusted bundle below a trusted folder.
package struct BundleBase: Equatable, Sendable {
  package var folder: String
  /// The relative path, as ``FileSystem/open(_:beneath:limit:)`` requires it.
  package var path: String

  package init(folder: String, path: String) {
    (self.folder, self.path) = (folder, path)
  }
}

/// An error in a bundle, with its position and a remedy.
package struct BundleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file or bundle.
  package var path: String
  /// The line number, counted from 1; nil for the whole file.
  package var line: Int?
  package var problem: String
  package var advice: String

  package var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(problem); \(advice)"
  }
}

/// An error in a line of a text.
struct LineError: Error, Equatable {
  var line: Int
  var problem: String
  var advice: String

  func inFile(_ path: String) -> BundleError {
    BundleError(path: path, line: line, problem: problem, advice: advice)
  }
}

/// Splits a text into lines with their numbers, counted from 1.
func numberedLines(_ bytes: [UInt8]) -> [(number: Int, bytes: ArraySlice<UInt8>)] {
  var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines.enumerated().map { ($0.offset + 1, $0.element) }
}
