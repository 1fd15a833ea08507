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

extension Command<Shell> {
  static var run: Self {
    Self(
      "run", Parameter("FILE", .statement, complete: { $0.scriptSuggestions($1) }),
      summary: "Play a recorded script in a world of its own, and compare.",
      examples: ["run demo.rcp"],
      details: [
        "Nothing of yours is touched: a script sees its own feed, favorites and clock, and no network. "
          + "`larder script` does more with scripts."
      ]
    ) { shell, arguments in
      guard let file = arguments["FILE"] else { return }
      let path = shell.world.expandingHome(file.unquoted)
      if shell.world.files.kind(of: path) == nil {
        throw Failure(
          "there is no file \(harmless(path))", at: file.range, in: arguments.line, status: .noInput
        )
      }
      try shell.script(["run", path])
    }
  }

  static var tour: Self {
    Self(
      "tour", summary: "Show Larder off in a minute; press any key to go on by yourself.",
      examples: ["tour"]
    ) { shell, _ in try shell.playTour() }
  }

  static var record: Self {
    Self(
      "record",
      summary: "Record what you do as a script, in a world of its own.",
      forms: [
        Form(
          "start",
          parameters: [Parameter("FILE", .statement, complete: { $0.scriptSuggestions($1) })],
          summary: "Begin a recording on the present feed; it is checked before it is written."
        ) { shell, arguments in try shell.beginRecording(arguments) },
        Form("pause", summary: "Leave out what follows, or go on.") { shell, _ in
          let isPaused = try shell.presentRecorder().pause()
          shell.output.say(isPaused ? "paused; record pause goes on" : "recording")
        },
        Form(
          "mark", parameters: [Parameter("TITLE", .line)], summary: "Begin a chapter."
        ) { shell, arguments in
          try shell.presentRecorder().mark(arguments["TITLE"]?.text ?? "")
          shell.sayPause()
        },
        Form(
          "note", parameters: [Parameter("TEXT", .line)], summary: "Say something beside the steps."
        ) { shell, arguments in
          try shell.presentRecorder().note(arguments["TEXT"]?.text ?? "")
          shell.sayPause()
        },
        Form("drop", summary: "Take the last step out; what it did stays done, so undo that first.")
        { shell, _ in
          let dropped = try shell.presentRecorder().drop()
          shell.output.say(dropped.map { "dropped \($0)" } ?? "nothing was recorded yet")
        },
        Form("stop", summary: "End the recording, check it and write it.") { shell, _ in
          try shell.presentRecorder().stop()
          shell.hasQuit = true
        },
      ],
      examples: ["record start demo.rcp", "record mark First steps", "record stop"],
      details: [
        "A recording has its own favorites, settings and clock, so that it plays the same everywhere."
      ])
  }
}

extension Shell {
  /// The script of the bundled tour.
  package static var tourScript: [UInt8] { Demo.tour }

  /// The names of the feeds that are part of the program.
  package static var bundledFeeds: [String] { BundledFeed.allCases.map(\.rawValue) }

  /// The digest of a feed that is part of the program, as scripts name it; nil if there is none of that name.
  package static func digest(ofBundledFeed name: String) -> String? {
    // What is part of the program can be read.
    guard let feed = BundledFeed(rawValue: name), case let file = Demo.file(of: feed),
      let bytes = try? CachedContent.file(file).bytes()
    else { return nil }
    return sha256(of: bytes)
  }

  /// Runs a subcommand of `larder script` in a process of its own, on this terminal.
  ///
  /// - Throws: ``Failure`` if it fails, which it has explained.
  fileprivate func script(
    _ words: [String], otherwise fault: String = "the script could not be played"
  ) throws {
    guard let status = scriptStatus(words) else { throw noScripts(words) }
    switch status {
    case 0: break
    case 1: throw Failure("not all was as the script says")
    case 4 where words.first == "run":
      throw Failure("the script asks for what no script may do", code: .refused)
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
      ? Failure("no script records another", code: .refused)
      : Failure(
        "no script can be played from here", hint: "in a script, write @ include FILE",
        code: .refused)
  }

  fileprivate func beginRecording(_ arguments: Arguments) throws {
    guard let file = arguments["FILE"] else { return }
    if let recorder {
      recorder.refuse()
      throw Failure("this is being recorded already", hint: "record stop")
    }
    guard options.isInteractive else { throw Failure("`record` works at the prompt only") }
    let words = file.text.split(separator: " ")
    if !file.isQuoted,
      let option = words.first(where: { $0.hasPrefix("--") }) ?? words.first, option.hasPrefix("-")
    {
      throw Failure(
        "`record start` takes a file alone, and no \(harmless(String(option)))",
        hint: "with options it is begun outside: larder script record FILE --net", at: file.range,
        in: arguments.line)
    }
    let path = world.expandingHome(file.unquoted)
    if world.files.kind(of: path) == .folder { throw FileError(path: path, reason: .isDirectory) }
    var call =
      ["record", path]
      + (session.feed.map { ["--feed", withoutUser(source: $0.request.source)] } ?? [])
    if world.files.kind(of: path) != nil {
      guard output.confirms("\(path) is there already. Replace it?") else {
        return output.say("left as it was")
      }
      call.append("--force")
    }
    try world.files.requireFolder(of: path)
    try script(call, otherwise: "the recording was not written")
  }

  /// Says that a remark is left out, if it is.
  fileprivate func sayPause() {
    if recorder?.isPaused == true {
      output.say("paused, so this is left out; record pause goes on")
    }
  }

  fileprivate func presentRecorder() throws -> Recorder {
    guard let recorder else {
      throw Failure("nothing is being recorded", hint: "record start FILE begins")
    }
    return recorder
  }

  /// Plays the tour until its end, or until the person types: the line begins with what they typed.
  fileprivate func playTour() throws {
    guard options.isInteractive else { throw Failure("`tour` works at the prompt only") }
    guard let status = scriptStatus(["replay", "--tour"]) else { throw noScripts(["replay"]) }
    if (0xA0...0xFE).contains(status) {
      draft = String(Unicode.Scalar(UInt8(status & 0x7F)))
    }
  }
}
