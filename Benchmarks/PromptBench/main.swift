/// Times prompts in a terminal, for `Scripts/benchmark prompt`: a line for each program and figure.
///
/// Usage: PromptBench start|keys|menu ROUNDS PROGRAMS [LINE], where PROGRAMS is a file with a line for each
/// program: its name, the end of its prompt, its path and its arguments, with tabs in between.
let words = Array(CommandLine.arguments.dropFirst())
if words.count == 4, let rounds = Int(words[1]), rounds > 0 {
  goFirst()
  let programs = try promptPrograms(listedIn: words[2])
  switch words[0] {
  case "start": try timeStarts(of: programs, rounds)
  case "keys": try timeKeys(of: words[3], in: programs, rounds)
  case "menu": try timeMenus(after: words[3], in: programs, rounds)
  default: print("There is no work \(words[0]).")
  }
} else {
  print("usage: PromptBench start|keys|menu ROUNDS PROGRAMS LINE")
}
