import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Vectored output: writev(2) writes several buffers without concatenating them.
extension FileDescriptor {
  /// The maximum number of buffers per call, below the limit of all systems.
  private static let most = 64

  /// Writes all buffers in order, waiting whenever the stream is not ready.
  ///
  /// - Parameters:
  ///   - pieces: The buffers.
  ///   - offset: The offset in the file; nil for the current position.
  ///   - wait: Waits until the stream is ready.
  /// - Throws: `Errno` if writing fails.
  func writeEverything(
    _ pieces: [[UInt8]], at offset: Int64? = nil, waitingBy wait: () -> Void
  ) throws(Errno) {
    var rest = pieces[...]
    // The total number of bytes written, and the number written of the first remaining buffer. A partly
    // written buffer is not copied.
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

  /// Writes some buffers, starting within the first.
  ///
  /// - Returns: The number of bytes written.
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

  /// Calls a closure while all buffers have stable addresses, which is done recursively.
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
