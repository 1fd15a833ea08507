import FoundationEssentials

extension RecordedNetwork {
  /// The index as it is written.
  package var text: String {
    let head = "rcp-http 1\nrecorded: \(recorded.formatted(.iso8601))\n"
    return head + exchanges.map(Self.text(of:)).joined()
  }

  private static func text(of exchange: Exchange) -> String {
    var text = "\(exchange.method) \(exchange.address.text)\n"
    for (number, answer) in exchange.answers.enumerated() {
      var words = words(of: answer)
      if exchange.answers.count > 1 { words.append(number == 0 ? "first" : "then") }
      text += "< " + words.joined(separator: " ") + "\n"
    }
    return text
  }

  private static func words(of answer: Answer) -> [String] {
    switch answer {
    case .failure(let failure, let milliseconds):
      return ["fail", failure.rawValue] + (milliseconds.map { ["after=" + time($0)] } ?? [])
    case .response(let response):
      let type = response.contentType.map { [typeWord($0)] } ?? []
      let fields = response.fields.map { field in
        RecordedWord(key: field.name.lowercased(), value: field.value).text
      }
      let body = response.body.map { ["body=\($0.name)", "bytes=\($0.count)"] } ?? []
      return ["\(response.status)"] + type + fields + body
    }
  }

  /// A media type, in quotation marks if it could be taken for something else.
  private static func typeWord(_ type: String) -> String {
    RecordedWord(key: nil, value: type, isQuoted: ["first", "then"].contains(type)).text
  }

  private static func time(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
