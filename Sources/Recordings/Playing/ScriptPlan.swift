/// A script ready to be played: what it includes in its place, and each repetition written out.
package struct ScriptPlan: Sendable {
  /// The script itself, and those that it includes.
  package private(set) var scripts: [Script]
  /// What happens, in order.
  package let cues: [ScriptCue]
  /// The files that the scripts carry along, by their names.
  package let attachments: [String: [UInt8]]
  /// The SHA-256 digest of the script's own bytes, in hexadecimal.
  package let digest: String
  /// The version of the program, for conditions.
  package let version: [Int]

  /// What variables stand for at first.
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

  /// The same on a terminal of another size.
  func resized(_ size: ScriptSize) -> ScriptPlan {
    var plan = self
    plan.scripts[0].header.size = size
    return plan
  }

  /// What the script itself asks for.
  package var header: ScriptHeader { scripts[0].header }

  /// The numbers of the cues with which chapters begin.
  package var chapters: [Int] {
    cues.indices.filter { if case .chapter = cues[$0].kind { true } else { false } }
  }

  /// The number of the cue with which a chapter begins; nil if there is none of that name.
  package func chapter(named name: String) -> Int? {
    chapters.first { if case .chapter(name) = cues[$0].kind { true } else { false } }
  }

  /// What this program has, as conditions name it.
  package static let features: Set = ["color", "images", "menu", "net-replay", "pictures"]

  /// Whether a condition is so.
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

/// One thing that happens in a plan, and where it is written.
package struct ScriptCue: Equatable, Sendable {
  /// What happens; neither a repetition nor an included script, which are written out.
  package let kind: ScriptItem.Kind
  /// The number of its script in ``ScriptPlan/scripts``.
  package let script: Int
  /// Its lines, as offsets into those of its script.
  package let range: Range<Int>
  /// What has to be so for it to happen.
  package let conditions: [ScriptCondition]

  package init(
    _ kind: ScriptItem.Kind, script: Int, range: Range<Int>, conditions: [ScriptCondition] = []
  ) {
    self.kind = kind
    self.script = script
    self.range = range
    self.conditions = conditions
  }

  /// The number of its first line, counted from 1.
  package var line: Int { range.lowerBound + 1 }
}
