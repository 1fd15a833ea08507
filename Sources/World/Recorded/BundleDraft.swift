/// The files of a bundle before it is written.
package struct BundleDraft: Equatable, Sendable {
  /// The contents by path in the bundle, without the manifest.
  package private(set) var files: [String: [UInt8]] = [:]

  package init() {}

  /// Adds a feed.
  ///
  /// - Returns: Its path in the bundle.
  package mutating func add(feed bytes: [UInt8], named name: String) -> String {
    files["feed/" + name] = bytes
    return "feed/" + name
  }

  /// Adds recorded responses.
  package mutating func add(_ recording: NetworkRecording) {
    files[RecordedBundle.index] = Array(recording.network.text.utf8)
    for exchange in recording.network.exchanges {
      for case .response(let response) in exchange.answers {
        guard let body = response.body else { continue }
        files[RecordedBundle.path(of: body)] = recording.bodies[body.name]
      }
    }
  }

  /// The content of the manifest.
  package var manifest: [UInt8] {
    Array(
      BundleManifest(
        files.map { BundleManifest.Entry(digest: sha256(of: $0.value), path: $0.key) }
      ).text.utf8)
  }

  /// The digest of the manifest, by which a script identifies the bundle.
  package var digest: String { sha256(of: manifest) }

  /// The contents of all files, including the manifest, by path.
  package var contents: [String: [UInt8]] {
    files.merging([BundleManifest.name: manifest]) { $1 }
  }

  /// Writes the bundle to a new folder.
  ///
  /// Nothing is left behind if it fails.
  ///
  /// - Throws: ``FileError`` if a file cannot be written.
  package func write(to folder: String, _ disk: any FileSystem) throws(FileError) {
    do throws(FileError) {
      for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
        try disk.write(bytes, to: "\(folder)/\(path)", replacing: false)
      }
    } catch {
      // The first error is thrown.
      try? Self.remove(folder, disk)
      throw error
    }
  }

  /// Removes the folder of a bundle recursively, without following links.
  package static func remove(_ folder: String, _ disk: any FileSystem) throws(FileError) {
    for name in try disk.names(in: folder) {
      let path = "\(folder)/\(name)"
      if try disk.status(of: path).kind == .folder {
        try remove(path, disk)
      } else {
        try disk.remove(path)
      }
    }
    try disk.remove(folder)
  }
}

/// Writing of a bundle together with its script.
extension BundleDraft {
  /// Replaces a bundle and its script together.
  ///
  /// - Parameters:
  ///   - folder: The folder of the bundle, which replaces an existing one.
  ///   - script: The path and content of the script.
  ///   - isReplacing: Whether an existing script can be replaced.
  ///   - temporary: Returns unused names next to the folder.
  ///   - disk: The file system.
  /// - Throws: ``FileError`` if writing fails. The previous state is restored.
  package func place(
    at folder: String, with script: (path: String, bytes: [UInt8]), replacing isReplacing: Bool,
    temporary: () -> String, _ disk: any FileSystem
  ) throws(FileError) {
    let new = temporary()
    try write(to: new, disk)
    let old = disk.kind(of: folder) == nil ? nil : temporary()
    do throws(FileError) {
      if let old { try disk.rename(folder, to: old) }
      try disk.rename(new, to: folder)
      try disk.write(script.bytes, to: script.path, replacing: isReplacing)
    } catch {
      Self.restore(folder, old: old, new: new, disk)
      throw error
    }
    if let old { try Self.remove(old, disk) }
  }

  /// Restores the previous bundle.
  private static func restore(_ folder: String, old: String?, new: String, _ disk: any FileSystem) {
    // The first error is thrown. A folder that cannot be restored keeps its temporary name.
    if disk.kind(of: new) == nil { try? disk.rename(folder, to: new) }
    if let old { try? disk.rename(old, to: folder) }
    try? remove(new, disk)
  }
}
