import HTTPCache
import Terminal
import World

/// Pictures in files on this machine.
extension PictureLoader {
  /// Shows a picture in a file.
  ///
  /// Its thumbnail has the version of the file in its name, and needs none of its bytes.
  func load(_ picture: StoredPicture, _ job: Job) async {
    let digest = sha256(of: Array(picture.id.utf8))
    var facts = PictureFacts(
      format: .jpeg, size: PixelSize(width: 1, height: 1), count: 0, source: .file, date: 0,
      identity: PictureFacts.identity(of: digest))
    if job.request.exists, let made = made(of: digest, job.request) {
      facts.take(made.facts)
      facts.count = made.facts.count
      return present(made.pixels, facts, isChecking: false, storedAs: digest, job)
    }
    do throws(StoredPicture.Fault) {
      let bytes = try await decodingQueue.make { () throws(StoredPicture.Fault) in
        try picture.bytes()
      }
      if Task.isCancelled { return }
      try await decode(bytes, facts, digest, job)
    } catch {
      job.advance(
        error.isTemporary
          ? .failed(reason: error.reason, retryAt: now()) : .broken(reason: error.reason), nil)
    }
  }

  private func decode(
    _ bytes: [UInt8], _ facts: PictureFacts, _ digest: String, _ job: Job
  ) async throws(StoredPicture.Fault) {
    do throws(DecodingError) {
      try await decode(bytes, facts, isChecking: false, storedAs: digest, job)
    } catch {
      throw StoredPicture.Fault("\(error)")
    }
  }
}
