import Diagnostics
import Text

/// Why a request brought no response, or only a part of its body.
package enum HTTPFailure: Error, Equatable, Sendable {
  /// What a request was waiting for when its time was up.
  package enum Wait: Sendable {
    case connection, answer, body
  }

  /// The address makes no sense.
  case badURL(String)
  /// The address is neither `http` nor `https`.
  case unsupportedScheme(String)
  /// A field to be sent has a name or a value that would garble the request.
  case badField(name: String)
  /// A header field says something else of the body than what it is.
  case wrongLength(name: String)
  /// The host's name is unknown, or nobody could be asked.
  case cannotResolve(host: String)
  /// The host, or the proxy before it, does not take connections.
  case cannotConnect(host: String, reason: String)
  /// Nothing, or next to nothing, happened for the whole of a limit.
  case timedOut(after: Duration, what: Wait)
  /// No encrypted connection to the right server came about.
  case untrusted(reason: String)
  /// The server kept on redirecting.
  case tooManyRedirects(limit: Int)
  /// The server pointed to an address that must not be followed.
  case refusedRedirect(to: String, reason: String)
  /// The body outgrew its limit, in bytes.
  case tooLarge(limit: Int)
  /// The fields around the body outgrew theirs.
  case headTooLarge(limit: Int)
  /// The body is packed so densely that a piece of it is more than can be held.
  case packedTooDensely
  /// The proxy before the host answers with a failure of its own.
  case proxyRefuses(status: Int)
  /// The connection was lost, the body was cut short, or the response made no sense.
  case dropped(reason: String)
  /// It failed so lately that it was not tried again.
  case failedBefore(reason: String, retryIn: Duration)
  /// Nobody wants the response any more.
  case cancelled
  /// The library that speaks HTTP cannot be used.
  case unavailable(reason: String)
}

extension HTTPFailure: CustomStringConvertible {
  /// What happened and what to do about it, in one line.
  package var description: String {
    switch self {
    case .badURL(let url):
      "\"\(WebAddress.withoutUserInfo(url))\" is not a web address. Check it for typing errors."
    case .unsupportedScheme(let scheme):
      "Addresses must start with http:// or https://, not with \(scheme):."
    case .badField(let name):
      "The header field \"\(name)\" cannot be sent: it holds a line break or a forbidden character."
    case .wrongLength(let name):
      "The header field \"\(name)\" is not what the body is. Leave it out: it is sent as it has to be."
    case .cannotResolve(let host):
      "There is no host called \(host), or the network is down. Check the name and the connection."
    case .cannotConnect(let host, let reason):
      "\(host) does not accept the connection (\(reason)). Try again later."
    case .timedOut(let limit, .connection):
      "There was no connection within \(limit.inWords). Try again later."
    case .timedOut(let limit, .answer):
      "The server did not answer within \(limit.inWords). Try again later."
    case .timedOut(let limit, .body):
      "The server sent next to nothing for \(limit.inWords) within its answer. Try again later."
    case .untrusted(let reason):
      "There is no secure connection to the server (\(reason)). Check the address and the clock."
    case .tooManyRedirects(let limit):
      "The server redirects more than \(limit) times. The address is probably wrong."
    case .refusedRedirect(let target, let reason):
      "The server redirects to \(WebAddress.shown(target)), which is refused: \(reason)."
    case .tooLarge(let limit):
      "The answer is larger than the limit of \(limit.bytesInWords)."
    case .headTooLarge(let limit):
      "The answer has more than \(limit.bytesInWords) of header fields, which is refused."
    case .packedTooDensely:
      "The answer is packed so densely that unpacking it is refused."
    case .proxyRefuses(let status):
      "The proxy answers \(status). Check the variables http_proxy, https_proxy and all_proxy."
    case .dropped(let reason):
      "The answer broke off (\(reason)). Try again."
    case .failedBefore(let reason, let span):
      "It failed a moment ago and is tried again in \(span.roundedUp.inWords): \(reason)"
    case .cancelled:
      "The request was cancelled."
    case .unavailable(let reason):
      "The network cannot be used: \(reason)."
    }
  }
}

extension Duration {
  /// To whole seconds, of which there is one at least.
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
