import Catalog
import Feeds
import Interpreter
import SessionStore
import Terminal

extension Command<Shell> {
  static var load: Self {
    Self(
      "load", .source, .asProfile, summary: "Take another feed: a named one, a file, an address.",
      examples: ["load demo", "load demo-malformed as recipes"],
      details: [
        "SOURCE is a named feed, else a path, else an address; ./name forces a path. If it cannot "
          + "be loaded, the feed you had stays."
      ]
    ) { shell, arguments in
      guard let source = arguments["SOURCE"] else { return }
      let profile = try profileName(arguments)
      try shell.load(FeedRequest(source: source.text, profile: profile))
      shell.sayMalformed()
      shell.viewChanged()
    }
  }

  static var reload: Self {
    Self(
      "reload", .choice("fresh", isOptional: true, [Candidate("fresh", "fetch all of it anew")]),
      aliases: ["refresh"], summary: "Get the feed again and keep the view.", examples: ["reload"]
    ) { shell, arguments in
      let word = arguments["fresh"]
      if let word, word.text != "fresh" {
        throw Failure("`reload` takes `fresh` or nothing", at: word.range, in: arguments.line)
      }
      let before = shell.startFreshness == nil ? shell.loaded?.handles : nil
      if shell.startFreshness != nil {
        shell.startFreshness = nil
      } else {
        try shell.reload(word == nil ? .checked : .refetched)
      }
      if let before, let after = shell.loaded?.handles {
        let (new, gone) = after.value.changes(since: before.value)
        shell.say(new + gone == 0 ? "nothing is new" : "\(new) new, \(gone) gone")
      }
      guard shell.options.isInteractive else {
        return shell.say("\(shell.loaded?.name ?? ""): \(shell.contents)", .faint)
      }
      shell.sayMalformed()
      shell.viewChanged()
    }
  }
}

extension Invocation<Shell> {
  /// How anew the feed is to be, if this is `reload`.
  var reloadFreshness: Freshness? {
    guard command.name == "reload" else { return nil }
    return arguments["fresh"]?.text == "fresh" ? .refetched : .checked
  }
}

extension Parameter<Shell> {
  /// The words `as PROFILE`.
  static var asProfile: Parameter {
    Parameter("as PROFILE", .words, isOptional: true) { _, request in
      let before = words(of: request.line, in: 0..<request.range.lowerBound).words.last?.text
      let profiles = Profile.builtIn.map { Candidate($0.name, "a form that feeds have") }
      return request.suggestions(
        before == "as" ? profiles : [Candidate("as", "say which form the feed has")],
        isWhole: true)
    }
  }
}

/// The profile that `as PROFILE` names, if it is there.
func profileName(_ arguments: Arguments) throws -> String? {
  let words = arguments.all("as PROFILE")
  guard let first = words.first else { return nil }
  guard first.text == "as", words.count == 2 else {
    throw Failure(
      "`as PROFILE` was expected", hint: "e.g. as recipes", at: first.range, in: arguments.line)
  }
  return words[1].text
}

extension Shell {
  /// Says how many records are malformed, if any are.
  package func sayMalformed() { sayMalformed(loaded?.feed.malformedCount ?? 0) }

  /// Says that so many records are malformed.
  func sayMalformed(_ count: Int) {
    if count == 0 { return }
    say("\(count == 1 ? "1 record is" : "\(count) records are") malformed: see problems", .warning)
  }
}
