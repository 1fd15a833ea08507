import Assistance
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Output
import Recordings
import SessionStore
import Terminal
import Text
import World

extension Command<CommandContext> {
  static var run: Self {
    Self(
      "run", .script,
      summary: "Play a recorded script in a separate session, and compare the results.",
      needsFeed: false,
      examples: [
        "run demo.rcp"
      ],
      details: [
        "Your own data is not touched: a script has its own feed, favorites and clock, and no network. "
          + "`larder script` does more with scripts."
      ]
    ) { context, arguments in
      guard let file = arguments[.script] else { return }
      let path = context.world.expandingHome(file.unquoted)
      if context.world.files.kind(of: path) == nil {
        throw Failure(
          "there is no file \(harmless(path))", at: file.range, in: arguments.line, status: .noInput
        )
      }
      try context.script(["run", path])
    }
  }

  static var tour: Self {
    .asking(
      "tour", summary: "Show what Larder can do, in a minute; any key ends the tour.",
      needsFeed: false,
      examples: [
        "tour"
      ]
    ) { context, _ in try context.playTour() }
  }

  static var record: Self {
    Self(
      "record",
      summary: "Record a script in a separate session.",
      needsFeed: false, controlsRecording: true,
      forms: [
        Form(
          "start",
          parameters: [.script],
          summary: "Start recording on the current feed."
        ) { context, arguments in try context.beginRecording(arguments) },
        Form("pause", summary: "Pause the recording, or continue it.") { context, _ in
          let isPaused = try context.presentRecorder().pause()
          context.output.say(
            isPaused ? "recording is paused; record pause continues it" : "recording")
        },
        Form(
          "mark", parameters: [.chapter], summary: "Start a chapter."
        ) { context, arguments in
          try context.presentRecorder().mark(arguments[.chapter]?.text ?? "")
          context.sayPause()
        },
        Form(
          "note", parameters: [.remark], summary: "Add a caption to the script."
        ) { context, arguments in
          try context.presentRecorder().note(arguments[.remark]?.text ?? "")
          context.sayPause()
        },
        Form("drop", summary: "Remove the last step from the script; its effect stays.") {
          context, _ in
          let dropped = try context.presentRecorder().drop()
          context.output.say(dropped.map { "dropped \($0)" } ?? "nothing was recorded yet")
        },
        .asking(
          "stop", summary: "Stop recording, check the script and write it."
        ) { context, _ in
          try context.presentRecorder().stop()
          return .end
        },
      ],
      examples: [
        "record start demo.rcp",
        "record mark First steps",
        "record stop",
      ],
      details: [
        "A recording has its own favorites, settings and clock, so that it plays the same everywhere."
      ])
  }
}

extension Parameter<CommandContext> {
  /// A file with a script.
  fileprivate static var script: Self {
    Parameter("FILE", .statement, complete: { $0.assistance.scriptSuggestions($1) })
  }

  /// The title of a chapter.
  fileprivate static var chapter: Self { Parameter("TITLE", .statement) }

  /// A remark for the reader of the script.
  fileprivate static var remark: Self { Parameter("TEXT", .line) }
}

extension CommandContext {
  /// Runs a subcommand of `larder script` as a child process on this terminal.
  ///
  /// - Throws: ``Failure`` if it fails; the child has printed the reason.
  fileprivate func script(
    _ words: [String], otherwise fault: String = "the script could not be played"
  ) throws {
    guard let status = scriptStatus(words) else { throw noScripts(words) }
    switch status {
    case 0: break
    case 1:
      throw Failure(
        "some steps were not as expected", hint: "larder script check FILE shows the differences")
    case 4 where words.first == "run":
      throw Failure("the script does something that scripts must not do", code: .refused)
    case 130: throw Failure.interrupted
    default: throw Failure(fault)
    }
  }

  private func scriptStatus(_ words: [String]) -> Int32? {
    output.endPaging()
    return world.runAgain(["script"] + words)
  }

  private func noScripts(_ words: [String]) -> Failure {
    words.first == "record"
      ? Failure("a script cannot record another script", code: .refused)
      : Failure(
        "a script cannot play another script",
        hint: "to include it, write @ include FILE", code: .refused)
  }

  fileprivate func beginRecording(_ arguments: Arguments) throws {
    guard let file = arguments[.script] else { return }
    if recorder != nil {
      throw Failure("a recording is already running", hint: "record stop ends it")
    }
    guard options.isInteractive else { throw Failure("`record` works at the prompt only") }
    let words = file.text.split(separator: " ")
    if !file.isQuoted,
      let option = words.first(where: { $0.hasPrefix("--") }) ?? words.first, option.hasPrefix("-")
    {
      throw Failure(
        "`record start` takes only a file, not `\(harmless(String(option)))`",
        hint: "to use options, run in your own shell: larder script record FILE --net",
        at: file.range, in: arguments.line)
    }
    let path = world.expandingHome(file.unquoted)
    if world.files.kind(of: path) == .folder { throw FileError(path: path, reason: .isDirectory) }
    var call =
      ["record", path]
      + (session.feed.map { ["--feed", withoutUser(source: $0.request.source)] } ?? [])
    if world.files.kind(of: path) != nil {
      guard output.confirms("\(path) exists already. Replace it?") else {
        return output.say("\(path) was not replaced")
      }
      call.append("--force")
    }
    try world.files.requireFolder(of: path)
    try script(call, otherwise: "the recording was not written")
  }

  /// Reports that recording is paused, if it is.
  fileprivate func sayPause() {
    if recorder?.isPaused == true {
      output.say("recording is paused, so this was not recorded; record pause continues it")
    }
  }

  fileprivate func presentRecorder() throws -> Recorder {
    guard let recorder else {
      throw Failure("nothing is being recorded", hint: "record start FILE starts a recording")
    }
    return recorder
  }

  /// Plays the tour until its end, or until the user types; the typed text becomes the line.
  fileprivate func playTour() throws -> LoopRequest? {
    guard options.isInteractive else { throw Failure("`tour` works at the prompt only") }
    guard let status = scriptStatus(["replay", "--tour"]) else { throw noScripts(["replay"]) }
    guard (0xA0...0xFE).contains(status) else { return nil }
    return .draft(String(Unicode.Scalar(UInt8(status & 0x7F))))
  }
}
