import Text

/// Explains, without playing a script, what it does, what it requires, and what it is not allowed to do.
package func explanation(of script: Script) -> [String] {
  let count = ScriptCount(script.items)
  let header = script.header
  var lines = [header.title.map { "\(script.path): \($0)" } ?? script.path, "It will:"]
  lines += doings(script, count).map { "  " + $0 }
  lines += ["It asks for:"] + requests(header, count).map { "  " + $0 }
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
  var lines = [
    "show \(source(header.feed)) on a screen of \(header.size.columns) × \(header.size.rows)"
  ]
  lines[0] += header.feedDigest == nil ? ", whatever it has become" : ", if it is still the same"
  let all = count.commands + count.keys + count.screens
  lines.append(
    "enter \(counted(count.commands, "command")), press keys \(counted(count.keys, "time")), look at the screen \(counted(count.screens, "time"))"
  )
  lines.append(
    "compare what comes with what is expected in \(count.checked) of \(counted(all, "step"))")
  if count.hidden > 0 { lines.append("keep \(counted(count.hidden, "step")) out of recordings") }
  if !count.chapters.isEmpty {
    lines.append("go through: " + count.chapters.joined(separator: "; "))
  }
  if !count.includes.isEmpty {
    lines.append("play also: " + count.includes.joined(separator: ", "))
  }
  if count.answers > 0 { lines.append("say yes to \(counted(count.answers, "question"))") }
  if count.rest > 0 { lines.append("rest for \(LineCursor.duration(count.rest)) in all") }
  let zone = header.timeZone
  lines.append(
    "begin at \(Instant.text(header.clock)) by its own clock (\(zone)), with seed \(header.seed)")
  return lines
}

private func source(_ feed: ScriptHeader.Feed) -> String {
  switch feed {
  case .builtin(let name): "the built-in feed \(name)"
  case .attached(let name): "the feed \(name) that it carries along"
  case .path(let path): "the feed in \(path), below its own folder"
  case .address(let address): "what its bundle has for \(address)"
  }
}

private func requests(_ header: ScriptHeader, _ count: ScriptCount) -> [String] {
  var lines: [String] = []
  if header.leastVersion != nil || header.versionLimit != nil {
    let least = header.leastVersion.map { "from \(ScriptPrinter.text($0)) on" }
    let limit = header.versionLimit.map { "before \(ScriptPrinter.text($0))" }
    lines.append("a larder \([least, limit].compactMap { $0 }.joined(separator: ", "))")
  }
  if let bundle = header.bundle { lines.append("the recorded answers in \(bundle.path)") }
  if let state = header.state {
    lines.append("the favorites, notes and settings in \(state), which it carries along")
  }
  if header.showsImages { lines.append("pictures, drawn in blocks") }
  lines += header.needs.map { "what it calls \($0)" }
  return lines.isEmpty ? ["nothing"] : lines
}

private func refusals(_ header: ScriptHeader) -> [String] {
  [
    header.replaysNetwork
      ? "reach the network: recorded answers stand in for it" : "reach the network",
    "run programs, or open links and pictures outside",
    "read files but those below its own folder, or follow links there",
    "write files that stay",
    "see your favorites, notes, history, settings or environment",
    "take longer than \(LineCursor.duration(header.limits.time)), or say more than \(header.limits.output) bytes",
  ]
}
