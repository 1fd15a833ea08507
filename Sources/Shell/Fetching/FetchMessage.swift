import FoundationEssentials
import HTTPCache
import Text
import World

/// A request as other programs write it.
struct FetchMessage: Decodable {
  var id: FetchID?
  var method: String?
  var url: String
  var headers: [[String]]?
  var body: String?
  var cache: String?
  var redirect: String?
  var credentials: Credentials?

  /// What is left of a message when the rest of it makes no sense.
  struct Name: Decodable {
    var id: FetchID?
  }

  /// A mode of the Fetch standard, or fields that the address's own server alone gets.
  enum Credentials: Decodable {
    case mode(String)
    case fields([[String]])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let mode = try? container.decode(String.self) {
        self = .mode(mode)
      } else {
        self = .fields(try container.decode([[String]].self))
      }
    }
  }

  /// The request that it stands for.
  ///
  /// - Throws: ``Failure`` that names the member that makes no sense, or ``HTTPFailure``.
  func request() throws -> FetchRequest {
    var request = FetchRequest(try WebAddress(url))
    if let method { request.method = try Self.token(method) }
    request.headers = try Self.fields(headers ?? [], "headers")
    request.body = body.map { Array($0.utf8) }
    request.mode = try Self.choice(cache, "cache") ?? .standard
    request.redirects = try Self.choice(redirect, "redirect") ?? .follow
    switch credentials {
    case nil, .mode("include"), .mode("same-origin"): break
    case .mode("omit"): request.omitCredentials()
    case .mode(let mode):
      throw Failure("`credentials` cannot be \"\(mode)\"", hint: "omit, same-origin or include")
    case .fields(let fields):
      request.credentials += try Self.fields(fields, "credentials")
    }
    return request
  }

  private static func fields(_ pairs: [[String]], _ name: String) throws -> [HTTPField] {
    try pairs.map { pair in
      guard pair.count == 2 else {
        throw Failure("`\(name)` has to be a list of pairs", hint: "[[\"Accept\", \"*/*\"]]")
      }
      return HTTPField(pair[0], pair[1])
    }
  }

  private static func token(_ method: String) throws -> String {
    guard isToken(method) else {
      throw Failure("`method` is not one word of letters: \"\(method)\"")
    }
    // The Fetch standard writes these large, and leaves others as they are.
    let large = method.uppercased()
    return ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"].contains(large) ? large : method
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String?, _ name: String
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Failure(
        "`\(name)` cannot be \"\(text)\"",
        hint: Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }
}

/// What tells an answer's request: a text, a number or a truth value, given back as it came.
enum FetchID: Decodable, Sendable {
  case text(String)
  /// As JSON has it: a large number would lose its last digits as others are read.
  case written(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // What it is not is no mistake; what is none of these is told by the last.
    if let number = try? container.decode(Int.self) {
      self = .written("\(number)")
    } else if let number = try? container.decode(UInt64.self) {
      self = .written("\(number)")
    } else if let flag = try? container.decode(Bool.self) {
      self = .written("\(flag)")
    } else if let number = try? container.decode(Double.self) {
      self = .written(JSONValue.number(number).text())
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// An answer as other programs read it: one line of JSON, with its line feed.
enum FetchAnswer {
  /// About what an answer takes beside its content, in bytes.
  private static let usualHead = 1 << 10

  /// - Throws: ``FileError`` if the content cannot be read.
  static func line(_ id: FetchID?, _ response: FetchedResponse) throws(FileError) -> [UInt8] {
    let bytes = try response.content.bytes()
    // Letters that have to be escaped are few in most texts.
    var line = start(id, room: bytes.count + bytes.count / 4 + usualHead)
    add("status", .number(Double(response.status)), to: &line)
    add("statusText", .string(response.reason), to: &line)
    add("url", .string(response.address.text), to: &line)
    let fields = response.headers.map { JSONValue.array([.string($0.name), .string($0.value)]) }
    add("headers", .array(fields), to: &line)
    // What is no text is told apart here; what is wrong with it matters to nobody.
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
    JSONValue.string(name).write(to: &line)
    line += ":".utf8
    value.write(to: &line)
    line += ",".utf8
  }

  /// Closes the line in the place of the comma behind its last member.
  private static func end(_ line: inout [UInt8]) {
    line.removeLast()
    line += "}\n".utf8
  }
}
