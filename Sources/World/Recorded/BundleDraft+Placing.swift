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
