import Diagnostics
import SessionStore
import World

/// Why a command could not do what it was asked for.
package struct Failure: Error {
  package var diagnostic: Diagnostic
  package var status: RunStatus

  package init(_ diagnostic: Diagnostic, _ status: RunStatus = .failure) {
    self.diagnostic = diagnostic
    self.status = status
  }

  package init(
    _ message: String, hint: String = "", at word: Range<Int>? = nil, in line: String? = nil,
    status: RunStatus = .failure, code: FailureCode? = nil
  ) {
    let diagnostic = Diagnostic(message, at: word, in: line, hint: hint)
    self.init(code.map { diagnostic.coded($0.rawValue) } ?? diagnostic, status)
  }

  /// The kind of the failure.
  package var code: FailureCode {
    FailureCode(rawValue: diagnostic.code) ?? FailureCode(status)
  }

  /// What any error that a command throws means.
  init(catching error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let diagnostic as Diagnostic: self.init(diagnostic)
    case let error as LibraryError where error.isStopped: self = .interrupted
    case let error as LibraryError: self.init(error.description, status: .disk)
    case let error as FileError:
      self.init(
        error.description, status: Self.status(of: error),
        code: error.isRefusal ? .refused : nil)
    case let error as HTTPFailure: self.init(error.description, status: Self.status(of: error))
    default: self.init("\(error)")
    }
  }

  private static func status(of error: FileError) -> RunStatus {
    switch error.reason {
    case .missing, .isDirectory: .noInput
    case .stopped: .interrupted
    case .refused, .changed: .failure
    default: .disk
    }
  }

  private static func status(of failure: HTTPFailure) -> RunStatus {
    switch failure {
    case .cancelled: .interrupted
    case .badURL, .unsupportedScheme: .noInput
    default: .network
    }
  }

  /// A stop that the person asked for.
  static var interrupted: Failure { Failure("stopped", status: .interrupted) }
}

extension FileError {
  fileprivate var isRefusal: Bool { if case .refused = reason { true } else { false } }
}
