import World

/// What a request with these credentials may share with others of its kind, and with nobody else.
///
/// - Returns: A digest of what tells who asks; empty if nothing does.
func partition(credentials: [HTTPField], headers: [HTTPField]) -> String {
  // Under another name a server has other things at the same address.
  let secrets = credentials + headers.filter { tellsWhoAsks($0) || $0.isNamed("Host") }
  if secrets.isEmpty { return "" }
  let lines = secrets.map { "\($0.name.lowercased()): \($0.value)\n" }.sorted()
  return String(ContentDigest(of: Array(lines.joined().utf8)).text.prefix(32))
}

/// Whether a field says who is asking, even where it was not given as a credential.
func tellsWhoAsks(_ field: HTTPField) -> Bool {
  let name = field.name.lowercased()
  return ["authorization", "cookie", "proxy-authorization"].contains(name)
    || ["key", "token", "secret", "auth", "password"].contains { name.hasSuffix($0) }
}
