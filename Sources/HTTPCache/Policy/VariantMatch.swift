import World

extension StoredResponse {
  /// The fields that choose between the variants of its address: `Vary`, RFC 9110, section 12.5.5.
  ///
  /// A star if what is there makes no sense: then nothing is known of what the answer depends on.
  var varyNames: [String] { varyingFields(headers) }

  /// Whether a request with these fields would have got this response: RFC 9111, section 4.1.
  func matches(_ fields: [HTTPField]) -> Bool {
    let names = varyNames
    if names.isEmpty { return true }
    if names.contains("*") { return false }
    return selecting(names, of: fields) == varying
  }
}

/// The names of the fields that an answer with these fields depends on, in lower case.
func varyingFields(_ headers: [HTTPField]) -> [String] {
  let names = headers.values(of: "Vary").flatMap { $0.split(separator: ",") }
    .map { trimmed($0).lowercased() }.filter { !$0.isEmpty }
  return names.allSatisfy { isToken($0) } ? names : ["*"]
}

/// The values of some fields of a request in a form that is the same for the same meaning; absent ones are left out.
func selecting(_ names: [String], of fields: [HTTPField]) -> [HTTPField] {
  Set(names).sorted().compactMap { name in
    let values = fields.values(of: name)
    if values.isEmpty { return nil }
    var members = listMembers(values)
    if name.hasPrefix("accept") {
      // Preferences: their case says nothing, and without weights neither does their order.
      members = members.map { $0.lowercased().filter { !$0.isWhitespace } }
      members.sort()
    }
    return HTTPField(name, members.joined(separator: ", "))
  }
}
