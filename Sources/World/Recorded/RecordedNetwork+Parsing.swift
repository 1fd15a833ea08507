import FoundationEssentials
import Text

extension RecordedNetwork {
  /// Parses an index.
  init(_ bytes: [UInt8]) throws(LineError) {
    var lines = numberedLines(bytes)[...]
    recorded = try Self.head(&lines)
    exchanges = []
    var lineOfRequest: [String: Int] = [:]
    while let (number, line) = lines.popFirst() {
      let (method, address) = try Self.request(line, at: number)
      if let first = lineOfRequest.updateValue(number, forKey: "\(method) \(address.text)") {
        throw LineError(
          line: number, problem: "this request is already in line \(first)",
          advice: "put all its answers there")
      }
      var answers: [Answer] = []
      while let (number, line) = lines.first, line.first == UInt8(ascii: "<") {
        lines.removeFirst()
        var parser = RecordedAnswerParser(line: number, isFirst: answers.isEmpty)
        answers.append(try parser.parse(line.dropFirst()))
        let isLast = lines.first?.bytes.first != UInt8(ascii: "<")
        try parser.checkOrder(isLast: isLast)
      }
      guard !answers.isEmpty else {
        throw LineError(
          line: number, problem: "no answer follows this request",
          advice: "add one, such as < 204, or remove the request")
      }
      exchanges.append(Exchange(method: method, address: address, answers: answers))
    }
  }

  private static func head(
    _ lines: inout ArraySlice<(number: Int, bytes: ArraySlice<UInt8>)>
  ) throws(LineError) -> Date {
    let first = lines.popFirst().map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    guard first == "rcp-http 1" else {
      let isNewer = first.hasPrefix("rcp-http ")
      throw LineError(
        line: 1,
        problem: isNewer ? "\(harmless(first)) is unknown" : "it does not begin with rcp-http 1",
        advice: isNewer ? "update Larder" : "record it again")
    }
    let second = lines.popFirst().map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    guard second.hasPrefix("recorded: "),
      let date = try? Date.ISO8601FormatStyle().parse(String(second.dropFirst(10))),
      date.formatted(.iso8601) == second.dropFirst(10)
    else {
      throw LineError(
        line: 2, problem: "it does not say when it was recorded",
        advice: "write recorded: and a time such as 2025-10-01T12:00:00Z")
    }
    return date
  }

  private static func request(
    _ line: ArraySlice<UInt8>, at number: Int
  ) throws(LineError) -> (method: String, WebAddress) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let isMethod = words[0].allSatisfy { byte in
      (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80 || "-_".utf8.contains(byte)
    }
    if words.count == 2, isMethod, !words[0].isEmpty,
      let text = String(validating: words[1], as: UTF8.self), let address = try? WebAddress(text)
    {
      if address.userInfo != nil {
        throw LineError(
          line: number, problem: "the address holds a user or a password",
          advice: "remove the user before the @")
      }
      return (String(decoding: words[0], as: UTF8.self), address)
    }
    throw LineError(
      line: number, problem: "it is neither a request nor an answer",
      advice: "write a method and an address, such as GET https://example.org/, or < and an answer")
  }
}
