import Text

/// The folder of a bundle, with checks that its files are inside it.
struct BundleFolder {
  let path: String
  /// The base that paths must not leave through links; nil for a bundle that the user named.
  var base: BundleBase?
  let files: any FileSystem
  var bounds = BundleBounds()

  /// Reads the manifest or the index.
  func text(of name: String) throws(BundleError) -> [UInt8] {
    guard try count(of: name) <= bounds.text else {
      throw excessive("\(name) has more than \(bounds.text) bytes")
    }
    return try contents(of: name)
  }

  /// Reads a file.
  func contents(of name: String) throws(BundleError) -> [UInt8] {
    let file = try open(name)
    var bytes = [UInt8](repeating: 0, count: file.count)
    do {
      let count = try file.read(at: 0, into: &bytes, 0..<bytes.count)
      return count == bytes.count ? bytes : Array(bytes[..<count])
    } catch {
      throw unreadable(error)
    }
  }

  /// Returns the size of a file in bytes.
  func count(of name: String) throws(BundleError) -> Int {
    try open(name).count
  }

  /// Verifies the digests of all files and their total size.
  func check(_ manifest: BundleManifest) throws(BundleError) {
    guard manifest.entries.count <= bounds.files else {
      throw excessive("it lists more than \(bounds.files) files")
    }
    var rest = bounds.bytes
    for entry in manifest.entries {
      rest -= try count(of: entry.path)
      guard rest >= 0 else { throw excessive("its files have more than \(bounds.bytes) bytes") }
      try check(entry)
    }
  }

  /// Verifies the digest of a file.
  private func check(_ entry: BundleManifest.Entry) throws(BundleError) {
    let file = try open(entry.path)
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    do {
      while true {
        let count = try file.read(at: offset, into: &buffer, 0..<buffer.count)
        hash.update(buffer[..<count])
        offset += count
        if count < buffer.count { break }
      }
    } catch {
      throw unreadable(error)
    }
    guard hexadecimal(hash.digest) == entry.digest else { throw changed(entry.path) }
  }

  /// Parses the content of a file and adds its path to errors.
  func read<Value>(
    _ name: String, _ bytes: [UInt8], as parse: ([UInt8]) throws(LineError) -> Value
  ) throws(BundleError) -> Value {
    do throws(LineError) {
      return try parse(bytes)
    } catch {
      throw error.inFile("\(path)/\(name)")
    }
  }

  /// Returns the SHA-256 digest of bytes, in 64 hexadecimal digits.
  static func digest(of bytes: [UInt8]) -> String { sha256(of: bytes) }

  private func open(_ name: String) throws(BundleError) -> any ReadableFile {
    do {
      if let base {
        let place = "\(base.path)/\(name)"
        return try files.open(place, beneath: base.folder, limit: bounds.bytes)
      }
    } catch {
      throw unreadable(error)
    }
    let path = try place(of: name)
    do {
      return try files.open(path, limit: bounds.bytes)
    } catch {
      throw unreadable(error)
    }
  }

  /// Returns the absolute path of a file.
  ///
  /// A link must not lead out of the folder.
  private func place(of name: String) throws(BundleError) -> String {
    let place = files.absolute("\(path)/\(name)")
    guard place == "\(files.absolute(path))/\(name)" else {
      throw BundleError(
        path: "\(path)/\(name)", problem: "a link leads away from here",
        advice: "put the file itself in its place")
    }
    guard [.file, nil].contains(files.kind(of: place)) else {
      throw BundleError(
        path: place, problem: "it is not a file", advice: "bring back the recorded file")
    }
    return place
  }
}

/// Errors.
extension BundleFolder {
  func changed(_ name: String) -> BundleError {
    BundleError(
      path: "\(path)/\(name)", problem: "its digest differs from the manifest",
      advice: "bring back the recorded file, or record again")
  }

  func unlisted(_ name: String) -> BundleError {
    BundleError(
      path: "\(path)/\(BundleManifest.name)", problem: "\(name) is not listed",
      advice: "add it with sha256sum, or record again")
  }

  func misnamed(_ name: String, digest: String) -> BundleError {
    BundleError(
      path: "\(path)/\(name)",
      problem: "the file must be named after its digest, which is \(digest)",
      advice: "bring back the recorded file, or record again")
  }

  func mismatch(_ index: String, _ name: String, said: Int, found: Int) -> BundleError {
    BundleError(
      path: "\(path)/\(index)", problem: "\(name) has \(found) bytes, not \(said)",
      advice: "write bytes=\(found)")
  }

  private func excessive(_ problem: String) -> BundleError {
    BundleError(
      path: "\(path)/\(BundleManifest.name)", problem: problem, advice: "record less at a time")
  }

  private func unreadable(_ error: FileError) -> BundleError {
    let problem = error.description.replacing("\(error.path): ", with: "")
    return BundleError(
      path: error.path, problem: problem, advice: "a bundle has a MANIFEST and all files it lists")
  }
}
