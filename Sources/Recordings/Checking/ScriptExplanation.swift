import Text

/// Explains, without playing a script, what it does, what it requires, and what it is not allowed to do.
package func explanation(of script: Script) -> [String] {
  let count = ScriptCount(script.items)
  let header = script.header
  var lines = [header.title.map { "\(script.path): \($0)" } ?? script.path, "It will:"]
  lines += doings(script, count).map { "  " + $0 }
  lines += ["It needs:"] + requests(header, count).map { "  " + $0 }
  lines += ["It cannot:"] + refusals(header).map { "  " + $0 }
  return lines
}

/// The number of times that a script performs each kind of action.
private struct ScriptCount {
  var (commands, keys, screens, checked, rest) = (0, 0, 0, 0, 0)
  var (chapters, includes, answers) = ([String](), [String](), 0)
  var (hidden, isHidden) = (0, false)

  init(_ items: [ScriptItem]) { add(items, 1) }

  private mutating func add(_ items: [ScriptItem], _ factor: Int) {
    for item in items { add(item, factor) }
  }

  private mutating func add(_ item: ScriptItem, _ factor: Int) {
    switch item.kind {
    case .step(let step): add(step, factor)
    case .repeated(let count, let items): add(items, factor * count)
    case .chapter(let title): chapters.append(title)
    case .directive(.pause(let pause)): rest += pause * factor
    case .directive(.include(let path)): includes.append(path)
    case .directive(.answer(true)): answers += factor
    case .directive(.hide): isHidden = true
    case .directive(.show): isHidden = false
    default: break
    }
  }

  private mutating func add(_ step: ScriptStep, _ factor: Int) {
    switch step.action {
    case .command: commands += factor
    case .keys: keys += factor
    case .screen: screens += factor
    }
    if isHidden { hidden += factor }
    let isChecked =
      !step.expected.isEmpty || step.status != nil || step.editLine != nil
      || !step.assertions.isEmpty
    if isChecked { checked += factor }
  }
}

private func doings(_ script: Script, _ count: ScriptCount) -> [String] {
  let header = script.header
  let content = header.feedDigest == nil ? "its content is not pinned" : "only with this content"
  var lines = [
    "show \(source(header.feed)) (\(content)) on \(header.size.columns) × \(header.size.rows) cells"
  ]
  let actions = [
    (count.commands, "run \(counted(count.commands, "command"))"),
    (count.keys, "press keys \(counted(count.keys, "time"))"),
    (count.screens, "check the screen \(counted(count.screens, "time"))"),
  ]
  lines.append(actions.filter { $0.0 > 0 }.map(\.1).joined(separator: ", "))
  let all = count.commands + count.keys + count.screens
  lines.append(
    "compare the output of \(count.checked) of \(counted(all, "step")) with what the script expects"
  )
  if count.hidden > 0 { lines.append("leave \(counted(count.hidden, "step")) out of recordings") }
  if !count.chapters.isEmpty {
    lines.append("show the chapters: " + count.chapters.joined(separator: "; "))
  }
  if !count.includes.isEmpty {
    lines.append("also play: " + count.includes.joined(separator: ", "))
  }
  if count.answers > 0 { lines.append("answer yes to \(counted(count.answers, "question"))") }
  if count.rest > 0 { lines.append("pause for \(LineCursor.duration(count.rest)) in all") }
  lines.append(
    "start its clock at \(Instant.text(header.clock)) (\(header.timeZone)), with random seed \(header.seed)"
  )
  return lines.filter { !$0.isEmpty }
}

private func source(_ feed: ScriptHeader.Feed) -> String {
  switch feed {
  case .builtin(let name): "the built-in feed `\(name)`"
  case .attached(let name): "the attached feed `\(name)`"
  case .path(let path): "the feed in `\(path)`, below its own folder"
  case .address(let address): "the recorded response of \(address)"
  }
}

private func requests(_ header: ScriptHeader, _ count: ScriptCount) -> [String] {
  var lines: [String] = []
  if header.leastVersion != nil || header.versionLimit != nil {
    let least = header.leastVersion.map { "\(ScriptPrinter.text($0)) or later" }
    let limit = header.versionLimit.map { "before \(ScriptPrinter.text($0))" }
    lines.append("Larder \([least, limit].compactMap { $0 }.joined(separator: ", "))")
  }
  if let bundle = header.bundle { lines.append("the recorded responses in \(bundle.path)") }
  if let state = header.state {
    lines.append("the favorites, notes and settings in the attached file \(state)")
  }
  switch header.images {
  case .off: break
  case .blocks: lines.append("pictures, drawn as blocks")
  case .pixels: lines.append("pictures, drawn in pixels where the terminal or the export can")
  }
  lines += header.needs.map { "the feature \($0)" }
  return lines.isEmpty ? ["nothing"] : lines
}

private func refusals(_ header: ScriptHeader) -> [String] {
  [
    header.replaysNetwork
      ? "use the network: it gets recorded responses" : "use the network",
    "run programs, or open links and pictures in other programs",
    "read files outside its own folder, or follow symbolic links",
    "change files: what it writes is deleted at the end",
    "see your favorites, notes, history, settings or environment",
    "take longer than \(LineCursor.duration(header.limits.time)), or write more than \(header.limits.output) bytes",
  ]
}
