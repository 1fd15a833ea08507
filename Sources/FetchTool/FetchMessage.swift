import Diagnostics
import Feeds
import HTTPCache
import Text  // isToken
import World

/// A request as a JSON object whose members have the names of the Fetch standard.
struct FetchMessage {
  /// The id of the request; nil if there is none.
  var id: FetchID?
  /// The members except null ones, in order.
  ///
  /// A dictionary would not be faster for so few.
  private var members: [(name: Name, member: Member?)] = []

  private enum Name: String {
    case id, method, url, headers, body, cache, redirect, credentials
  }

  private enum Member {
    case text(String)
    case pairs([[String]])
    case other
  }

  /// Parses a message.
  ///
  /// Unknown members are ignored. Of two with the same name, the last is used.
  ///
  /// - Throws: ``Failure`` if the line is not a JSON object.
  /// - Complexity: O(*n*) in the bytes of the line.
  init(_ line: [UInt8]) throws {
    do throws(JSONFault) {
      var reader = JSONReader(line)
      reader.skipSpace()
      guard reader.next == UInt8(ascii: "{") else {
        try reader.skipValue()
        throw JSONFault(offset: 0, reason: "this is not an object")
      }
      try reader.readObject { (reader, key, _) throws(JSONFault) in
        guard let name = Name(rawValue: key) else { return try reader.skipValue() }
        let start = reader.position
        let member = try Self.member(&reader)
        members.append((name, member))
        if name == .id { id = Self.id(member, line[start..<reader.position]) }
      }
      reader.skipSpace()
      if reader.next != nil { throw reader.fault("nothing more was expected") }
    } catch {
      throw Failure("not a request: it is not JSON at byte \(error.offset): \(error.reason)")
    }
  }

  /// Reads a value of any kind; nil for null.
  private static func member(_ reader: inout JSONReader) throws(JSONFault) -> Member? {
    switch reader.next {
    case UInt8(ascii: "\""): return .text(try reader.readString())
    case UInt8(ascii: "["):
      var pairs: [[String]]? = []
      try reader.readArray { (reader, _) throws(JSONFault) in
        let pair = try Self.texts(&reader)
        pairs = pair.flatMap { pair in pairs.map { $0 + [pair] } }
      }
      return pairs.map { .pairs($0) } ?? .other
    default:
      return try reader.readValue() == .null ? nil : .other
    }
  }

  /// Reads a list of texts; nil for other values.
  private static func texts(_ reader: inout JSONReader) throws(JSONFault) -> [String]? {
    guard reader.next == UInt8(ascii: "[") else {
      try reader.skipValue()
      return nil
    }
    var texts: [String]? = []
    try reader.readArray { (reader, _) throws(JSONFault) in
      if case .string(let text) = try reader.readValue() {
        texts?.append(text)
      } else {
        texts = nil
      }
    }
    return texts
  }

  private subscript(_ name: Name) -> Member? { members.last { $0.name == name }?.member }

  private static func id(_ member: Member?, _ written: ArraySlice<UInt8>) -> FetchID? {
    switch member {
    case .text(let text): return .text(text)
    case .other:
      let isNested = written.first.map { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) }
      return isNested == true ? nil : .written(String(decoding: written, as: UTF8.self))
    case nil, .pairs: return nil
    }
  }

  /// Returns the request.
  ///
  /// - Throws: ``Failure`` that names the invalid member, or ``HTTPFailure``.
  func request() throws -> FetchRequest {
    if self[.id] != nil && id == nil {
      throw Self.wrong(.id, "a text, a number, true or false")
    }
    guard let url = try text(.url) else { throw Failure("not a request: `url` is missing") }
    var request = FetchRequest(try WebAddress(url))
    request.limits.bytes = FetchAnswer.contentLimit
    if let method = try text(.method) { request.method = try Self.token(method) }
    request.headers = try fields(.headers)
    request.body = try text(.body).map { Array($0.utf8) }
    request.mode = try choice(.cache) ?? .standard
    request.redirects = try choice(.redirect) ?? .follow
    if case .pairs = self[.credentials] {
      request.credentials += try fields(.credentials)
      return request
    }
    switch try text(.credentials, or: "a list of pairs") {
    case nil, "include", "same-origin": break
    case "omit": request.omitCredentials()
    case let mode?:
      throw Failure("`credentials` cannot be \"\(mode)\"", hint: "omit, same-origin or include")
    }
    return request
  }

  /// Returns a member that is a text; nil if it is missing.
  private func text(_ name: Name, or others: String? = nil) throws -> String? {
    switch self[name] {
    case nil: return nil
    case .text(let text): return text
    case .pairs, .other:
      throw Self.wrong(name, (["a text"] + (others.map { [$0] } ?? [])).joined(separator: " or "))
    }
  }

  /// Returns a member that is a list of header fields, each with a name and a value.
  private func fields(_ name: Name) throws -> [HTTPField] {
    let wrong = Failure(
      "`\(name.rawValue)` has to be a list of pairs", hint: "[[\"Accept\", \"*/*\"]]")
    switch self[name] {
    case nil: return []
    case .pairs(let pairs):
      return try pairs.map { pair in
        guard pair.count == 2 else { throw wrong }
        return HTTPField(pair[0], pair[1])
      }
    case .text, .other: throw wrong
    }
  }

  private static func wrong(_ name: Name, _ what: String) -> Failure {
    Failure("not a request: `\(name.rawValue)` has to be \(what)")
  }

  private static func token(_ method: String) throws -> String {
    guard isToken(method) else {
      throw Failure("`method` is not one word of letters: \"\(method)\"")
    }
    // The Fetch standard converts these methods to uppercase, but no others.
    let large = method.uppercased()
    return ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"].contains(large) ? large : method
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: Name
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Failure(
        "`\(name.rawValue)` cannot be \"\(text)\"",
        hint: Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }
}

/// The id of a request, which its answer repeats: a text, a number or a Boolean.
enum FetchID: Sendable {
  case text(String)
  /// The JSON text, because a large number would lose digits when parsed.
  case written(String)
}
