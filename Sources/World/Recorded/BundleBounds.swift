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
