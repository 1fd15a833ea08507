import Diagnostics
import FoundationEssentials
import HTTPCache
import Text
import World

/// A response as a line of JSON, including the line feed.
enum FetchAnswer {
  /// The maximum size of the content in bytes.
  ///
  /// As JSON it may take six times as much, and is held in memory.
  static let contentLimit = 64 << 20
  /// The typical size of an answer without its content, in bytes.
  private static let usualHead = 1 << 10

  /// Returns the line for a response.
  ///
  /// - Throws: ``HTTPFailure/tooLarge(limit:)``, or ``FileError`` if the content cannot be read.
  static func line(_ id: FetchID?, _ response: FetchedResponse) throws -> [UInt8] {
    // Cached content may exceed the limit.
    guard response.content.count <= contentLimit else {
      throw HTTPFailure.tooLarge(limit: contentLimit)
    }
    let bytes = try response.content.bytes()
    // Few characters of most texts must be escaped.
    var line = start(id, room: bytes.count + bytes.count / 4 + usualHead)
    add("status", .number(Double(response.status)), to: &line)
    add("statusText", .string(response.reason), to: &line)
    add("url", .string(response.address.text), to: &line)
    line += "\"headers\":[".utf8
    for (place, field) in response.headers.enumerated() {
      line += (place == 0 ? "[" : ",[").utf8
      JSONValue.write(quoted: field.name, to: &line)
      line += ",".utf8
      JSONValue.write(quoted: field.value, to: &line)
      line += "]".utf8
    }
    line += "],".utf8
    // Invalid UTF-8 is encoded as Base64.
    if let text = try? UTF8Span(validating: bytes.span) {
      line += "\"body\":".utf8
      JSONValue.write(quoted: text, to: &line)
      line += ",".utf8
    } else {
      add("body", .string(Data(bytes).base64EncodedString()), to: &line)
      add("bodyEncoding", .string("base64"), to: &line)
    }
    add("source", .string(response.source.rawValue), to: &line)
    add("rule", .string(response.rule.description), to: &line)
    end(&line)
    return line
  }

  static func line(_ id: FetchID?, error: String) -> [UInt8] {
    var line = start(id, room: usualHead)
    add("error", .string(error), to: &line)
    end(&line)
    return line
  }

  private static func start(_ id: FetchID?, room: Int) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(room)
    line += "{".utf8
    switch id {
    case nil: break
    case .text(let word): add("id", .string(word), to: &line)
    case .written(let text): line += "\"id\":\(text),".utf8
    }
    return line
  }

  private static func add(_ name: String, _ value: JSONValue, to line: inout [UInt8]) {
    JSONValue.write(quoted: name, to: &line)
    line += ":".utf8
    value.write(to: &line)
    line += ",".utf8
  }

  /// Closes the object, replacing the comma after its last member.
  private static func end(_ line: inout [UInt8]) {
    line.removeLast()
    line += "}\n".utf8
  }
}
