import Diagnostics
import Text

/// The reason why a request has no response, or an incomplete body.
package enum HTTPFailure: Error, Equatable, Sendable {
  /// The phase in which a request timed out.
  package enum Wait: Sendable {
    case connection, answer, body
    /// From the connection to the end of the body.
    case response
  }

  /// The URL is invalid.
  case badURL(String)
  /// The scheme is neither `http` nor `https`.
  case unsupportedScheme(String)
  /// A header field has an invalid name or value.
  case badField(name: String)
  /// A header field contradicts the body, such as `Content-Length`.
  case wrongLength(name: String)
  /// The host name is unknown or could not be resolved.
  case cannotResolve(host: String)
  /// The host, or its proxy, does not accept connections.
  case cannotConnect(host: String, reason: String)
  /// No or almost no data arrived within the limit, or the whole response took longer than its content allows.
  case timedOut(after: Duration, what: Wait)
  /// No secure connection could be established.
  case untrusted(reason: String)
  /// The server redirects too often.
  case tooManyRedirects(limit: Int)
  /// The server redirects to an address that must not be followed.
  case refusedRedirect(to: String, reason: String)
  /// The body exceeds its limit, in bytes.
  case tooLarge(limit: Int)
  /// The server sent more than the size limit of the body, in bytes, although the body is smaller.
  case tooMuchSent(limit: Int)
  /// The header and trailer fields exceed their limit, in bytes.
  case headTooLarge(limit: Int)
  /// The compression ratio is so high that a piece of the body exceeds the memory limit.
  case packedTooDensely
  /// The proxy responded with an error status.
  case proxyRefuses(status: Int)
  /// The connection was lost, the body was truncated, or the response was invalid.
  case dropped(reason: String)
  /// The request failed recently and was not repeated.
  case failedBefore(reason: String, retryIn: Duration)
  /// The request was cancelled.
  case cancelled
  /// The HTTP library is not usable.
  case unavailable(reason: String)
}

extension HTTPFailure: CustomStringConvertible {
  /// The error and its remedy, in one line.
  package var description: String {
    switch self {
    case .badURL(let url):
      "\"\(WebAddress.withoutUserInfo(url))\" is not a web address. Check it for typing errors."
    case .unsupportedScheme(let scheme):
      "Addresses must start with http:// or https://, not with \(scheme):."
    case .badField(let name):
      "The header field \"\(name)\" cannot be sent: it holds a line break or a forbidden character."
    case .wrongLength(let name):
      "The header field \"\(name)\" does not describe the body. Leave it out: Larder sends the right one."
    case .cannotResolve(let host):
      "There is no host called \(host), or the network is down. Check the name and the connection."
    case .cannotConnect(let host, let reason):
      "\(host) does not accept the connection (\(reason)). Try again later."
    case .timedOut(let limit, .connection):
      "There was no connection within \(limit.inWords). Try again later."
    case .timedOut(let limit, .answer):
      "The server did not answer within \(limit.inWords). Try again later."
    case .timedOut(let limit, .body):
      "The server sent almost no data for \(limit.inWords). Try again later."
    case .timedOut(let limit, .response):
      "The answer was not complete after \(limit.inWords), because the server sends it too slowly. Try again later."
    case .untrusted(let reason):
      "There is no secure connection to the server (\(reason)). Check the address and the clock."
    case .tooManyRedirects(let limit):
      "The server redirects more than \(limit) times. The address is probably wrong."
    case .refusedRedirect(let target, let reason):
      "The server redirects to \(WebAddress.shown(target)), which is refused: \(reason)."
    case .tooLarge(let limit):
      "The answer is larger than the limit of \(limit.bytesInWords)."
    case .tooMuchSent(let limit):
      "The server sent more than the limit of \(limit.bytesInWords) for a smaller answer, which is refused."
    case .headTooLarge(let limit):
      "The answer has more than \(limit.bytesInWords) of header fields, which is refused."
    case .packedTooDensely:
      "The compressed answer would become too large, so it is refused."
    case .proxyRefuses(let status):
      "The proxy answers \(status). Check the variables http_proxy, https_proxy and all_proxy."
    case .dropped(let reason):
      "The answer is incomplete or not valid (\(reason)). Try again."
    case .failedBefore(let reason, let span):
      "The last request failed; it can be retried in \(span.roundedUp.inWords): \(reason)"
    case .cancelled:
      "The request was cancelled."
    case .unavailable(let reason):
      "The network cannot be used: \(reason)."
    }
  }
}

extension Duration {
  /// The duration rounded up to whole seconds, at least one.
  fileprivate var roundedUp: Duration {
    let (seconds, rest) = components
    return .seconds(max(1, seconds + (rest > 0 ? 1 : 0)))
  }

  fileprivate var inWords: String {
    let (seconds, rest) = components
    guard rest == 0 || seconds >= 10 else { return description }
    return counted(Int(seconds), "second")
  }
}

extension Int {
  fileprivate var bytesInWords: String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)]
    where self >= 1 << shift && self % (1 << shift) == 0 {
      return "\(self >> shift) \(unit)"
    }
    for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000)]
    where self > 0 && self % size == 0 {
      return "\(self / size) \(unit)"
    }
    return "\(self) bytes"
  }
}

extension HTTPFailure: FailureConvertible {
  package var failure: Failure {
    let status: RunStatus =
      switch self {
      case .cancelled: .interrupted
      case .badURL, .unsupportedScheme: .noInput
      default: .network
      }
    return Failure(description, status: status)
  }
}
