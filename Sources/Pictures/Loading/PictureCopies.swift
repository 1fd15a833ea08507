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
  private static let plainLimit = 12_000
  /// The frame and the quality of a JPEG.
  private static let frame = PixelFrame(width: 288, height: 232)
  private static let quality = 60
  /// The width from which a picture needs no larger form, in pixels.
  private static let enoughWidth = 240
  /// The number of pictures fetched at a time; the fetcher limits the requests to one host.
  private static let width = 12

  private struct State {
    var copies: [Int: PictureCopy] = [:]
    var done = 0
  }

  private let loader: PictureLoader
  private let forms: [[PictureRequest]]
  private let state = Mutex(State())

  /// Creates copies of pictures.
  ///
  /// - Parameters:
  ///   - forms: Requests for the forms of each picture, the smallest first; empty for no picture. Their frames are
  ///     ignored.
  ///   - loader: The loader.
  package init(_ forms: [[PictureRequest]], with loader: PictureLoader) {
    self.loader = loader
    self.forms = forms
  }

  /// The number of pictures.
  package var count: Int { forms.count { !$0.isEmpty } }

  /// The number of pictures that are copied, or could not be.
  package var doneCount: Int { state.withLock(\.done) }

  /// Returns the copy of a picture by its place; nil if none of its forms could be fetched and decoded.
  package func copy(at place: Int) -> PictureCopy? { state.withLock { $0.copies[place] } }

  /// Makes all copies, until the task is cancelled.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      for (number, place) in forms.indices.filter({ !forms[$0].isEmpty }).enumerated() {
        if Task.isCancelled { break }
        if number >= Self.width { await group.next() }
        group.addTask { await self.make(place) }
      }
    }
  }

  /// Makes the copy of a picture of the smallest form that is wide enough.
  private func make(_ place: Int) async {
    var best: PictureCopy?
    for request in forms[place] where (best?.size.width ?? 0) < Self.enoughWidth {
      best = await copy(of: request) ?? best
    }
    state.withLock { state in
      state.done += 1
      state.copies[place] = best
    }
  }

  private func copy(of request: PictureRequest) async -> PictureCopy? {
    let address: WebAddress
    switch request.place {
    case .web(let place): address = place
    case .file(let picture):
      // One that cannot be read has no copy, which the caller counts.
      return (try? picture.bytes()).flatMap { Self.copy($0, loader.decoder) }
    }
    var sent = loader.sent(request, to: address)
    sent.priority = .prefetch
    // A picture that cannot be fetched is counted as missing.
    guard let response = try? await loader.fetcher.fetch(sent), response.status == 200,
      let bytes = try? response.content.bytes()
    else { return nil }
    return Self.copy(bytes, loader.decoder)
  }

  /// Returns a small copy; nil for bytes that are not a picture.
  private static func copy(_ bytes: [UInt8], _ decoder: PictureDecoder) -> PictureCopy? {
    guard let header = try? decoder.header(of: bytes) else { return nil }
    if bytes.count <= plainLimit, header.format.isWhole(bytes) {
      return PictureCopy(bytes: bytes, ending: header.format.ending, size: header.size)
    }
    guard let pixels = try? decoder.pixels(of: bytes, in: frame).overWhite,
      let jpeg = try? decoder.jpeg(of: pixels, quality: quality, isSmall: true)
    else { return nil }
    return PictureCopy(bytes: jpeg, ending: "jpg", size: pixels.size)
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
