/// A recorded script as it is written: its lines, and what they mean.
package struct Script: Equatable, Sendable {
  /// The path that messages name.
  package var path: String
  /// Every line of the text without its end, so that what is not changed can be written again as it was.
  package var lines: [String]
  /// What ends its lines: a line feed, or what some systems put there.
  package var lineEnd = "\n"
  /// Whether the last one has an end.
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

/// One thing that a script says or does, and where it stands.
package struct ScriptItem: Equatable, Sendable {
  package indirect enum Kind: Equatable, Sendable {
    /// `# text`: kept, and never shown.
    case comment(String)
    /// `% text`: what a caption says; `%!` is for the presenter alone.
    case narration(String, isPrivate: Bool)
    /// `== text`: a part of the script begins.
    case chapter(String)
    case step(ScriptStep)
    /// `@ repeat N` to `@ end`.
    case repeated(Int, [ScriptItem])
    case attachment(ScriptAttachment)
    case directive(ScriptDirective)
  }

  package var kind: Kind
  /// The lines it takes, as offsets into ``Script/lines``, without blank lines around it.
  package var range: Range<Int>

  package init(_ kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The number of its first line, counted from 1.
  package var line: Int { range.lowerBound + 1 }
}

/// What is typed or looked at, and what is expected of it.
package struct ScriptStep: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// `> text` and `+ text` behind it: typed as one line with one space between, then Enter.
    case command(String)
    /// `@ keys …`
    case keys([KeyStrokes])
    /// `@ screen`: the expected lines are the whole screen, without the blank rows at its end.
    case screen
  }

  package var action: Action
  /// `_ text{^}`: the line as it is edited afterwards, and its cursor, counted in scalars.
  package var editLine: ExpectedEdit?
  /// The lines `|` and `!`, in their order.
  package var expected: [ExpectedLine] = []
  /// `@ expect` and `@ expect-not`.
  package var assertions: [ScriptAssertion] = []
  /// `? …`; nil if it is not said.
  package var status: ExpectedStatus?
  /// The lines behind the action that say what is expected, as offsets into ``Script/lines``; may be empty.
  package var expectation: Range<Int>

  package init(action: Action, expectation: Range<Int>) {
    self.action = action
    self.expectation = expectation
  }
}

/// A piece of `@ keys`: a text or a key, how often, and how long to rest before it.
package struct KeyStrokes: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    case key(ScriptKey)
  }

  package var content: Content
  package var count = 1
  /// The rest before it, in milliseconds; nil for the usual one.
  package var rest: Int?

  package init(_ content: Content, count: Int = 1, rest: Int? = nil) {
    self.content = content
    self.count = count
    self.rest = rest
  }
}

/// A key with the keys held down beside it, as in `Ctrl+Alt+Left`.
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
  }

  package enum Cap: Equatable, Sendable {
    case named(Name)
    /// A letter, a digit or `_`, as in `Ctrl+A` and `Ctrl+_`; letters in lower case.
    case character(Character)
  }

  package var modifiers: Modifiers
  package var cap: Cap

  package init(_ cap: Cap, modifiers: Modifiers = []) {
    self.modifiers = modifiers
    self.cap = cap
  }
}

/// The line that is expected while it is edited.
package struct ExpectedEdit: Equatable, Sendable {
  package var text: String
  /// The scalars before the cursor.
  package var cursor: Int
  /// Its line, as an offset into ``Script/lines``.
  package var line: Int

  package init(text: String, cursor: Int, line: Int) {
    self.text = text
    self.cursor = cursor
    self.line = line
  }
}

/// Which of the two streams a line came on.
package enum ScriptStream: Character, Equatable, Sendable {
  case output = "|"
  case diagnostics = "!"
}

/// One line of what a step is expected to say.
package struct ExpectedLine: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// `| text`, and `|\ text` once its escapes are resolved.
    case literal(String)
    /// `|~ text`: with placeholders.
    case pattern(LinePattern)
    /// `|...`: any number of lines of that stream, none included.
    case elision
  }

  package var stream: ScriptStream
  package var form: Form
  /// Its line, as an offset into ``Script/lines``.
  package var line: Int

  package init(_ stream: ScriptStream, _ form: Form, line: Int) {
    self.stream = stream
    self.form = form
    self.line = line
  }
}

/// `@ expect "text"` and `@ expect-not "text"`: what must or must not be in the output of a step.
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

/// How a step is expected to end.
package enum ExpectedStatus: Equatable, Sendable {
  case ok
  /// Well, and with no output at all.
  case silent
  /// Not well; with the kind of the failure, if that matters.
  case error(String?)
  /// The program ends.
  case quit
}

/// `@ file NAME`: a file that the script carries along.
package struct ScriptAttachment: Equatable, Sendable {
  package var name: String
  package var bytes: [UInt8]
  /// The SHA-256 digest that it is said to have, in hexadecimal.
  package var digest: String?

  package init(name: String, bytes: [UInt8], digest: String?) {
    self.name = name
    self.bytes = bytes
    self.digest = digest
  }
}

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
