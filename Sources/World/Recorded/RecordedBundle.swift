/// A folder with recorded things, each of which is what its manifest says.
package struct RecordedBundle: Sendable {
  /// The folder.
  package let path: String
  /// The SHA-256 digest of the manifest, which stands for those of all files.
  package let digest: String
  package let network: RecordedNetwork
  private let files: any FileSystem

  /// Opens a bundle and checks all its files.
  ///
  /// - Throws: ``BundleError`` if a file is missing, damaged or outside the folder.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ path: String, files: any FileSystem) throws(BundleError) {
    self.path = path
    self.files = files
    let folder = BundleFolder(path: path, files: files)
    let manifestBytes = try folder.contents(of: BundleManifest.name)
    digest = BundleFolder.digest(of: manifestBytes)
    let manifest = try folder.read(BundleManifest.name, manifestBytes) {
      bytes throws(LineError) in try BundleManifest(bytes)
    }
    for entry in manifest.entries { try folder.check(entry) }
    guard manifest.digest(of: Self.index) != nil else { throw folder.unlisted(Self.index) }
    network = try folder.read(Self.index, folder.contents(of: Self.index)) {
      bytes throws(LineError) in try RecordedNetwork(bytes)
    }
    try Self.check(network, against: manifest, in: folder)
  }

  /// The content that a body's file has now.
  ///
  /// - Throws: ``BundleError`` if it is no longer what it was when the bundle was opened.
  package func contents(of body: RecordedNetwork.Body) throws(BundleError) -> [UInt8] {
    let folder = BundleFolder(path: path, files: files)
    let bytes = try folder.contents(of: Self.path(of: body))
    guard BundleFolder.digest(of: bytes) == body.digest else {
      throw folder.changed(Self.path(of: body))
    }
    return bytes
  }

  private static let index = "http/index"

  private static func path(of body: RecordedNetwork.Body) -> String { "http/bodies/\(body.name)" }

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
