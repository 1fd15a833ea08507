import Text
import World

/// A comparison of the responses in a bundle with the current ones.
package struct NetworkReview: Sendable {
  private let bundle: RecordedBundle
  private let now: NetworkRecording

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - bundle: The recorded responses.
  ///   - now: The current responses to the same requests.
  package init(_ bundle: RecordedBundle, now: NetworkRecording) {
    (self.bundle, self.now) = (bundle, now)
  }

  /// Returns the requests in a bundle that are safe to repeat.
  package static func requests(of bundle: RecordedBundle) -> [HTTPRequest] {
    bundle.network.exchanges.filter { ["GET", "HEAD"].contains($0.method) }.map {
      var request = HTTPRequest(url: $0.address.text)
      request.method = $0.method
      // Uses the original `Accept` header, since a server can select the content type by it.
      let isPicture = $0.answers.contains {
        if case .response(let response) = $0 {
          response.contentType?.hasPrefix("image/") ?? false
        } else {
          false
        }
      }
      request.headers = [isPicture ? .acceptingPictures : .acceptingFeeds]
      return request
    }
  }

  /// Whether a request now fails that was answered before.
  package var isUnanswered: Bool {
    pairs.contains { _, old, new in
      if case (.response, .failure) = (old, new) { true } else { false }
    }
  }

  /// Returns the differences, as lines of text.
  ///
  /// - Throws: ``BundleError`` if the bundle has changed.
  package func differences() throws(BundleError) -> [String] {
    var lines: [String] = []
    for (name, old, new) in pairs {
      lines += try differences(old, new).map { $0.hasPrefix(" ") ? $0 : "\(name): \($0)" }
    }
    return lines
  }

  /// The requests that were repeated, each with both responses.
  private var pairs: [(name: String, RecordedNetwork.Answer, RecordedNetwork.Answer)] {
    bundle.network.exchanges.compactMap { old in
      let new = now.network.exchanges.first {
        $0.method == old.method && $0.address.text == old.address.text
      }
      guard let answer = new?.answers.last else { return nil }
      return ("\(old.method) \(old.address.text)", Self.standing(old), answer)
    }
  }

  /// Returns the last complete response of an exchange, which an unconditional request would get.
  private static func standing(_ exchange: RecordedNetwork.Exchange) -> RecordedNetwork.Answer {
    let full = exchange.answers.last { answer in
      if case .response(let response) = answer { response.status != 304 } else { false }
    }
    return full ?? exchange.answers[exchange.answers.count - 1]
  }

  private func differences(
    _ old: RecordedNetwork.Answer, _ new: RecordedNetwork.Answer
  ) throws(BundleError) -> [String] {
    switch (old, new) {
    case (.failure(let old, _), .failure(let new, _)):
      return old == new
        ? [] : ["the request failed (\(old.rawValue)); now it fails differently (\(new.rawValue))"]
    case (.failure(let old, _), .response(let new)):
      return [
        "the request failed (\(old.rawValue)); now it has a response with status \(new.status)"
      ]
    case (.response(let old), .failure(let new, _)):
      return ["the response had status \(old.status); now the request fails (\(new.rawValue))"]
    case (.response(let old), .response(let new)):
      return Self.heads(old, new) + (try bodies(old.body, new.body))
    }
  }

  private static func heads(
    _ old: RecordedNetwork.Response, _ new: RecordedNetwork.Response
  ) -> [String] {
    var lines: [String] = []
    if old.status != new.status {
      lines.append("the status was \(old.status); now it is \(new.status)")
    }
    // `Age` differs from one response to the next.
    let names = Set((old.fields + new.fields).map(\.name)).subtracting(["Age"]).sorted()
    let fields = names.map { name in
      (
        name, old.fields.first { $0.name == name }?.value,
        new.fields.first { $0.name == name }?.value
      )
    }
    for (name, old, new) in [("Content-Type", old.contentType, new.contentType)] + fields
    where old != new {
      lines.append("\(name) was \(shown(old)); now it is \(shown(new))")
    }
    return lines
  }

  private static func shown(_ value: String?) -> String {
    value.map { harmless($0) } ?? "absent"
  }

  private func bodies(
    _ old: RecordedNetwork.Body?, _ new: RecordedNetwork.Body?
  ) throws(BundleError) -> [String] {
    guard old?.digest != new?.digest else { return [] }
    let before = try old.map { body throws(BundleError) in try bundle.contents(of: body) } ?? []
    let after = new.flatMap { now.bodies[$0.name] } ?? []
    let sizes =
      before.count == after.count
      ? "the content has changed; it still has \(before.count) bytes"
      : "the content had \(before.count) bytes; now it has \(after.count)"
    return [sizes] + Self.firstChange(before, after)
  }

  /// Returns the first differing lines if both bodies are text.
  private static func firstChange(_ old: [UInt8], _ new: [UInt8]) -> [String] {
    guard String(validating: old, as: UTF8.self) != nil,
      String(validating: new, as: UTF8.self) != nil
    else { return [] }
    let place = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let start = place ?? min(old.count, new.count)
    let line = old[..<start].count { $0 == 0x0A } + 1
    return [
      "  line \(line) was  \(excerpt(old, start))", "  line \(line) is   \(excerpt(new, start))",
    ]
  }

  /// Returns the line around an offset, shortened if it is long.
  private static func excerpt(_ bytes: [UInt8], _ place: Int) -> String {
    let before = bytes[..<place].suffix(30).reversed().prefix { $0 != 0x0A }.count
    let text = bytes[(place - before)...].prefix(70).prefix { $0 != 0x0A }
    return harmless(String(decoding: text, as: UTF8.self))
  }
}
