import Crypto

/// The files of a bundle, none of them outside its folder.
struct BundleFolder {
  /// The most bytes of one file: 4 GiB.
  private static let limit = 4 << 30

  let path: String
  let files: any FileSystem

  /// All bytes of a file.
  func contents(of name: String) throws(BundleError) -> [UInt8] {
    let path = try place(of: name)
    do {
      return try files.contents(of: path, limit: Self.limit)
    } catch {
      throw unreadable(error)
    }
  }

  /// How many bytes a file has.
  func count(of name: String) throws(BundleError) -> Int {
    try open(name).count
  }

  /// Makes sure that a file is what the manifest says.
  func check(_ entry: BundleManifest.Entry) throws(BundleError) {
    let file = try open(entry.path)
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    do {
      while true {
        let count = try file.read(at: offset, into: &buffer, 0..<buffer.count)
        hash.update(data: buffer[..<count])
        offset += count
        if count < buffer.count { break }
      }
    } catch {
      throw unreadable(error)
    }
    guard hexadecimal(hash.finalize()) == entry.digest else { throw changed(entry.path) }
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
    let path = try place(of: name)
    do {
      return try files.open(path, limit: Self.limit)
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

  private func unreadable(_ error: FileError) -> BundleError {
    let problem = error.description.replacing("\(error.path): ", with: "")
    return BundleError(
      path: error.path, problem: problem, advice: "a bundle has a MANIFEST and all files it lists")
  }
}
