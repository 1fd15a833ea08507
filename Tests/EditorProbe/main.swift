import Interpreter
import LineEditor
import LiveWorld
import Terminal
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Says what came of every line, until the input ends.
func run(_ editor: LineEditor) {
  let prompt = "\u{1B}[1;36mprobe\u{1B}[0m \u{1B}[32m❯\u{1B}[0m "
  while true {
    switch editor.readLine(prompt: prompt) {
    case .line("exit"): exit(3)
    case .line("quit"): return
    case .line("sleep"): sleepUntilInterrupted()
    case .line("pause"): askBack()
    case .line("ask"): askTerminal(for: editor)
    case .line("ask and pause"):
      askTerminal(for: editor)
      askBack()
    case .line(let line): say("read: \(line.debugDescription)")
    case .interrupted: say("interrupted")
    case .endOfInput: return say("end")
    }
  }
}

func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// What a command does that asks something itself.
func askBack() {
  say("pausing")
  say("paused until: \(readLine() ?? "the end")")
}

/// What a command does that wants to know what the terminal can show.
func askTerminal(for editor: LineEditor) {
  let console = Console.live(environment: [:])
  let size = console.size()
  let cell = size.cellWidth.flatMap { width in
    size.cellHeight.map { PixelSize(width: width, height: $0) }
  }
  let support = PictureSupport(environment: ["TERM": "xterm"], cell: cell)
  say("asking")
  let bytes = console.query(support.query, support.isComplete, 300)
  let answers = PictureAnswers(bytes)
  say("shown by: \(answers.display(on: support).mode)")
  editor.typeAhead(answers.rest)
}

/// What a long command does: it ends when Ctrl-C raises its signal.
func sleepUntilInterrupted() {
  var interrupts = sigset_t()
  unsafe sigemptyset(&interrupts)
  unsafe sigaddset(&interrupts, SIGINT)
  unsafe sigprocmask(SIG_BLOCK, &interrupts, nil)
  say("sleeping")
  var signal: Int32 = 0
  unsafe sigwait(&interrupts, &signal)
  unsafe sigprocmask(SIG_UNBLOCK, &interrupts, nil)
  say("woken by \(signal == SIGINT ? "SIGINT" : "\(signal)")")
}

/// The few pairs that the tests type.
func compose(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
  switch (base, mark) {
  case ("e", "\u{301}"): "é"
  case ("n", "\u{303}"): "ñ"
  case ("か", "\u{3099}"): "が"
  default: nil
  }
}

func environment() -> [String: String] {
  var result: [String: String] = [:]
  for name in ["TERM", "TERMINFO", "TERMINFO_DIRS", "HOME"] {
    result[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
  }
  return result
}

let arguments = CommandLine.arguments.dropFirst()
let assistant = FixedAssistant()
let history = MemoryHistory(seed: ["first line", "search Pie", "料理 を探す"])
do throws(LineEditorError) {
  let editor = try LineEditor(
    assistant: assistant,
    history: history,
    options: LineEditor.Options(
      editMode: arguments.contains("vi") ? .vi : .emacs,
      usesColor: !arguments.contains("plain"),
      environment: environment(),
      compose: compose
    )
  )
  run(editor)
} catch {
  say("\(error)")
  exit(1)
}
