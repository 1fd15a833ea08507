import Catalog
import Diagnostics
import Feeds
import World

/// The result of checking a link.
struct LinkOutcome: Sendable {
  /// A redirect.
  struct Hop: Equatable, Sendable {
    var status: Int
    var target: String

    /// Whether the redirect is permanent (RFC 9110, sections 15.4.2 and 15.4.9).
    var isPermanent: Bool { status == 301 || status == 308 }
  }

  /// The final response.
  struct Answer: Sendable {
    var status: Int
    var headers: [HTTPField]
    /// The first bytes of the content, if they were requested.
    var start: [UInt8]?

    /// Returns the value of the first field with a name.
    func value(of name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

    /// The size of the content in bytes, if the server reports it.
    var length: Int? { value(of: "Content-Length").flatMap { Int($0) } }
  }

  var hops: [Hop]
  var answer: Result<Answer, HTTPFailure>
}

extension LinkOutcome {
  /// Returns findings about a link.
  func candidates(about link: FeedLink, in catalog: Catalog) -> [UnlocatedFinding] {
    let about = redirectFindings + statusFindings + (link.isPicture ? pictureFindings : [])
    let others = link.count > 1 ? " (in \(link.count) places)" : ""
    return about.map { rule, words in
      UnlocatedFinding(
        rule, "`\(link.field)` \(words)\(others)", row: link.row, in: catalog,
        .text(link.address))
    }
  }

  /// Findings about the redirects.
  private var redirectFindings: [(LintRule, String)] {
    var findings: [(LintRule, String)] = []
    if let target = hops.prefix(while: \.isPermanent).last?.target {
      findings.append((.movedLink, "has moved permanently to \(target)"))
    }
    if hops.count > 3, case .success = answer {
      findings.append((.longRedirect, "has \(hops.count) redirects"))
    }
    return findings
  }

  /// Findings about the status of the final response.
  private var statusFindings: [(LintRule, String)] {
    switch answer {
    case .success(let answer):
      switch answer.status {
      case ..<400: []
      case 404, 410: [(.brokenLink, "is gone: the server answers \(answer.status)")]
      case 500...: [(.brokenLink, "does not work: the server answers \(answer.status)")]
      default: [(.refusedLink, "could not be checked: the server answers \(answer.status)")]
      }
    case .failure(let failure): [(.brokenLink, "does not work: \(failure)")]
    }
  }

  /// Findings about the headers of a picture that matter for caching.
  private var pictureFindings: [(LintRule, String)] {
    guard case .success(let answer) = answer, 200..<300 ~= answer.status else { return [] }
    var findings: [(LintRule, String)] = []
    if let words = answer.typeFault { findings.append((.pictureType, words)) }
    if answer.value(of: "ETag") == nil, answer.value(of: "Last-Modified") == nil {
      findings.append((.pictureValidator, "has neither ETag nor Last-Modified"))
    }
    if !answer.hasExplicitLifetime {
      findings.append((.pictureFreshness, "has neither Cache-Control: max-age nor Expires"))
    }
    return findings
  }
}

extension LinkOutcome.Answer {
  /// The problem with the declared type of a picture; nil if none is known.
  fileprivate var typeFault: String? {
    guard let type = value(of: "Content-Type"), !type.isEmpty else {
      return "has no Content-Type"
    }
    let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    guard name.hasPrefix("image/") else { return "is \(name), not a picture" }
    guard let start else { return nil }
    guard let kind = pictureType(of: start) else {
      return name == "image/svg+xml"
        ? nil : "has the Content-Type \(name), but is not a known picture format"
    }
    return kind == name || kind == "image/jpeg" && name == "image/jpg"
      ? nil : "has the Content-Type \(name), but contains \(kind)"
  }

  /// Whether the response declares how long it is fresh (RFC 9111, section 4.2.1).
  fileprivate var hasExplicitLifetime: Bool {
    let directives = headers.filter { $0.isNamed("Cache-Control") }.map { $0.value.lowercased() }
    return value(of: "Expires") != nil
      || directives.contains { list in
        list.split(separator: ",").contains { directive in
          let name = directive.drop { $0 == " " || $0 == "\t" }
          return name.hasPrefix("max-age=") || name.hasPrefix("s-maxage=")
        }
      }
  }
}

/// Returns the media type of a picture by its first bytes (MIME Sniffing standard, section 6.1); nil if it is unknown.
func pictureType(of start: [UInt8]) -> String? {
  if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
  if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
  if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) { return "image/gif" }
  if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
    return "image/webp"
  }
  if start.dropFirst(4).starts(with: "ftypavif".utf8) { return "image/avif" }
  return nil
}
