import World

/// The form in which a stored response answers a request.
package enum AnswerForm: Sendable, Equatable {
  case whole
  /// The client has the same response: 304.
  case notModified
  /// The bytes of a range: 206.
  case part(Range<Int>)
  /// The response has no such bytes: 416.
  case unsatisfiable
}

/// Answering from stored responses: RFC 9111, section 4, RFC 9110, sections 13 and 14.
extension CachePolicy {
  /// The form of an answer.
  package static func form(
    of request: FetchRequest, from stored: StoredResponse, now: Double
  ) -> AnswerForm {
    if stored.status == 200, isUnmodified(request, stored, now: now) { return .notModified }
    guard request.method == "GET", stored.canBeCut, let range = request.headers.first("Range"),
      isRangeWanted(request, stored)
    else { return .whole }
    return byteRange(range, of: stored.count)
  }

  /// The fields of an answer.
  ///
  /// - Parameters:
  ///   - stored: The stored response.
  ///   - form: The form of the answer.
  ///   - age: The seconds since the origin created or validated it; nil if that was just now.
  /// - Returns: The stored fields in their order, followed by added ones.
  package static func headers(
    of stored: StoredResponse, in form: AnswerForm, age: Double?
  ) -> [HTTPField] {
    var headers = stored.headers.filter { !$0.isNamed("Age") }
    switch form {
    case .whole: break
    case .notModified:
      headers.removeAll { field in
        field.name.lowercased().hasPrefix("content-") && !field.isNamed("Content-Location")
      }
    case .part(let range):
      headers.removeAll { $0.isNamed("Content-Length") }
      headers.append(
        HTTPField(
          "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(stored.count)"))
      headers.append(HTTPField("Content-Length", String(range.count)))
    case .unsatisfiable:
      headers.removeAll { $0.isNamed("Content-Length") }
      headers.append(HTTPField("Content-Range", "bytes */\(stored.count)"))
    }
    if let age { headers.append(HTTPField("Age", String(Int(min(age, 2_147_483_648))))) }
    return headers
  }

  /// Whether the client's own copy is the stored one: RFC 9110, section 13.2.2.
  private static func isUnmodified(
    _ request: FetchRequest, _ stored: StoredResponse, now: Double
  ) -> Bool {
    let tags = listMembers(request.headers.values(of: "If-None-Match"))
    if !tags.isEmpty {
      guard let own = stored.headers.first("ETag") else { return tags == ["*"] }
      return tags.contains { $0 == "*" || opaque($0) == opaque(own) }
    }
    guard let since = request.headers.first("If-Modified-Since").flatMap({ httpDate($0, now: now) })
    else { return false }
    let fields = ["Last-Modified", "Date"].compactMap { stored.headers.first($0) }
    let modified = fields.first.flatMap { httpDate($0, now: now) } ?? stored.responseTime
    return modified <= since
  }

  /// An entity tag without the prefix of a weak one.
  static func opaque(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }

  /// Whether the range still applies if the content has changed: RFC 9110, section 13.1.5.
  static func isRangeWanted(_ request: FetchRequest, _ stored: StoredResponse) -> Bool {
    guard let condition = request.headers.first("If-Range") else { return true }
    if condition.hasPrefix("\"") { return condition == stored.headers.first("ETag") }
    return !condition.hasPrefix("W/") && condition == stored.strongDate
  }

  /// The bytes of a range; several ranges, and invalid ones, mean the whole content: RFC 9110, section 14.2.
  private static func byteRange(_ text: String, of count: Int) -> AnswerForm {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, trimmed(parts[0]).lowercased() == "bytes",
      let dash = parts[1].firstIndex(of: "-"), !parts[1].contains(",")
    else { return .whole }
    let first = trimmed(parts[1][..<dash])
    let last = trimmed(parts[1][parts[1].index(after: dash)...])
    guard isNumber(first) || first.isEmpty, isNumber(last) || last.isEmpty else { return .whole }
    if first.isEmpty {
      guard let wanted = Int(last) else { return .whole }
      return wanted == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - wanted)..<count)
    }
    guard let start = Int(first) else { return .whole }
    let end = last.isEmpty ? count - 1 : min(Int(last) ?? count - 1, count - 1)
    if !last.isEmpty, let last = Int(last), last < start { return .whole }
    return start < count ? .part(start..<end + 1) : .unsatisfiable
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The bytes of a part according to `Content-Range`, and the total size if it is known.
  ///
  /// RFC 9110, section 14.4; nil if the field is invalid.
  static func contentRange(_ headers: [HTTPField]) -> (bytes: Range<Int>, total: Int?)? {
    guard let text = headers.first("Content-Range"), text.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, isNumber(ends[0]), isNumber(ends[1]), let first = Int(ends[0]),
      let last = Int(ends[1]), first <= last, last < Int.max
    else { return nil }
    if parts[1] == "*" { return (first..<last + 1, nil) }
    guard isNumber(parts[1]), let total = Int(parts[1]), last < total else { return nil }
    return (first..<last + 1, total)
  }
}
