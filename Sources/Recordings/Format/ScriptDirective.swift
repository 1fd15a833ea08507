/// What a script says about how it is played.
package enum ScriptDirective: Equatable, Sendable {
  /// A rest, in milliseconds.
  case pause(Int)
  case pace(ScriptPace)
  /// What follows runs and is checked, and is not shown.
  case hide
  case show
  /// Nothing behind it is played.
  case stop
  /// A variable from here on.
  case set(String, String)
  /// The items of another script stand here.
  case include(String)
  /// The next item is left out unless this is so.
  case when(ScriptCondition)
  /// The clock goes on by milliseconds.
  case clockForward(Int)
  /// The clock shows a moment, in milliseconds since 1970.
  case clock(Int)
  case resize(ScriptSize)
  /// A still of this moment has a name.
  case shot(String)
  /// The next step is known not to match, and why.
  case xfail(String)
  /// The next question is answered yes or no.
  case answer(Bool)
}

/// `[!]feature:NAME`, `app>=VERSION`, `app<VERSION`.
package struct ScriptCondition: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case feature(String)
    case atLeast([Int])
    case below([Int])
  }

  package var isNegated: Bool
  package var subject: Subject

  package init(_ subject: Subject, isNegated: Bool = false) {
    self.subject = subject
    self.isNegated = isNegated
  }
}
