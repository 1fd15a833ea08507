/// The files of a bundle that is about to be written.
package struct BundleDraft: Equatable, Sendable {
  /// The content of each file by its path in the bundle; the manifest is not among them.
  package private(set) var files: [String: [UInt8]] = [:]

  package init() {}

  /// Adds a feed.
  ///
  /// - Returns: Its path in the bundle.
  package mutating func add(feed bytes: [UInt8], named name: String) -> String {
    files["feed/" + name] = bytes
    return "feed/" + name
  }

  /// Adds what servers answered.
  package mutating func add(_ recording: NetworkRecording) {
    files[RecordedBundle.index] = Array(recording.network.text.utf8)
    for exchange in recording.network.exchanges {
      for case .response(let response) in exchange.answers {
        guard let body = response.body else { continue }
        files[RecordedBundle.path(of: body)] = recording.bodies[body.name]
      }
    }
  }

  /// The manifest as it is written.
  package var manifest: [UInt8] {
    Array(
      BundleManifest(
        files.map { BundleManifest.Entry(digest: sha256(of: $0.value), path: $0.key) }
      ).text.utf8)
  }

  /// The digest that a script knows the bundle by.
  package var digest: String { sha256(of: manifest) }

  /// All files with the manifest, by their paths.
  package var contents: [String: [UInt8]] {
    files.merging([BundleManifest.name: manifest]) { $1 }
  }

  /// Writes the bundle into a folder that is not there yet; nothing of it is left if that fails.
  ///
  /// - Throws: ``FileError`` if the disk takes it not.
  package func write(to folder: String, _ disk: any FileSystem) throws(FileError) {
    do throws(FileError) {
      for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
        try disk.write(bytes, to: "\(folder)/\(path)", replacing: false)
      }
    } catch {
      // The first error is the one to tell of.
      try? Self.remove(folder, disk)
      throw error
    }
  }

  /// Removes the folder of a bundle with all that is in it; no link is followed.
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

/// A bundle and the script that knows it by its digest.
extension BundleDraft {
  /// Puts the bundle and its script in place, both or neither; what was there before is gone then.
  ///
  /// - Parameters:
  ///   - folder: The bundle's folder; what is there is replaced.
  ///   - script: The path and the bytes of the script.
  ///   - isReplacing: Whether a script that is there may be replaced.
  ///   - temporary: Gives names beside the folder that nobody uses.
  ///   - disk: Where they go.
  /// - Throws: ``FileError`` if the disk takes them not; what was there before is there still.
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

  /// Puts back what was there before.
  private static func restore(_ folder: String, old: String?, new: String, _ disk: any FileSystem) {
    // The first error is the one to tell of; what cannot be put back stays under its other name.
    if disk.kind(of: new) == nil { try? disk.rename(folder, to: new) }
    if let old { try? disk.rename(old, to: folder) }
    try? remove(new, disk)
  }
}
