import Foundation
import TestSupport

@testable import World

/// Random recordings with all characters that a server may send in a field.
struct RandomRecording {
  private var numbers: SeededNumbers

  init(seed: Int) {
    numbers = SeededNumbers(seed: seed)
  }

  mutating func network() -> RecordedNetwork {
    var seen: Set<String> = []
    var exchanges: [RecordedNetwork.Exchange] = []
    for _ in 0..<numbers.below(5) {
      let method = numbers.oneOf(["GET", "HEAD", "POST", "M-SEARCH"])
      let host = numbers.oneOf(["a", "example.org:8080", "münchen.de", "[::1]"])
      guard let address = try? WebAddress("https://\(host)/\(text())?\(text())"),
        seen.insert("\(method) \(address.text)").inserted
      else { continue }
      let answers = (0...numbers.below(4)).map { _ in answer() }
      exchanges.append(
        RecordedNetwork.Exchange(method: method, address: address, answers: answers))
    }
    let seconds = numbers.below(4_000_000_000)
    return RecordedNetwork(
      recorded: Date(timeIntervalSince1970: Double(seconds)), exchanges: exchanges)
  }

  /// Returns the bytes with random changes.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...numbers.below(4) where !bytes.isEmpty {
      let place = numbers.below(bytes.count)
      switch numbers.below(4) {
      case 0: bytes[place] = UInt8(numbers.below(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(numbers.oneOf(Array("\n <\"\\=".utf8)), at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + numbers.below(40)))
      }
    }
    return bytes
  }

  private mutating func answer() -> RecordedNetwork.Answer {
    guard !numbers.happens(oneIn: 4) else {
      let time = numbers.oneOf([nil, 0, 250, 1000, 90_001])
      return .failure(numbers.oneOf(RecordedNetwork.Failure.allCases), milliseconds: time)
    }
    let type = numbers.oneOf([
      "application/json", "text/html; charset=utf-8", "first", "then", "fail", "a=b", "\"x\"",
      text(),
    ])
    let headers = (0..<numbers.below(5)).map { _ in
      HTTPField(numbers.oneOf(RecordedNetwork.recordedNames), value())
    }
    let (contentType, fields) = RecordedNetwork.recorded(
      headers + (numbers.happens(oneIn: 5) ? [] : [HTTPField("Content-Type", type)]))
    return .response(
      RecordedNetwork.Response(
        status: 200 + numbers.below(800), contentType: contentType, fields: fields, body: body()))
  }

  private mutating func body() -> RecordedNetwork.Body? {
    guard !numbers.happens(oneIn: 3) else { return nil }
    let digest = String((0..<64).map { _ in numbers.oneOf(Array("0123456789abcdef")) })
    return RecordedNetwork.Body(
      digest: digest, suffix: numbers.oneOf(["", "json", "jpg"]), count: numbers.below(1 << 40))
  }

  private mutating func value() -> String {
    numbers.oneOf(["\"\(text())\"", "W/\"\(text())\"", text(), "max-age=60, public", "\"", "\\"])
  }

  private mutating func text() -> String {
    let letters = ["a", "\"", "\\", " ", "=", "é", "/", "<", "\t", ";", "%", "\u{301}"]
    return numbers.some(0...6, of: letters).joined()
  }
}
