import Diagnostics
import Feeds
import Text
import World

/// The addresses of a service.
package struct ServiceAddress {
  package let profile: Profile
  package let service: Service
  /// The base address: that of the service, or of a mirror.
  package let base: String
  /// The language to request.
  package let language: String

  package init(
    _ profile: Profile, _ service: Service, base: String, _ environment: [String: String]
  ) {
    (self.profile, self.service) = (profile, service)
    self.base = base == "auto" || base.isEmpty ? service.base : base
    let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"] ?? ""
    let own = String(locale.prefix { $0.isLetter })
    language = service.languages.contains(own) ? own : service.languages.first ?? own
  }

  /// Returns the address of a path, for the first page if there are several.
  package func address(_ path: String) -> String {
    let filled = path.replacing("{language}", with: language)
    let text = base + (base.hasSuffix("/") || filled.isEmpty ? "" : "/") + filled
    // An invalid address is reported when it is loaded.
    guard let pages = service.pages, let address = try? WebAddress(text) else { return text }
    return address.adding(["\(pages.parameter)=1", "\(pages.sizeParameter)=\(pages.size)"]).text
  }

  /// Returns the address of a search; nil if the service has none.
  package func address(searching text: String) -> String? {
    service.search.map { address($0.replacing("{text}", with: percentEncoded(text))) }
  }

  /// Returns the API key to send.
  ///
  /// - Throws: ``Failure`` if the environment variable is not set.
  package func credentials(_ environment: [String: String]) throws -> [HTTPField] {
    guard let key = service.key else { return [] }
    guard let secret = environment[key.variable], !secret.isEmpty else {
      let hint = key.source.isEmpty ? "" : ", which \(key.source) gives out"
      throw Failure(
        "\(profile.name) needs a key in \(key.variable)\(hint)",
        hint: "export \(key.variable)=… before starting larder")
    }
    return [.secretParameter(key.parameter, percentEncoded(secret))]
  }
}

/// Percent-encodes all characters except unreserved ones (RFC 3986, section 2.3).
package func percentEncoded(_ text: String) -> String {
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = Array("0123456789ABCDEF")
      encoded += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]].map(String.init).joined()
    }
  }
  return encoded
}

extension String {
  /// Replaces all occurrences of a part.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while let found = rest.firstRange(of: part) {
      result += rest[..<found.lowerBound] + other
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}
