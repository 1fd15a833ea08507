import Text

/// The files of a bundle, none of them outside its folder.
struct BundleFolder {
  let path: String
  /// Where no link may stand on the way from; nil for a bundle that a person named.
  var base: BundleBase?
  let files: any FileSystem
  var bounds = BundleBounds()

  /// All bytes of a file that says what is in the others.
  func text(of name: String) throws(BundleError) -> [UInt8] {
    guard try count(of: name) <= bounds.text else {
      throw excessive("\(name) has more than \(bounds.text) bytes")
    }
    return try contents(of: name)
  }

  /// All bytes of a file.
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

  /// How many bytes a file has.
  func count(of name: String) throws(BundleError) -> Int {
    try open(name).count
  }

  /// Makes sure that all files are what the manifest says, and not too much together.
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

  /// Makes sure that a file is what the manifest says.
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

  /// Reads a file's bytes as what they are to be.
  func read<Value>(
    _ name: String, _ bytes: [UInt8], as parse: ([UInt8]) throws(LineError) -> Value
  ) throws(BundleError) -> Value {
    do throws(LineError) {
      return try parse(bytes)
    } catch {
      throw error.inFile("\(path)/\(name)")
    }
  }

  /// The SHA-256 digest of bytes, 64 hexadecimal digits.
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

  /// Where a file is; a link must not lead out of the folder.
  private func place(of name: String) throws(BundleError) -> String {
    let place = files.absolute("\(path)/\(name)")
    guard place == "\(files.absolute(path))/\(name)" else {
      throw BundleError(
        path: "\(path)/\(name)", problem: "a link leads away from here",
        advice: "put the file itself in its place")
    }
    guard [.file, nil].contains(files.kind(of: place)) else {
      throw BundleError(
        path: place, problem: "it is no file", advice: "bring back the recorded file")
    }
    return place
  }
}

/// What can be wrong.
extension BundleFolder {
  func changed(_ name: String) -> BundleError {
    BundleError(
      path: "\(path)/\(name)", problem: "it is not what the manifest says",
      advice: "bring back the recorded file, or record again")
  }

  func unlisted(_ name: String) -> BundleError {
    BundleError(
      path: "\(path)/\(BundleManifest.name)", problem: "\(name) is not listed",
      advice: "add it with sha256sum, or record again")
  }

  func misnamed(_ name: String, digest: String) -> BundleError {
    BundleError(
      path: "\(path)/\(name)", problem: "a body is called by its digest, which is \(digest)",
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
