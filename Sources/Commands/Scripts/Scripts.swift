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

extension Command<ScriptsContext> {
  static var run: Self {
    Self(
      "run", Context.script,
      summary: "Play a recorded script in a separate session, and compare the results.",
      needsFeed: false,
      examples: [
        "run demo.rcp"
      ],
      details: [
        "Your own data is not touched: a script has its own feed, favorites and clock, and no network. "
          + "`larder script` does more with scripts."
      ]
    ) { context, file in
      let path = context.world.expandingHome(file.word.unquoted)
      if context.world.files.kind(of: path) == nil {
        throw Failure(
          "there is no file \(harmless(path))", at: file.range, in: file.line, status: .noInput
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
    ) { try $0.playTour() }
  }

  static var record: Self {
    Self(
      "record",
      summary: "Record a script in a separate session.",
      needsFeed: false, controlsRecording: true,
      forms: [
        Form(
          "start",
          Context.script,
          summary: "Start recording on the current feed."
        ) { context, file in try context.beginRecording(file) },
        Form("pause", summary: "Pause the recording, or continue it.") { context in
          let isPaused = try context.presentRecorder().pause()
          context.output.say(
            isPaused ? "recording is paused; record pause continues it" : "recording")
        },
        Form(
          "mark", Context.chapter, summary: "Start a chapter."
        ) { context, title in
          try context.presentRecorder().mark(title)
          context.sayPause()
        },
        Form(
          "note", Context.remark, summary: "Add a caption to the script."
        ) { context, text in
          try context.presentRecorder().note(text)
          context.sayPause()
        },
        Form("drop", summary: "Remove the last step from the script; its effect stays.") {
          context in
          let dropped = try context.presentRecorder().drop()
          context.output.say(dropped.map { "dropped \($0)" } ?? "nothing was recorded yet")
        },
        .asking(
          "stop", summary: "Stop recording, check the script and write it."
        ) { context in
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

extension ScriptsContext {
  /// A file with a script.
  fileprivate static var script: Parameter<ScriptsContext, Argument> {
    Parameter("FILE", .statement, complete: { $0.assistance.scriptSuggestions($1) })
  }

  /// The title of a chapter.
  fileprivate static var chapter: Parameter<ScriptsContext, String> {
    Parameter("TITLE", .statement) { $1.text }
  }

  /// A remark for the reader of the script.
  fileprivate static var remark: Parameter<ScriptsContext, String> {
    Parameter("TEXT", .line) { $1.text }
  }
}

extension ScriptsContext {
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

  fileprivate func beginRecording(_ argument: Argument) throws {
    let file = argument.word
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
        at: file.range, in: argument.line)
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
    guard
      let status = scriptStatus(
        ["replay", "--tour"] + (output.isPlain ? ["--plain"] : []))
    else { throw noScripts(["replay"]) }
    guard (0xA0...0xFE).contains(status) else { return nil }
    return .draft(String(Unicode.Scalar(UInt8(status & 0x7F))))
  }
}
