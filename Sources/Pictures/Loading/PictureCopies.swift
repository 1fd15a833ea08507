import HTTPCache
import Synchronization
import Terminal
import World

/// A small picture as a file that every browser shows.
package struct PictureCopy: Sendable {
  package let bytes: [UInt8]
  /// The usual ending of a file's name, without the dot.
  package let ending: String
  /// The displayed size in pixels.
  package let size: PixelSize
}

/// Fetches pictures, and makes small copies of them for documents.
///
/// Stored pictures need no request. A picture with few bytes is copied as it is, others become a JPEG.
package final class PictureCopies: Sendable {
  /// The maximum size of a picture that is copied as it is, in bytes.
  private static let plainLimit = 16_000
  /// The frame and the quality of a JPEG.
  private static let frame = PixelFrame(width: 480, height: 400)
  private static let quality = 74
  /// The number of pictures fetched at a time; the fetcher limits the requests to one host.
  private static let width = 12

  private struct State {
    var copies: [PictureRequest.Key: PictureCopy] = [:]
    var done = 0
  }

  private let loader: PictureLoader
  private let requests: [PictureRequest]
  private let state = Mutex(State())

  /// Creates copies of the pictures of some requests, whose frames are ignored.
  package init(_ requests: [PictureRequest], with loader: PictureLoader) {
    self.loader = loader
    var seen: Set<PictureRequest.Key> = []
    self.requests = requests.filter { seen.insert($0.key).inserted }
  }

  /// The number of pictures.
  package var count: Int { requests.count }

  /// The number of pictures that are copied, or could not be.
  package var doneCount: Int { state.withLock(\.done) }

  /// Returns the copy of a picture; nil if it could not be fetched or decoded.
  package func copy(of request: PictureRequest) -> PictureCopy? {
    state.withLock { $0.copies[request.key] }
  }

  /// Makes all copies, until the task is cancelled.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      for (place, request) in requests.enumerated() {
        if Task.isCancelled { break }
        if place >= Self.width { await group.next() }
        group.addTask { await self.make(request) }
      }
    }
  }

  private func make(_ request: PictureRequest) async {
    var sent = loader.sent(request)
    sent.priority = .prefetch
    var copy: PictureCopy?
    // A picture that cannot be fetched is counted as missing.
    if let response = try? await loader.fetcher.fetch(sent), response.status == 200,
      let bytes = try? response.content.bytes()
    {
      copy = Self.copy(bytes, loader.decoder)
    }
    state.withLock { state in
      state.done += 1
      state.copies[request.key] = copy
    }
  }

  /// Returns a small copy; nil for bytes that are not a picture.
  private static func copy(_ bytes: [UInt8], _ decoder: PictureDecoder) -> PictureCopy? {
    guard let header = try? decoder.header(of: bytes) else { return nil }
    if bytes.count <= plainLimit, header.format.isWhole(bytes) {
      return PictureCopy(bytes: bytes, ending: header.format.ending, size: header.size)
    }
    guard let pixels = try? decoder.pixels(of: bytes, in: frame).overWhite,
      let jpeg = try? decoder.jpeg(of: pixels, quality: quality)
    else { return nil }
    return PictureCopy(bytes: jpeg, ending: "jpg", size: pixels.size)
  }
}

extension PictureFormat {
  /// The usual ending of a file's name.
  fileprivate var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webP: "webp"
    case .gif: "gif"
    }
  }
}

extension Pixels {
  /// The picture on white paper, for formats without transparency.
  fileprivate var overWhite: Pixels {
    var bytes = self.bytes
    for place in stride(from: 3, to: bytes.count, by: 4) where bytes[place] < 255 {
      let alpha = Int(bytes[place])
      for color in place - 3..<place {
        bytes[color] = UInt8((Int(bytes[color]) * alpha + 255 * (255 - alpha)) / 255)
      }
      bytes[place] = 255
    }
    return Pixels(size: size, bytes: bytes)
  }
}
