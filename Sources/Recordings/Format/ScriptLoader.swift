import World

/// Brings a script and those that it includes together.
package struct ScriptLoader {
  /// The most items that a script plays, each repetition counted.
  package static let limit = 20_000

  let files: any FileSystem
  /// The folder below which everything lies.
  let folder: String
  var playable: PlayableScript
  /// The scripts that are read already, by their path below the folder.
  var known: [String: Int]
  /// Where the scripts lie below the folder, and what tells their files from others.
  var places: [(path: String, identity: [UInt8]?)]
  var bytes = 0
  private var visits = 0
  private var totals = ScriptTotals()
  private var played: Set<[Int]> = []

  /// Brings a script and those that it includes together.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - folder: The folder in which it lies.
  ///   - files: Where the others are.
  /// - Returns: What is played, in its order.
  /// - Throws: ``ScriptProblem`` if a script is missing, wrong, outside the folder, or includes itself, or if all
  ///   together are too much.
  package static func load(
    _ script: Script, in folder: String, _ files: any FileSystem
  ) throws(ScriptProblem) -> PlayableScript {
    var loader = ScriptLoader(script, folder, files)
    try loader.append(script.items, of: 0, [], chain: [0])
    return loader.playable
  }

  private init(_ script: Script, _ folder: String, _ files: any FileSystem) {
    (self.files, self.folder) = (files, folder)
    let name = script.path.utf8.split(separator: 0x2F).last.map { String(Substring($0)) } ?? ""
    playable = PlayableScript(scripts: [script])
    known = [name: 0]
    places = [(name, nil)]
    bytes = script.lines.reduce(0) { $0 + $1.utf8.count + 1 }
    define(script.header.variables)
  }

  mutating func define(_ variables: [ScriptVariable]) {
    for variable in variables where playable.variables[variable.name] == nil {
      playable.variables[variable.name] = variable.value
    }
  }

  private mutating func append(
    _ items: [ScriptItem], of script: Int, _ conditions: [ScriptCondition], chain: [Int]
  ) throws(ScriptProblem) {
    var pending = conditions
    for item in items {
      visits += 1
      guard visits <= Self.limit else {
        throw problem(item, script, "too much is played", "at most \(Self.limit) items", .limit)
      }
      switch item.kind {
      case .directive(.when(let condition)): pending.append(condition)
      case .comment: continue
      default:
        try append(item, of: script, pending, chain: chain)
        pending = conditions
      }
    }
  }

  private mutating func append(
    _ item: ScriptItem, of script: Int, _ conditions: [ScriptCondition], chain: [Int]
  ) throws(ScriptProblem) {
    switch item.kind {
    case .repeated(let count, let items):
      for _ in 0..<count { try append(items, of: script, conditions, chain: chain) }
    case .directive(.include(let path)):
      let included = try include(path, item, of: script, chain)
      try append(
        playable.scripts[included].items, of: included, conditions, chain: chain + [included])
    default:
      try count(item, of: script)
      let isNew = played.insert([script, item.range.lowerBound]).inserted
      playable.items.append(
        PlayableScript.Item(
          item: item, script: script, conditions: conditions, isRepeated: !isNew))
    }
  }

  /// Makes sure that all together are not too much.
  private mutating func count(_ item: ScriptItem, of script: Int) throws(ScriptProblem) {
    switch item.kind {
    case .step(let step):
      totals.steps += 1
      if case .keys(let strokes) = step.action {
        totals.keys += strokes.reduce(0) { $0 + $1.count * $1.content.keys }
        totals.pauses += strokes.reduce(0) { $0 + $1.count * ($1.rest ?? 0) }
      }
    case .directive(.pause(let rest)): totals.pauses += rest
    case .directive(.clockForward(let time)): totals.clock += time
    default: break
    }
    let limits = [
      (totals.steps, playable.scripts[0].header.limits.steps, "steps"),
      (totals.keys, ScriptBounds.keys, "keys"), (totals.pauses, ScriptBounds.pauses, "ms of rests"),
      (totals.clock, ScriptBounds.clock, "ms of the clock"),
    ]
    for (total, limit, what) in limits where total > limit {
      throw problem(item, script, "too much is played", "at most \(limit) \(what)", .limit)
    }
  }
}
