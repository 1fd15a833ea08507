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

  /// Converts any error to a failure.
  package init(catching error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let diagnostic as Diagnostic: self.init(diagnostic)
    case let error as any FailureConvertible: self = error.failure
    default: self.init("\(error)")
    }
  }

  /// A stop that the person asked for.
  package static var interrupted: Failure { Failure("stopped", status: .interrupted) }
}

/// An error of a module that knows how a command that meets it ends.
package protocol FailureConvertible: Error {
  var failure: Failure { get }
}
