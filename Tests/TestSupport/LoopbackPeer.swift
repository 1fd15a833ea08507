#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A request that a loopback server got.
package struct LoopbackRequest: Sendable {
  /// The method, as sent.
  package let method: String

  /// The path with its query.
  package let path: String

  /// The fields in order; names are in lower case.
  package let headers: [(name: String, value: String)]

  /// The body, as long as `Content-Length` says.
  package let body: [UInt8]

  /// The value of the first field with that name, given in lower case.
  package subscript(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }
}

/// One connection to a loopback server, used by one thread.
package final class LoopbackPeer {
  private let socket: Int32
  private var pending: [UInt8] = []

  init(socket: Int32) {
    self.socket = socket
  }

  /// Sends a whole response and keeps the connection.
  package func answer(
    _ status: Int = 200, _ headers: [(String, String)] = [], body: [UInt8] = []
  ) {
    let length = ("Content-Length", String(body.count))
    let lines = (headers + [length]).map { "\($0): \($1)\r\n" }.joined()
    send(Array("HTTP/1.1 \(status) Status \(status)\r\n\(lines)\r\n".utf8) + body)
  }

  /// Sends these bytes and nothing around them.
  ///
  /// - Returns: `false` if the other side is gone.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends this text and nothing around it.
  @discardableResult
  package func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Sends a text again and again, with pauses, until the other side ends the connection.
  package func trickle(_ text: String, everyMilliseconds pause: Int32) {
    trickle(Array(text.utf8), everyMilliseconds: pause)
  }

  /// Sends bytes again and again, with pauses, until the other side ends the connection.
  package func trickle(_ bytes: [UInt8], everyMilliseconds pause: Int32) {
    var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while send(bytes) {
      if unsafe poll(&descriptor, 1, pause) != 0, !receive() { return }
    }
  }

  /// Ends the connection in good order.
  package func hangUp() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Waits until the other side ends the connection; what it still sends is lost.
  package func waitForClose() {
    while receive() { pending = [] }
  }

  func nextRequest() -> LoopbackRequest? {
    let blank = Array("\r\n\r\n".utf8)
    while true {
      if let end = pending.firstRange(of: blank) {
        let head = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
        pending.removeSubrange(..<end.upperBound)
        return request(head)
      }
      guard receive() else { return nil }
    }
  }

  private func request(_ head: String) -> LoopbackRequest? {
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      return (name: parts[0].lowercased(), value: value)
    }
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    while pending.count < length { guard receive() else { return nil } }
    let body = Array(pending.prefix(length))
    pending.removeFirst(length)
    return LoopbackRequest(
      method: String(words[0]), path: String(words[1]), headers: headers, body: body)
  }

  private func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(socket, buffer.baseAddress, buffer.count)
    }
    if count > 0 { pending += bytes.prefix(count) }
    return count > 0
  }
}
