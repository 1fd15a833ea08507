import Foundation
import Synchronization
import TestSupport

/// A feed of pictures on a server of this machine, which answers by what a picture is called.
///
/// All pictures are the same four quadrants in red, green, blue and yellow.
final class PictureServer: Sendable {
  /// Lets a picture go on of which half has come.
  let rest = DispatchSemaphore(value: 0)
  private let picture: [UInt8]
  private let other: [UInt8]

  init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: tests.appending(path: "PicturesTests/Pictures/\(name)")))
    }
    (picture, other) = (try bytes("rgb-8.png"), try bytes("gray-8.png"))
  }

  /// The size of each picture, in bytes.
  var size: Int { picture.count }

  func answer(_ request: LoopbackRequest, _ peer: LoopbackPeer) {
    let name = request.path.split(separator: "/").last.map(String.init) ?? ""
    switch name {
    case "Broken": peer.answer(404)
    case "Failing": peer.answer(500)
    case "Page": peer.answer(200, body: Array("<!DOCTYPE html>".utf8))
    case "Huge":
      // A head that promises 60000 × 60000 pixels.
      let head = Array(picture.prefix(16)) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]
      peer.answer(200, [("Cache-Control", "max-age=3600")], body: head + picture.dropFirst(24))
    case "Checked" where request["if-none-match"] != nil:
      peer.send("HTTP/1.1 304 Not Modified\r\n\r\n")
    case "Checked":
      peer.answer(200, [("ETag", "\"1\""), ("Cache-Control", "no-cache")], body: picture)
    case "Changing" where request["if-none-match"] != nil:
      rest.wait()
      peer.answer(200, [("ETag", "\"2\""), ("Cache-Control", "max-age=3600")], body: other)
    case "Changing":
      peer.answer(200, [("ETag", "\"1\""), ("Cache-Control", "no-cache")], body: picture)
    case "Slow":
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(picture.count)\r\n\r\n")
      peer.send(Array(picture.prefix(picture.count / 2)))
      rest.wait()
      peer.send(Array(picture.dropFirst(picture.count / 2)))
    default: peer.answer(200, [("Cache-Control", "max-age=3600")], body: picture)
    }
  }

  /// A feed of which each row has the picture of its name; of a row without one, the name begins with a dash.
  static func feed(_ names: [String], at server: LoopbackServer) -> String {
    let records = names.enumerated().map { place, name in
      let number = String(format: "%012d", place + 1)
      let photo =
        name.hasPrefix("-")
        ? ""
        : ", \"photo_url_large\": \"\(server.url("/large/\(name)"))\", \"photo_url_small\": \"\(server.url("/small/\(name)"))\""
      return
        "{\"uuid\": \"00000000-0000-4000-8000-\(number)\", \"name\": \"\(name)\", \"cuisine\": \"Test\"\(photo)}"
    }
    return "{\"recipes\": [\(records.joined(separator: ",\n"))]}\n"
  }
}

extension Workplace {
  /// Runs what needs a server of pictures, and a file with a feed of them.
  func withPictures(
    _ names: [String],
    run: (_ feed: String, _ server: LoopbackServer, _ pictures: PictureServer) async throws -> Void
  ) async throws {
    let pictures = try PictureServer()
    try await withServer({ pictures.answer($0, $1) }) { server in
      let feed = try file("pictures.json", PictureServer.feed(names, at: server))
      try await run(feed, server, pictures)
    }
  }
}
