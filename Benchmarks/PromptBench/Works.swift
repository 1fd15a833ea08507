import TestSupport

/// How soon each program has its prompt on the screen, and what it asked of the terminal before.
func timeStarts(of programs: [PromptProgram], _ rounds: Int) throws {
  var times = programs.map { Times($0.name) }
  var questions = programs.map { _ in 0 }
  for round in 0...rounds {
    // Each comes behind each other: a program finds the processor's caches as the one before has left them.
    let turn = round % programs.count
    let places = Array(turn..<programs.count) + Array(0..<turn)
    for place in round / programs.count % 2 == 0 ? places : places.reversed() {
      let prompt = try Prompt(programs[place])
      // The first round is for the disk to warm up.
      if round > 0 { times[place].add(prompt.startTime) }
      questions[place] = max(questions[place], prompt.earlyQuestions.count)
      try prompt.settle()
      prompt.leave()
    }
  }
  for (times, questions) in zip(times, questions) {
    times.tell("wall")
    tell(times.name, "asked", Double(questions))
  }
}

/// How soon each key of a line is seen, and how soon all is drawn that follows from it.
func timeKeys(of line: String, in programs: [PromptProgram], _ rounds: Int) throws {
  let prompts = try programs.map { try Prompt($0) }
  var echoes = programs.map { Times($0.name) }
  var drawings = echoes
  for prompt in prompts { try prompt.settle() }
  for round in 0...rounds {
    for key in line {
      for (place, prompt) in prompts.enumerated() {
        let (echo, drawn) = try prompt.press(String(key))
        guard round > 0 else { continue }
        echoes[place].add(echo)
        drawings[place].add(drawn)
      }
    }
    for prompt in prompts { try clear(line, of: prompt) }
  }
  for (echoes, drawings) in zip(echoes, drawings) {
    echoes.tell("wall")
    drawings.tell("drawn")
  }
  for prompt in prompts { prompt.leave() }
}

/// How soon Tab after a line has drawn a menu.
func timeMenus(after line: String, in programs: [PromptProgram], _ rounds: Int) throws {
  for program in programs {
    let prompt = try Prompt(program)
    var times = Times(program.name)
    try prompt.settle()
    for round in 0...rounds {
      try prompt.pressQuietly(line)
      let drawn = try prompt.press("\t").drawn
      if round > 0 { times.add(drawn) }
      guard rowsBelowCursor(of: prompt) > 2 else { throw Surprise(of: prompt, after: "Tab") }
      try prompt.pressQuietly("\u{7}")
      try clear(line, of: prompt)
    }
    times.tell("wall")
    prompt.leave()
  }
}

/// Takes away a line, which must be on the screen.
private func clear(_ line: String, of prompt: Prompt) throws {
  var typed = line
  while typed.last == " " { typed.removeLast() }
  guard prompt.terminal.screen.cursorLine.contains(typed) else {
    throw Surprise(of: prompt, after: line)
  }
  try prompt.pressQuietly("\u{15}")
}

private func rowsBelowCursor(of prompt: Prompt) -> Int {
  let screen = prompt.terminal.screen
  return screen.lines[(screen.cursor.row + 1)...].prefix { !$0.isEmpty }.count
}
