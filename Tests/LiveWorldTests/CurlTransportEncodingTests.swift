import Foundation
import LiveWorld
import TestSupport
import Testing
import World

struct CurlTransportEncodingTests {
  private let transport = CurlTransport()

  @Test(arguments: [1 << 10, 1 << 20])
  func `a compression bomb stops at the byte limit`(limit: Int) async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", "gzip, gzip")], body: bomb)
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.bytes = limit
      let response = try await transport.response(to: request)
      var count = 0
      await #expect(throws: HTTPFailure.tooLarge(limit: limit)) {
        for try await chunk in response.body { count += chunk.count }
      }
      #expect(count <= limit)
    }
  }

  /// Returns zeros compressed by `gzip` a number of times.
  private func zeros(_ count: Int, packed times: Int) throws -> [UInt8] {
    let packing = Process()
    packing.executableURL = URL(filePath: "/bin/sh")
    let steps = ["head -c \(count) /dev/zero"] + Array(repeating: "gzip -9n", count: times)
    packing.arguments = ["-c", steps.joined(separator: " | ")]
    let pipe = Pipe()
    packing.standardOutput = pipe
    try packing.run()
    return [UInt8](try #require(try pipe.fileHandleForReading.readToEnd()))
  }

  /// Without a reader, libcurl has to buffer the decoded data.
  @Test func `a compression bomb without a reader stops at the buffer limit`() async throws {
    let larger = try zeros(200_000_000, packed: 2)
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", "gzip, gzip")], body: larger)
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.bytes = 4 << 30
      let response = try await transport.response(to: request)
      let failure = await #expect(throws: HTTPFailure.self) {
        _ = try await response.body.collect()
      }
      #expect(failure == .packedTooDensely)
    }
  }

  @Test(arguments: [
    ("gzip", compressed.map { $0 ^ 0x55 }),

    ("gzip", compressed.dropLast(8) + [0, 0, 0, 0, 20, 0, 0, 0]),
    ("br", compressed), ("zstd", compressed), ("deflate", compressed),
    ("gzip, gzip, gzip, gzip, gzip, gzip", compressed),
  ])
  func `a body that cannot be decoded fails`(
    encoding: String, bytes: [UInt8]
  ) async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", encoding)], body: bytes)
    } run: { server in
      let failure = await #expect(throws: HTTPFailure.self) {
        _ = try await transport.response(to: HTTPRequest(url: server.url())).body.collect()
      }
      guard case .dropped = failure else {
        Issue.record("it is \(String(describing: failure))")
        return
      }
    }
  }

  /// The chunked framing is complete: only the compressed data is truncated.
  @Test(arguments: [1, 4, 8, 12, 29, 39], ["gzip", "X-GZIP"])
  func `truncated gzip content fails`(
    missing: Int, coding: String
  ) async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", coding)], body: compressed.dropLast(missing))
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      await #expect(throws: HTTPFailure.dropped(reason: "its packed content is cut off")) {
        _ = try await response.body.collect()
      }
    }
  }

  @Test(arguments: [
    (1, ""), (2, ""), (1, "\0\0\0"), (2, "rest"), (1, "\u{1F}"), (1, "\u{1F}rest"), (0, ""),
  ])
  func `all gzip members are decoded and trailing data is ignored`(
    members: Int, rest: String
  ) async throws {
    let bytes = Array(repeating: compressed, count: members).flatMap { $0 } + Array(rest.utf8)
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", "gzip")], body: bytes)
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      let whole = Array(repeating: plain, count: members).flatMap { $0 }
      #expect(try await response.body.collect() == whole)
    }
  }

  /// More than the unread limit: decoded bytes of a piece are not decoded again.
  @Test func `a slow reader gets all compressed data`() async throws {
    let zeros = try zeros(50_000_000, packed: 1)
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", "gzip")], body: zeros)
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      var count = 0
      for try await chunk in response.body {
        count += chunk.count
        #expect(chunk.count <= 2 << 20 && chunk.allSatisfy { $0 == 0 })
        // Lets the sender continue.
        await Task.yield()
      }
      #expect(count == 50_000_000)
    }
  }

  @Test(arguments: ["Content-Encoding", "Transfer-Encoding"])
  func `content with an unknown coding is delivered undecoded`(field: String) async throws {
    try await withServer { _, peer in
      // An unknown transfer coding ends with the connection.
      peer.answer(200, [(field, "rot13")], body: Array("Uryyb".utf8))
      peer.hangUp()
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      #expect(response.values(of: field) == ["rot13"])
      #expect(try await response.body.collect() == Array("Uryyb".utf8))
    }
  }
}

/// The decoded content of ``compressed``.
private let plain = Array("Larder decodes this.".utf8)

/// 64 MiB of zeros, by `gzip -9n | gzip -9n`.
private let bomb: [UInt8] = [
  0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xED, 0xDC, 0xAF, 0x4E, 0x42, 0x71,
  0x14, 0xC0, 0xF1, 0x0B, 0x5E, 0x37, 0x86, 0x9B, 0x42, 0x30, 0x11, 0xE4, 0x11, 0x8C, 0x14, 0xE6,
  0x9F, 0x40, 0x26, 0x40, 0x66, 0x3E, 0x80, 0xD1, 0x2C, 0x9B, 0x23, 0x59, 0x7C, 0x09, 0xB3, 0x9B,
  0x9B, 0x9B, 0x95, 0xC6, 0x1B, 0xA8, 0xCD, 0xCE, 0x9F, 0xE0, 0x9C, 0x89, 0x71, 0xE5, 0xDE, 0xC7,
  0xF8, 0x9D, 0xCF, 0x27, 0x9D, 0x7C, 0xE2, 0xD9, 0xD9, 0xF7, 0xEC, 0xB1, 0x91, 0x95, 0xEA, 0xC5,
  0x6A, 0x5E, 0xAB, 0xED, 0x87, 0xE9, 0xD3, 0xEE, 0x65, 0xD3, 0x68, 0x66, 0x00, 0x00, 0x00, 0x40,
  0xE2, 0xA6, 0x5F, 0x0F, 0x07, 0xE5, 0x31, 0x20, 0xEB, 0x16, 0x1F, 0x83, 0xE1, 0x18, 0x00, 0x00,
  0x00, 0x48, 0xDD, 0xCD, 0xC9, 0x71, 0x5E, 0x1D, 0x05, 0xB6, 0x93, 0xCE, 0x95, 0x75, 0x00, 0x00,
  0x00, 0x40, 0xF2, 0x66, 0xFD, 0x5E, 0xAB, 0xFA, 0x10, 0xF8, 0xB9, 0xBF, 0xCD, 0xAD, 0x03, 0x00,
  0x00, 0x00, 0x92, 0x77, 0xFA, 0xF7, 0x7D, 0x59, 0xDD, 0x02, 0x16, 0xC5, 0x5B, 0x7B, 0x64, 0x1F,
  0x00, 0x00, 0x00, 0x90, 0xBC, 0x4F, 0xC1, 0x00, 0x00, 0x00, 0x00, 0x08, 0x45, 0x30, 0x00, 0x00,
  0x00, 0x00, 0x62, 0x11, 0x0C, 0x00, 0x00, 0x00, 0x80, 0x58, 0x04, 0x03, 0x00, 0x00, 0x00, 0x20,
  0x18, 0xC1, 0x00, 0x00, 0x00, 0x00, 0x88, 0x45, 0x30, 0x00, 0x00, 0x00, 0x00, 0x62, 0x11, 0x0C,
  0x00, 0x00, 0x00, 0x80, 0x58, 0x04, 0x03, 0x00, 0x00, 0x00, 0x20, 0x18, 0xC1, 0x00, 0x00, 0x00,
  0x00, 0x88, 0x45, 0x30, 0x00, 0x00, 0x00, 0x00, 0x62, 0x79, 0xEE, 0xF7, 0xBA, 0xE5, 0x63, 0x40,
  0xEB, 0xB7, 0xB8, 0xBB, 0xB8, 0x3E, 0xCC, 0x00, 0x00, 0x00, 0x88, 0xE4, 0xFD, 0x68, 0x7D, 0xBE,
  0x7C, 0xDD, 0x0F, 0xF9, 0x3F, 0x75, 0x37, 0x08, 0xC1, 0xE2, 0xFE, 0x00, 0x00,
]
