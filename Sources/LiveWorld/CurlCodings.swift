import World

/// The codings of content that libcurl takes away: RFC 9110, section 8.4.1.
enum CurlCodings {
  private static let known: Set = [
    "", "br", "chunked", "deflate", "gzip", "identity", "none", "x-gzip", "zstd",
  ]

  /// Whether the content of a response is packed by gzip alone.
  static func isGzip(_ head: HTTPHead) -> Bool {
    let codings = head.headers.filter { $0.isNamed("Content-Encoding") }
      .flatMap { $0.value.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !["", "identity", "none"].contains($0) }
    return codings == ["gzip"] || codings == ["x-gzip"]
  }

  /// Whether all codings of a response are known.
  ///
  /// One that nobody asked for and nobody knows is handed on as it is, as browsers do: it is for who wanted the
  /// content to make sense of it. libcurl would refuse the whole answer.
  static func areKnown(to head: HTTPHead) -> Bool {
    head.headers.filter { $0.isNamed("Content-Encoding") || $0.isNamed("Transfer-Encoding") }
      .flatMap { $0.value.split(separator: ",") }
      .allSatisfy { known.contains($0.filter { $0 != " " && $0 != "\t" }.lowercased()) }
  }
}
