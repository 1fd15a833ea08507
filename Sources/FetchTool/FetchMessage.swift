import Diagnostics
import Feeds
import HTTPCache
import Text  // isToken
import World

/// A request as other programs write it: a JSON object whose members have the names of the Fetch standard.
struct FetchMessage {
  /// What its answer is told by, whatever else is wrong with it; nil if nothing can.
  var id: FetchID?
  /// Those that say something, as they came: there are too few of them to be worth a hash.
  private var members: [(name: Name, member: Member?)] = []

  private enum Name: String {
    case id, method, url, headers, body, cache, redirect, credentials
  }

  private enum Member {
    case text(String)
    case pairs([[String]])
    case other
  }

  /// Reads a message; members of other names are passed over, and of two with one name the last one counts.
  ///
  /// - Throws: ``Failure`` if the line is no JSON object.
  /// - Complexity: O(*n*) in the bytes of the line.
  init(_ line: [UInt8]) throws {
    do throws(JSONFault) {
      var reader = JSONReader(line)
      reader.skipSpace()
      guard reader.next == UInt8(ascii: "{") else {
        try reader.skipValue()
        throw JSONFault(offset: 0, reason: "this is no object")
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

  /// Reads a value of any kind; nil for null, which says nothing.
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

  /// Reads a list of texts; nil for anything else.
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

  /// The request that it stands for.
  ///
  /// - Throws: ``Failure`` that names the member that makes no sense, or ``HTTPFailure``.
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

  /// A member that is a text, or is not there.
  private func text(_ name: Name, or others: String? = nil) throws -> String? {
    switch self[name] {
    case nil: return nil
    case .text(let text): return text
    case .pairs, .other:
      throw Self.wrong(name, (["a text"] + (others.map { [$0] } ?? [])).joined(separator: " or "))
    }
  }

  /// A member that is a list of fields, each a name and a value.
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
    // The Fetch standard writes these large, and leaves others as they are.
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

/// What tells an answer's request: a text, a number or a truth value, given back as it came.
enum FetchID: Sendable {
  case text(String)
  /// As JSON has it: a large number would lose its last digits as others are read.
  case written(String)
}
