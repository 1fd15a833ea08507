import World

/// Resolves the included scripts and repetitions of a script.
package struct ScriptLoader {
  /// The maximum number of items, counting each repetition.
  package static let limit = 20_000

  let files: any FileSystem
  /// The folder that contains the script and everything it includes.
  let folder: String
  var playable: PlayableScript
  /// The indices of the scripts already read, by path relative to the folder.
  var known: [String: Int]
  /// The path of each script relative to the folder, and the identity of its file.
  var places: [(path: String, identity: [UInt8]?)]
  var bytes = 0
  private var visits = 0
  private var totals = ScriptTotals()
  private var played: Set<[Int]> = []

  /// Resolves the included scripts and repetitions of a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - folder: The folder that contains the script.
  ///   - files: The file system with the included scripts.
  /// - Returns: The items in playing order.
  /// - Throws: ``ScriptProblem`` if an included script is missing, invalid, outside the folder, or includes
  ///   itself, or if a limit is exceeded.
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
        throw problem(
          item, script, "the script is too long, with its repetitions and inclusions",
          "at most \(Self.limit) items", .limit)
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

  /// Throws if the total of all scripts exceeds a limit.
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
      (totals.keys, ScriptBounds.keys, "keys"),
      (totals.pauses, ScriptBounds.pauses, "ms of pauses"),
      (totals.clock, ScriptBounds.clock, "ms of the clock"),
    ]
    for (total, limit, what) in limits where total > limit {
      throw problem(
        item, script, "the script is too long, with its repetitions and inclusions",
        "at most \(limit) \(what)", .limit)
    }
  }
}

/// Included scripts.
extension ScriptLoader {
  /// Reads an included script, unless it was read before.
  ///
  /// - Returns: The index of the script.
  mutating func include(
    _ path: String, _ item: ScriptItem, of script: Int, _ chain: [Int]
  ) throws(ScriptProblem) -> Int {
    guard chain.count <= ScriptBounds.includeDepth else {
      let hint = "at most \(ScriptBounds.includeDepth)"
      throw problem(item, script, "inclusions are nested too deeply", hint, .limit)
    }
    let base =
      places[script].path.utf8.lastIndex(of: 0x2F).map { String(places[script].path[..<$0]) } ?? ""
    let place = base.isEmpty ? path : "\(base)/\(path)"
    let included: Int
    if let known = known[place] {
      included = known
    } else {
      included = try read(place, item, script)
    }
    let isCycle = chain.contains {
      $0 == included || places[$0].identity.map { $0 == places[included].identity } ?? false
    }
    if isCycle {
      throw problem(item, script, "\(path) includes itself", "remove one of the inclusions")
    }
    return included
  }

  private mutating func read(
    _ place: String, _ item: ScriptItem, _ script: Int
  ) throws(ScriptProblem) -> Int {
    guard playable.scripts.count <= ScriptBounds.includes else {
      let hint = "at most \(ScriptBounds.includes)"
      throw problem(item, script, "too many scripts are included", hint, .limit)
    }
    let (content, identity) = try contents(place, item, script)
    bytes += content.count
    guard bytes <= ScriptBounds.includedText else {
      let hint = "at most \(ScriptBounds.includedText) bytes for all of them"
      throw problem(item, script, "the included scripts are too long", hint, .limit)
    }
    let included = try Script.reading(content, path: prefix + place)
    playable.scripts.append(included)
    places.append((place, identity))
    known[place] = places.count - 1
    define(included.header.variables)
    return places.count - 1
  }

  /// The prefix of the paths of included scripts in messages.
  private var prefix: String {
    let path = playable.scripts[0].path
    return path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? ""
  }

  private func contents(
    _ place: String, _ item: ScriptItem, _ script: Int
  ) throws(ScriptProblem) -> ([UInt8], [UInt8]?) {
    do throws(FileError) {
      let file = try files.open(place, beneath: folder, limit: ScriptBounds.text)
      var bytes = [UInt8](repeating: 0, count: file.count)
      let count = try file.read(at: 0, into: &bytes, 0..<bytes.count)
      return (Array(bytes[..<count]), file.identity)
    } catch {
      let kind: ScriptProblem.Kind =
        switch error.reason {
        case .tooLong: .limit
        case .other: .refused
        default: .unmet
        }
      throw problem(item, script, "\(error.description)", "write a script into the file", kind)
    }
  }

  func problem(
    _ item: ScriptItem, _ script: Int, _ message: String, _ hint: String,
    _ kind: ScriptProblem.Kind = .invalid
  ) -> ScriptProblem {
    ScriptProblem(
      path: playable.scripts[script].path, line: item.line, message, hint: hint, kind: kind)
  }
}

/// A script with its inclusions and repetitions resolved, in playing order.
package struct PlayableScript: Equatable, Sendable {
  /// An item, once for each time that it is played.
  ///
  /// Repetitions, conditions and inclusions are resolved.
  package struct Item: Equatable, Sendable {
    package var item: ScriptItem
    /// The script that contains the item, as an index into ``PlayableScript/scripts``.
    package var script: Int
    /// The conditions that must hold for the item to be played.
    package var conditions: [ScriptCondition]
    /// Whether the same item occurs earlier.
    package var isRepeated: Bool
  }

  /// The script itself, then the included ones.
  package var scripts: [Script]
  package var items: [Item] = []
  /// The variables of all headers.
  ///
  /// The first definition of a name takes precedence.
  package var variables: [String: String] = [:]
}
