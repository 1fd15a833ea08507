import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writing what lies in several places of memory as one, without a copy that joins it: writev(2).
extension FileDescriptor {
  /// How many pieces the system is given at once: fewer than any takes.
  private static let most = 64

  /// Writes all pieces one behind the other, and waits as often as the stream takes none.
  ///
  /// - Parameters:
  ///   - pieces: What to write.
  ///   - offset: How many bytes of a file stand before them; nil to go on where the stream is.
  ///   - wait: Waits until the stream takes bytes.
  /// - Throws: `Errno` if it takes no more.
  func writeEverything(
    _ pieces: [[UInt8]], at offset: Int64? = nil, waitingBy wait: () -> Void
  ) throws(Errno) {
    var rest = pieces[...]
    // How much is written, and how much of that is of the first piece that is left: of a long one a slow reader takes
    // little at a time, and the rest of it is not moved.
    var (done, doneOfFirst) = (0, 0)
    while true {
      while let first = rest.first, doneOfFirst >= first.count {
        doneOfFirst -= first.count
        rest = rest.dropFirst()
      }
      if rest.isEmpty { return }
      do {
        let place = offset.map { $0 + Int64(done) }
        let written = try write(rest.prefix(Self.most), from: doneOfFirst, at: place)
        done += written
        doneOfFirst += written
      } catch .resourceTemporarilyUnavailable {
        wait()
      } catch .interrupted {
        continue
      }
    }
  }

  /// Writes some of the pieces, the first of them from a place on.
  ///
  /// - Returns: How many bytes were taken.
  private func write(
    _ pieces: ArraySlice<[UInt8]>, from start: Int, at offset: Int64?
  ) throws(Errno) -> Int {
    var vectors = unsafe [iovec]()
    unsafe vectors.reserveCapacity(pieces.count)
    let written = unsafe Self.lend(pieces, &vectors) { vectors in
      var vectors = unsafe vectors
      unsafe vectors[0].iov_base += start
      unsafe vectors[0].iov_len -= start
      return if let offset {
        unsafe pwritev(rawValue, vectors, Int32(vectors.count), off_t(offset))
      } else {
        unsafe writev(rawValue, vectors, Int32(vectors.count))
      }
    }
    if written < 0 { throw Errno(rawValue: errno) }
    return written
  }

  /// Does something while all pieces stay where they are: each is lent for as long as those behind it are.
  private static func lend(
    _ pieces: ArraySlice<[UInt8]>, _ vectors: inout [iovec], _ body: ([iovec]) -> Int
  ) -> Int {
    guard let first = pieces.first else { return unsafe body(vectors) }
    return unsafe first.withUnsafeBytes { bytes in
      let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      unsafe vectors.append(iovec(iov_base: base, iov_len: bytes.count))
      return unsafe lend(pieces.dropFirst(), &vectors, body)
    }
  }
}
