/// A script prepared for playing, with its inclusions and repetitions resolved.
package struct ScriptPlan: Sendable {
  /// The script itself, then the included ones.
  package private(set) var scripts: [Script]
  /// The cues in playing order.
  package let cues: [ScriptCue]
  /// The attached files by name.
  package let attachments: [String: [UInt8]]
  /// The SHA-256 digest of the script, in hexadecimal.
  package let digest: String
  /// The version of the program, for conditions.
  package let version: [Int]

  /// The initial values of the variables.
  package let variables: [String: String]

  package init(_ script: PlayableScript, digest: String, version: [Int]) {
    scripts = script.scripts
    variables = script.variables
    let cues = script.items.map { item in
      ScriptCue(
        item.item.kind, script: item.script, range: item.item.range, conditions: item.conditions)
    }
    self.cues = cues
    self.digest = digest
    self.version = version
    var attachments: [String: [UInt8]] = [:]
    for cue in cues {
      if case .attachment(let file) = cue.kind { attachments[file.name] = file.bytes }
    }
    self.attachments = attachments
  }

  /// Returns the plan with another terminal size.
  func resized(_ size: ScriptSize) -> ScriptPlan {
    var plan = self
    plan.scripts[0].header.size = size
    return plan
  }

  /// Returns the plan with another feed.
  func reading(_ feed: ScriptHeader.Feed) -> ScriptPlan {
    var plan = self
    plan.scripts[0].header.feed = feed
    return plan
  }

  /// The header of the script itself.
  package var header: ScriptHeader { scripts[0].header }

  /// The indices of the cues that begin chapters.
  package var chapters: [Int] {
    cues.indices.filter { if case .chapter = cues[$0].kind { true } else { false } }
  }

  /// Returns the indices of the cues of a chapter; nil if there is no such chapter.
  package func cues(ofChapter title: String) -> Range<Int>? {
    let begin = chapters.first { if case .chapter(title) = cues[$0].kind { true } else { false } }
    guard let begin else { return nil }
    return begin..<(chapters.first { $0 > begin } ?? cues.count)
  }

  /// Returns the indices of the cues of a chapter that the user names.
  ///
  /// - Throws: ``ScriptRefusal`` if there is no such chapter.
  package func cues(ofExistingChapter title: String) throws(ScriptRefusal) -> Range<Int> {
    if let cues = cues(ofChapter: title) { return cues }
    let titles = cues.compactMap { if case .chapter(let title) = $0.kind { title } else { nil } }
    let hint =
      titles.isEmpty ? "the script has no chapters" : "there are \(titles.joined(separator: ", "))"
    throw ScriptRefusal(.invalid, "\(scripts[0].path): there is no chapter \"\(title)\"; \(hint)")
  }

  /// The feature names that `@ when feature:` recognizes as supported.
  package static let features: Set = ["color", "images", "menu", "net-replay", "pictures"]

  /// Whether a condition holds.
  func holds(_ condition: ScriptCondition) -> Bool {
    let holds =
      switch condition.subject {
      case .feature(let name): Self.features.contains(name)
      case .atLeast(let version): !self.version.lexicographicallyPrecedes(version)
      case .below(let version): self.version.lexicographicallyPrecedes(version)
      }
    return holds != condition.isNegated
  }
}

/// An event in a plan, with its source position.
package struct ScriptCue: Equatable, Sendable {
  /// The kind of item.
  ///
  /// Repetitions and inclusions are resolved.
  package let kind: ScriptItem.Kind
  /// The script that contains the item, as an index into ``ScriptPlan/scripts``.
  package let script: Int
  /// The lines of the item, as offsets into those of its script.
  package let range: Range<Int>
  /// The conditions that must hold for the item to be played.
  package let conditions: [ScriptCondition]

  package init(
    _ kind: ScriptItem.Kind, script: Int, range: Range<Int>, conditions: [ScriptCondition] = []
  ) {
    self.kind = kind
    self.script = script
    self.range = range
    self.conditions = conditions
  }

  /// The line number of its first line, counted from 1.
  package var line: Int { range.lowerBound + 1 }
}
