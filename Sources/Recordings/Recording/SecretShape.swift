/// Rules that distinguish secrets from other words: their names, their prefixes, and their mix of characters.
enum SecretShape {
  /// Returns the value if it is a probable secret.
  static func secrets(in word: SecretWord, _ source: SecretScanner.Source) -> [FoundSecret] {
    reason(word, source).map { [FoundSecret(bytes: word.bytes, reason: $0)] } ?? []
  }

  private static func reason(_ word: SecretWord, _ source: SecretScanner.Source) -> String? {
    if word.isPassword { return "an address contains a password" }
    if isToken(word.bytes) { return "this begins like a token" }
    if word.isWay { return nil }
    if isSecretName(word.name), isChosen(word.bytes) {
      return "this is the value of \(word.name)"
    }
    if word.isPicture || isUsual(word, source) { return nil }
    let least = source == .content ? 32 : 20
    return isRandom(word.bytes, least) ? "this looks like a key" : nil
  }

  /// Whether the value is of a kind that programs write routinely.
  private static func isUsual(_ word: SecretWord, _ source: SecretScanner.Source) -> Bool {
    let bytes = word.bytes
    let isPath = bytes.first == 0x2F || bytes.contains(0x2F) && bytes.contains(0x2E)
    return isPath || bytes.count > 512
      || usualBeginnings.contains { bytes.starts(with: $0.utf8) }
      || source == .content && usualNames.contains { word.name.hasSuffix($0) }
  }

  /// The prefixes of subresource integrity digests and of images in base64.
  private static let usualBeginnings = [
    "sha1-", "sha256-", "sha384-", "sha512-", "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy",
    "PD94bWw",
  ]

  /// The suffixes of names whose values are public.
  private static let usualNames = [
    "id", "ids", "hash", "etag", "slug", "digest", "integrity", "cursor", "next", "image", "img",
    "picture", "photo", "thumbnail", "url", "src", "href", "file", "name", "nonce", "version",
  ]
}

/// Rules about the names of values.
extension SecretShape {
  private static let secretNames: Set = [
    "auth", "authorization", "bearer", "key", "jwt", "passwd", "password", "pwd", "secret",
    "sessionid", "sig", "signature", "token", "xamzsignature", "xamzcredential", "xgoogsignature",
  ]

  private static let secretEndings = [
    "apikey", "appkey", "accesskey", "secretkey", "privatekey", "subscriptionkey", "accesstoken",
    "authtoken", "idtoken", "refreshtoken", "csrftoken", "securitytoken", "clientsecret",
    "password",
  ]

  private static func isSecretName(_ name: String) -> Bool {
    !name.isEmpty
      && (secretNames.contains(name) || secretEndings.contains { name.hasSuffix($0) })
  }

  /// Whether a value is long and mixes digits with letters, unlike a word.
  private static func isChosen(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count >= 8, !value.starts(with: "redacted".utf8) else { return false }
    return value.contains(where: isDigit)
      && (value.count >= 12 || value.contains { isLetterOrDigit($0) && !isDigit($0) })
      && !isWordy(value)
  }

  /// Whether a value consists of words and numbers with separators, such as `4-spiced-lentils`.
  private static func isWordy(_ value: ArraySlice<UInt8>) -> Bool {
    let parts = value.split { !isLetterOrDigit($0) }
    return parts.count > 2 && parts.allSatisfy(isWord)
  }
}

/// Rules about the prefixes of tokens.
extension SecretShape {
  private static let beginnings: [(text: String, least: Int)] = [
    ("ghp_", 24), ("gho_", 24), ("ghs_", 24), ("ghu_", 24), ("ghr_", 24), ("github_pat_", 24),
    ("glpat-", 20), ("xoxb-", 20), ("xoxp-", 20), ("xoxa-", 20), ("xapp-", 20), ("sk_live_", 20),
    ("sk_test_", 20), ("rk_live_", 20), ("ya29.", 24), ("npm_", 30), ("pypi-", 24), ("hf_", 30),
    ("shpat_", 30), ("dop_v1_", 30), ("sk-", 24), ("SG.", 40), ("AIza", 39),
  ]

  private static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= 16, word.contains(where: isDigit), !isWordy(word) else { return false }
    if word.starts(with: "eyJ".utf8) {
      return word.split(separator: 0x2E).dropFirst().first?.starts(with: "eyJ".utf8) ?? false
    }
    if word.count == 20, word.starts(with: "AKIA".utf8) || word.starts(with: "ASIA".utf8) {
      return word.allSatisfy { isUpper($0) || isDigit($0) }
    }
    return beginnings.contains { word.count >= $0.least && word.starts(with: $0.text.utf8) }
  }
}

/// Rules about the mix of characters in a value.
extension SecretShape {
  /// Whether a value of a minimum length mixes letters, digits and case as no word does.
  static func isRandom(_ value: ArraySlice<UInt8>, _ least: Int) -> Bool {
    guard value.count >= least, value.contains(where: isDigit) else { return false }
    let runs = value.split { !isLetterOrDigit($0) }.filter { !isWord($0) }
    let count = runs.reduce(0) { $0 + $1.count }
    guard count >= least, Set(runs.joined()).count * 3 >= min(count, 36) else { return false }
    return runs.reduce(0) { $0 + changes(in: $1) } * 5 >= count
  }

  /// Whether a run is a word, a number, or a hexadecimal number.
  private static func isWord(_ run: ArraySlice<UInt8>) -> Bool {
    let isHexadecimal =
      run.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
      || run.allSatisfy { isDigit($0) || (0x41...0x46).contains($0) }
    return isHexadecimal || run.allSatisfy(isUpper) || run.dropFirst().allSatisfy(isLower)
      || run.drop(while: isDigit).allSatisfy(isLower)
      || run.drop(while: isLower).allSatisfy(isDigit)
  }

  /// Returns the number of changes of character class in a run.
  ///
  /// A capital letter and the lowercase letters after it count as one class.
  private static func changes(in run: ArraySlice<UInt8>) -> Int {
    zip(run, run.dropFirst()).count { kind($0) != kind($1) && !(isUpper($0) && isLower($1)) }
  }

  private static func kind(_ byte: UInt8) -> Int { isDigit(byte) ? 0 : isUpper(byte) ? 1 : 2 }
}
