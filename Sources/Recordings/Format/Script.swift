/// A parsed script with its source lines.
package struct Script: Equatable, Sendable {
  /// The path for messages.
  package var path: String
  /// The source lines without line breaks, so that unchanged parts can be written back verbatim.
  package var lines: [String]
  /// The line break of the source.
  package var lineEnd = "\n"
  /// Whether the last line ends in a line break.
  package var endsInBreak = true
  package var header: ScriptHeader
  package var items: [ScriptItem]

  package init(path: String, lines: [String], header: ScriptHeader, items: [ScriptItem]) {
    self.path = path
    self.lines = lines
    self.header = header
    self.items = items
  }
}

/// An item of a script and its lines.
package struct ScriptItem: Equatable, Sendable {
  package indirect enum Kind: Equatable, Sendable {
    /// `# text`: a comment, which is never shown.
    case comment(String)
    /// `% text`: a caption. `%!` is shown to the presenter only.
    case narration(String, isPrivate: Bool)
    /// `== text`: the title of a new chapter.
    case chapter(String)
    case step(ScriptStep)
    /// `@ repeat N` to `@ end`.
    case repeated(Int, [ScriptItem])
    case attachment(ScriptAttachment)
    case directive(ScriptDirective)
  }

  package var kind: Kind
  /// The lines of the item, as offsets into ``Script/lines``, without blank lines around it.
  package var range: Range<Int>

  package init(_ kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The line number of its first line, counted from 1.
  package var line: Int { range.lowerBound + 1 }
}

/// An action and its expected outcome.
package struct ScriptStep: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// `> text` and following `+ text`: typed as one line, joined by single spaces, then Enter.
    case command(String)
    /// `@ keys …`
    case keys([KeyStrokes])
    /// `@ screen`: the expected lines are the whole screen, without blank rows at its end.
    case screen
  }

  package var action: Action
  /// `_ text{^}`: the edited line after the action; its cursor is counted in scalars.
  package var editLine: ExpectedEdit?
  /// The `|` and `!` lines, in order.
  package var expected: [ExpectedLine] = []
  /// The `@ expect` and `@ expect-not` lines.
  package var assertions: [ScriptAssertion] = []
  /// `? …`; nil if there is no such line.
  package var status: ExpectedStatus?
  /// The expectation lines after the action, as offsets into ``Script/lines``; may be empty.
  package var expectation: Range<Int>

  package init(action: Action, expectation: Range<Int>) {
    self.action = action
    self.expectation = expectation
  }
}

/// An element of `@ keys`: a text or a key, its count, and the delay before it.
package struct KeyStrokes: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case key(ScriptKey)
  }

  package var content: Content
  package var count = 1
  /// The delay before each press, in milliseconds; nil for the default.
  package var rest: Int?

  package init(_ content: Content, count: Int = 1, rest: Int? = nil) {
    self.content = content
    self.count = count
    self.rest = rest
  }
}

/// A key with its modifiers, such as `Ctrl+Alt+Left`.
package struct ScriptKey: Equatable, Sendable {
  package struct Modifiers: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package enum Name: String, Sendable, CaseIterable {
    case enter = "Enter"
    case tab = "Tab"
    case escape = "Esc"
    case space = "Space"
    case backspace = "Backspace"
    case delete = "Delete"
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case home = "Home"
    case end = "End"
    case pageUp = "PageUp"
    case pageDown = "PageDown"
    case f1 = "F1"
    case f2 = "F2"
    case f3 = "F3"
    case f4 = "F4"
    case f5 = "F5"
    case f6 = "F6"
    case f7 = "F7"
    case f8 = "F8"
    case f9 = "F9"
    case f10 = "F10"
    case f11 = "F11"
    case f12 = "F12"
  }

  package enum Cap: Equatable, Sendable {
    case named(Name)
    /// A letter, a digit or `_`, as in `Ctrl+A` and `Ctrl+_`. Letters are lowercase.
    case character(Character)
  }

  package var modifiers: Modifiers
  package var cap: Cap

  package init(_ cap: Cap, modifiers: Modifiers = []) {
    self.modifiers = modifiers
    self.cap = cap
  }
}

/// The expected contents of the line editor.
package struct ExpectedEdit: Equatable, Sendable {
  package var text: String
  /// The number of scalars before the cursor.
  package var cursor: Int
  /// The source line, as an offset into ``Script/lines``.
  package var line: Int

  package init(text: String, cursor: Int, line: Int) {
    self.text = text
    self.cursor = cursor
    self.line = line
  }
}

/// An output stream.
///
/// The raw value is the prefix of its lines in a script.
package enum ScriptStream: Character, Equatable, Sendable {
  case output = "|"
  case diagnostics = "!"
}

/// An expected line of output.
package struct ExpectedLine: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// `| text`, or `|\ text` with its escapes resolved.
    case literal(String)
    /// `|~ text`: a pattern with placeholders.
    case pattern(LinePattern)
    /// `|...`: any number of lines on that stream, including none.
    case elision
  }

  package var stream: ScriptStream
  package var form: Form
  /// The source line, as an offset into ``Script/lines``.
  package var line: Int

  package init(_ stream: ScriptStream, _ form: Form, line: Int) {
    self.stream = stream
    self.form = form
    self.line = line
  }
}

/// `@ expect "text"` or `@ expect-not "text"`: a text that must or must not occur in the output of a step.
package struct ScriptAssertion: Equatable, Sendable {
  package var text: String
  package var isExpected: Bool
  package var line: Int

  package init(text: String, isExpected: Bool, line: Int) {
    self.text = text
    self.isExpected = isExpected
    self.line = line
  }
}

/// The expected status of a step.
package enum ExpectedStatus: Equatable, Sendable {
  case ok
  /// Successful, without any output.
  case silent
  /// Failed, with the given error code if there is one.
  case error(String?)
  /// The program exits.
  case quit
}

/// `@ file NAME`: a file contained in the script.
package struct ScriptAttachment: Equatable, Sendable {
  package var name: String
  package var bytes: [UInt8]
  /// The declared SHA-256 digest, in hexadecimal.
  package var digest: String?

  package init(name: String, bytes: [UInt8], digest: String?) {
    self.name = name
    self.bytes = bytes
    self.digest = digest
  }
}

/// A directive about how a script is played.
package enum ScriptDirective: Equatable, Sendable {
  /// Pauses for a number of milliseconds.
  case pause(Int)
  case pace(ScriptPace)
  /// Hides the following items, which are still run and checked.
  case hide
  case show
  /// Ends the script.
  case stop
  /// Sets a variable.
  case set(String, String)
  /// Includes the items of another script.
  case include(String)
  /// Skips the next item unless a condition holds.
  case when(ScriptCondition)
  /// Advances the clock by a number of milliseconds.
  case clockForward(Int)
  /// Sets the clock, in milliseconds since 1970.
  case clock(Int)
  case resize(ScriptSize)
  /// Names a still of this moment.
  case shot(String)
  /// Marks the next step as a known mismatch, with a reason.
  case xfail(String)
  /// Answers the next question with yes or no.
  case answer(Bool)
}

/// A condition: `[!]feature:NAME`, `app>=VERSION` or `app<VERSION`.
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
